// `npm run package`: builds and packs the app. `-- dir tar.gz` chooses the kinds, `-- --e2e` leaves the inspector on, so
// that Playwright can drive the packaged program (into dist-e2e/).

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { packAtBest } from './build/pack-late.mjs'
import { inProject } from './process/paths.mjs'
import { run, toStderr } from './process/run.mjs'
import { bold, runScript, say, SetupError } from './process/terminal.mjs'
import { describePublisher, readProduct } from './release/product.mjs'
import { describeCarried, keepCarried } from './release/proof.mjs'
import { setUp } from './setup/set-up.mjs'

const isForTests = process.argv.includes('--e2e')
const kinds = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

/** The library of the database, which is for runtimes that have none of their own: ten megabytes. */
const withoutLibrary = ['libsql', '@libsql', '@neon-rs', 'detect-libc'].map(
  (name) => `!node_modules/${name}/**`
)

await runScript(async () => {
  const runtime = await setUp()
  if (runtime.source === 'registry') {
    say(
      `note: this package holds Electron ${runtime.version} from the package registry; it is for tests, not for release`
    )
  }
  await packAtBest(inProject('out'))
  const output = inProject(isForTests ? 'dist-e2e' : 'dist')
  const files = await buildPackages(runtime, output)
  keepCarried(output, describeCarried(runtime))
  say(bold(`${path.basename(output)}/`))
  for (const file of files) say(`  ${path.relative(output, file)}`)
})

async function buildPackages(runtime, output) {
  const { Platform, build } = await import('electron-builder')
  const platform = Platform.current()
  const wanted = kinds.length > 0 ? kinds : platform === Platform.LINUX ? ['dir', 'tar.gz'] : []
  const isTarWanted = platform === Platform.LINUX && wanted.includes('tar.gz')
  const others = wanted.filter((kind) => !(isTarWanted && kind === 'tar.gz'))
  const files = await build({
    projectDir: inProject(),
    targets:
      isTarWanted && others.length === 0 ? platform.createTarget('dir') : platform.createTarget(others),
    publish: 'never',
    config: {
      extends: inProject('electron-builder.yml'),
      ...describePublisher(readProduct()),
      directories: { output },
      electronDist: runtime.dist,
      electronVersion: runtime.version,
      files: (await hasOwnDatabase(runtime)) ? withoutLibrary : [],
      afterPack: removeDevelopmentFiles,
      ...(isForTests ? { electronFuses: { enableNodeCliInspectArguments: true } } : {})
    }
  })
  return isTarWanted ? [...files, await packTar(output)] : files
}

/** Asked of the runtime itself: without either there would be no history. */
async function hasOwnDatabase({ executable }) {
  const question = "process.exit(process.getBuiltinModule?.('node:sqlite') === undefined ? 1 : 0)"
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { status } = await run(executable, ['-e', question], { stdio: toStderr, env })
  return status === 0
}

/** With the system's own tar: electron-builder would download another program for it. */
async function packTar(output) {
  const { version } = JSON.parse(fs.readFileSync(inProject('package.json'), 'utf8'))
  const file = path.join(output, `parley-${version}.tar.gz`)
  const owner = ['--owner=0', '--group=0', '--numeric-owner']
  const args = [
    '-czf',
    file,
    ...owner,
    `--transform=s,^linux-unpacked,parley-${version},`,
    '-C',
    output,
    'linux-unpacked'
  ]
  const { status } = await run('tar', args, { stdio: toStderr })
  if (status !== 0) throw new SetupError(`tar ended with status ${status}`)
  return file
}

/** A custom distribution is copied as it is, with what only development needs. */
function removeDevelopmentFiles({ appOutDir, electronPlatformName }) {
  if (electronPlatformName !== 'linux') return
  for (const name of ['resources/default_app.asar', 'resources/app', 'version'])
    fs.rmSync(path.join(appOutDir, name), { recursive: true, force: true })
}
