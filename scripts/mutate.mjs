// `npm run mutate -- FOLDER|FILE…`: breaks the code of a folder of `app/` in every small way that Stryker knows and asks
// its tests. Shows what nobody noticed and the score. What was found before is kept in .cache/mutation and only asked
// again where code or tests have changed; `--force` asks everything again. `--tests=FILE,…` asks these tests only: that is
// much quicker for a file with tests of its own, and what they notice is noticed.

import './setup/node-version.mjs'
import fs from 'node:fs'
import { areaOf, filesOf, readScores, showScores } from './mutation/scores.mjs'
import { cacheFolder, inProject } from './process/paths.mjs'
import { runNode } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  await ensureDependencies()
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  if (wanted.length === 0) throw new SetupError('name a folder or a file: npm run mutate -- app/consent')
  const missing = wanted.find((one) => !fs.existsSync(inProject(one)))
  if (missing) throw new SetupError(`${missing} does not exist`)
  const area = areaOf(wanted)
  const tests = process.argv.find((argument) => argument.startsWith('--tests='))?.slice('--tests='.length)
  const report = `${cacheFolder}/mutation/${area.replaceAll('/', '-')}.json`
  fs.mkdirSync(`${cacheFolder}/mutation`, { recursive: true })
  const { status } = await runNode(
    inProject('node_modules/@stryker-mutator/core/bin/stryker.js'),
    ['run', inProject('scripts/mutation/stryker.config.json'), '--mutate', filesOf(wanted).join(',')].concat(
      ['--incrementalFile', report],
      process.argv.includes('--force') ? ['--force'] : []
    ),
    {
      stdio: 'inherit',
      env: { ...process.env, PARLEY_MUTATED: area, PARLEY_MUTATION_TESTS: tests ?? '' }
    }
  )
  if (status !== 0) return status
  say(showScores(readScores(JSON.parse(fs.readFileSync(report, 'utf8')), wanted)))
  return 0
})
