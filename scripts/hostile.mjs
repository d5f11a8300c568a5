// `npm run test:hostile -- --corpus DIR`: every case of a corpus of misbehaving servers and settings against the core,
// two at a time; the last line is `N of N as expected`. The corpus has a `manifest.json` that lists its cases.
// `--only PREFIX,…` picks cases by their id.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { run } from './process/run.mjs'
import { green, red, runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

/** Groups of cases whose feature this version does not have, or that need a window. */
const undriven = new Set(['bundles', 'pages', 'probes'])

await runScript(async () => {
  const { values } = parseArgs({
    options: { corpus: { type: 'string' }, only: { type: 'string' }, window: { type: 'boolean' } }
  })
  if (values.corpus === undefined) throw new SetupError('name the folder of the corpus: `--corpus DIR`')
  if (values.window)
    throw new SetupError('`--window` is no part of this version; leave it out to drive the core')
  const corpus = path.resolve(values.corpus)
  const prefixes = values.only?.split(',') ?? ['']
  const all = readCases(corpus).filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)))
  const cases = all.filter(({ group }) => !undriven.has(group))
  if (cases.length === 0) throw new SetupError('there is no such case')
  await ensureDependencies()
  const { bundle } = await import('./process/bundle.mjs')
  const driver = await bundle('hostile', 'app/testing/hostile/driver.ts')
  const passed = await runAll(cases, (item) => runCase(driver, corpus, item))
  if (all.length > cases.length)
    process.stdout.write(
      `${all.length - cases.length} cases of ${[...undriven].join(', ')} are not driven by this command\n`
    )
  process.stdout.write(`${passed} of ${cases.length} as expected\n`)
  return passed === cases.length ? 0 : 1
})

function readCases(corpus) {
  const file = path.join(corpus, 'manifest.json')
  if (!fs.existsSync(file)) throw new SetupError(`there is no manifest.json in ${corpus}`)
  return JSON.parse(fs.readFileSync(file, 'utf8')).cases
}

async function runAll(cases, runOne) {
  const queue = [...cases]
  let passed = 0
  const work = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) if (await runOne(item)) passed += 1
  }
  await Promise.all([work(), work()])
  return passed
}

async function runCase(driver, corpus, { id, group, file, transport, args, drive = '' }) {
  const item = JSON.stringify({ id, group, file, transport, args, drive })
  const { output } = await run(process.execPath, [driver, corpus, item], { timeoutMs: 180_000 })
  const problems = readProblems(output)
  process.stdout.write(`${problems.length === 0 ? green('as expected') : red('NOT as expected')} ${id}\n`)
  for (const problem of problems) say(`  ${problem}`)
  return problems.length === 0
}

function readProblems(output) {
  const line = output.trimEnd().split('\n').at(-1) ?? ''
  try {
    return JSON.parse(line).problems
  } catch {
    return [`the driver ended without a word: ${output.slice(-500)}`]
  }
}
