// `npm run mutate -- FOLDER|FILE…`: breaks the code of a folder of `app/` in every small way that Stryker knows and runs its
// tests. Stryker lists the mutants that no test noticed, and a score per file. Results are kept in .cache/mutation, and only
// changed code is tested again; `--force` tests everything again. `--tests=FILE,…` runs only these tests. `--sample=N` tests N
// mutants of all files of the folder, without stored results; `--seed=S` chooses others.

import './setup/node-version.mjs'
import fs from 'node:fs'
import { cacheFolder, inProject } from './process/paths.mjs'
import { runNode } from './process/run.mjs'
import { runScript, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  await ensureDependencies()
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const area = findArea(wanted)
  const sample = findSample()
  const report = `${cacheFolder}/mutation/${area.replaceAll('/', '-')}${sample ? '.sample' : ''}.json`
  fs.mkdirSync(`${cacheFolder}/mutation`, { recursive: true })
  // Tests may have been written for what an earlier sample found, which would raise the score.
  if (sample) fs.rmSync(report, { force: true })
  const args = ['run', inProject('scripts/mutation/stryker.config.json')]
  args.push('--mutate', listFiles(wanted).join(','), '--incrementalFile', report)
  if (process.argv.includes('--force')) args.push('--force')
  if (sample) args.push('--checkers', 'sample')
  const env = {
    ...process.env,
    PARLEY_MUTATED: area,
    // A fault that only one made-up case in a hundred shows would cost every mutant a minute.
    PARLEY_FUZZ_TIMES: '0.2',
    PARLEY_MUTATION_TESTS: option('tests') ?? '',
    PARLEY_MUTATION_SAMPLE: JSON.stringify(sample ?? null)
  }
  const stryker = inProject('node_modules/@stryker-mutator/core/bin/stryker.js')
  return (await runNode(stryker, args, { stdio: 'inherit', env })).status
})

/** The area of `app/` that all folders and files belong to. Its tests run. */
function findArea(wanted) {
  const missing = wanted.find((one) => !fs.existsSync(inProject(one)))
  if (missing) throw new SetupError(`${missing} does not exist`)
  const [area, ...others] = new Set(wanted.map((one) => /^app\/[^/]+/u.exec(one)?.[0]))
  if (area === undefined || others.length > 0)
    throw new SetupError('name folders or files of one area of app/: npm run mutate -- app/consent')
  return area
}

/** As patterns: the code of folders without what only tests use, and files as they are. */
function listFiles(wanted) {
  return wanted.flatMap((one) =>
    one.endsWith('.ts')
      ? [one]
      : [`${one}/**/*.ts`, `!${one}/**/*.test.ts`, `!${one}/**/testing/**`, `!${one}/**/fixtures/**`]
  )
}

function option(name) {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length)
}

function findSample() {
  const size = option('sample')
  if (size === undefined) return undefined
  if (!/^[1-9]\d*$/u.test(size)) throw new SetupError('--sample= takes a number of mutants, such as 300')
  return { size: Number(size), seed: option('seed') ?? '1' }
}
