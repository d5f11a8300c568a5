// `npm run release`: what a release has to pass, then its packages, the pictures of its screens and the documents as a site. Stops at the first failure.
// Run it on an idle computer: the bench compares times with the committed result. It is refused while
// app/contract/product.json has placeholders, and unless the journeys ran on the Electron that the packages carry.
// `-- --check` only says whether the packages in dist/ and the proof in .cache/results may be released, `-- --publisher` only
// whether there are placeholders.

import './setup/node-version.mjs'
import { provideElectron } from './electron/resolve.mjs'
import { inProject } from './process/paths.mjs'
import { run } from './process/run.mjs'
import { bold, runScript, say, SetupError } from './process/terminal.mjs'
import { findPlaceholders, readProduct } from './release/product.mjs'
import {
  describeRuntime,
  findReleaseProblems,
  readCarried,
  readCommit,
  readProof,
  readSupportedElectron
} from './release/proof.mjs'
import { ensureInstalled } from './setup/set-up.mjs'

/** Never the Electron of the package registry, which is for tests. */
const env = { ...process.env, PARLEY_ELECTRON: 'official' }

const steps = [
  ['npm', 'test'],
  ['npm', 'run', 'bench', '--', '--check'],
  ['npm', 'run', 'package', '--', '--release'],
  ['npm', 'run', 'screens', '--', '--docs'],
  ['tar', '-czf', 'dist/parley-screens.tar.gz', '-C', 'dist', 'screens'],
  ['npm', 'run', 'site'],
  ['tar', '-czf', 'dist/parley-site.tar.gz', '-C', 'dist', 'site']
]

await runScript(async () => {
  const unknown = process.argv.slice(2).find((argument) => !['--check', '--publisher'].includes(argument))
  if (unknown) throw new SetupError(`unknown argument ${unknown}; there are --check and --publisher`)
  refuse(findPlaceholders(readProduct()))
  if (process.argv.includes('--publisher')) return 0
  if (!process.argv.includes('--check')) {
    await ensureInstalled()
    say(`this release carries ${describeRuntime(await provideElectron(env))}`)
    const status = await takeSteps()
    if (status !== 0) return status
  }
  const proof = readProof()
  const carried = readCarried(inProject('dist'))
  refuse(findReleaseProblems({ proof, carried, supported: readSupportedElectron(), commit: readCommit() }))
  say(bold(`${proof.journeys} journeys passed in Electron ${proof.electron}, which the packages carry`))
  return 0
})

async function takeSteps() {
  for (const [command, ...args] of steps) {
    say(bold([command, ...args].join(' ')))
    const { status } = await run(command, args, { stdio: 'inherit', env })
    if (status !== 0) return status
  }
  return 0
}

/** @param {string[]} problems */
function refuse(problems) {
  if (problems.length > 0) throw new SetupError(`this is no release:\n  ${problems.join('\n  ')}`)
}
