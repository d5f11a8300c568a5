// `npm run mutate -- FOLDER|FILE…`: breaks the code of a folder of `app/` in every small way that Stryker knows and asks
// its tests. Shows the mutants that no test noticed and the score. Results are kept in .cache/mutation and only tried
// again where code or tests have changed; `--force` tries everything again. `--tests=FILE,…` runs only these tests, which is
// much quicker for a file with its own tests. `--sample=N` tries N mutants of all files of the folder, without stored
// results, and says how far the score may be off; `--seed=S` picks other mutants.

import './setup/node-version.mjs'
import fs from 'node:fs'
import { findArea, listFiles, readScores, showScores } from './mutation/scores.mjs'
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
  const area = findArea(wanted)
  const sample = wantedSample()
  const name = area.replaceAll('/', '-')
  const report = `${cacheFolder}/mutation/${name}${sample ? '.sample' : ''}.json`
  fs.mkdirSync(`${cacheFolder}/mutation`, { recursive: true })
  // Tests may have been written for what an earlier sample found, which would raise the score.
  if (sample) fs.rmSync(report, { force: true })
  const { status } = await runNode(
    inProject('node_modules/@stryker-mutator/core/bin/stryker.js'),
    [
      'run',
      inProject('scripts/mutation/stryker.config.json'),
      '--mutate',
      listFiles(wanted).join(',')
    ].concat(
      ['--incrementalFile', report],
      process.argv.includes('--force') ? ['--force'] : [],
      sample ? ['--checkers', 'sample'] : []
    ),
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        PARLEY_MUTATED: area,
        // A fault that only one made-up case in a hundred shows would cost every mutant a minute.
        PARLEY_FUZZ_TIMES: '0.2',
        PARLEY_MUTATION_TESTS: option('tests') ?? '',
        PARLEY_MUTATION_SAMPLE: JSON.stringify(sample ?? null)
      }
    }
  )
  if (status !== 0) return status
  say(showScores(readScores(JSON.parse(fs.readFileSync(report, 'utf8')), wanted), sample?.seed))
  return 0
})

function option(name) {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length)
}

function wantedSample() {
  const size = option('sample')
  if (size === undefined) return undefined
  if (!/^[1-9]\d*$/u.test(size)) throw new SetupError('--sample= takes a number of mutants, such as 300')
  return { size: Number(size), seed: option('seed') ?? '1' }
}
