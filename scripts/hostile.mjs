// `npm run test:hostile -- --corpus DIR`: every case of a corpus of misbehaving servers, settings, pages and probes
// against the core, two at a time; content that only a window shows, in a window. `--window` takes all cases that show
// there, in the real app. The last line is `N of N as expected`. `--only PREFIX,…` picks cases by their id.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { hasDisplay } from './process/display.mjs'
import { run } from './process/run.mjs'
import { green, red, runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { setUp } from './setup/set-up.mjs'
import { readOutcomes } from './test/hostile-outcomes.mjs'
import { runEndToEnd } from './test/suites.mjs'

/** These can't be observed without a window. */
const shownOnly = new Set(['pages'])
/** Cases that a user sees in the window. The others differ only below it. */
const shown = new Set([
  ...['control', 'tools', 'results', 'identity', 'sampling', 'elicitation', 'stateless-2026'],
  ...['lifecycle', 'settings', 'settings-runtime', 'oauth', 'pages']
])

await runScript(async () => {
  const values = readOptions()
  if (values.corpus === undefined) throw new SetupError('name the folder of the corpus: `--corpus DIR`')
  const corpus = path.resolve(values.corpus)
  const prefixes = values.only?.split(',') ?? ['']
  const cases = readCases(corpus).filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)))
  const inWindow = cases.filter(({ group }) => (values.window ? shown : shownOnly).has(group))
  const inCore = values.window ? [] : cases.filter(({ group }) => !shownOnly.has(group))
  const driven = inWindow.length + inCore.length
  if (driven === 0) throw new SetupError('there is no such case')
  const passed = (await driveCore(corpus, inCore)) + (await driveWindow(corpus, inWindow))
  tellLeftOut(cases, new Set([...inWindow, ...inCore]))
  process.stdout.write(`${passed} of ${driven} as expected\n`)
  return passed === driven ? 0 : 1
})

function readOptions() {
  const options = {
    corpus: { type: 'string' },
    only: { type: 'string' },
    window: { type: 'boolean' }
  }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new SetupError(`${error.message}; there are --corpus DIR, --only PREFIX,… and --window`)
  }
}

function readCases(corpus) {
  const file = path.join(corpus, 'manifest.json')
  if (!fs.existsSync(file)) throw new SetupError(`there is no manifest.json in ${corpus}`)
  return JSON.parse(fs.readFileSync(file, 'utf8')).cases
}

async function driveCore(corpus, cases) {
  if (cases.length === 0) return 0
  await ensureDependencies()
  const { bundle } = await import('./process/bundle.mjs')
  const driver = await bundle('hostile', 'app/testing/hostile/hostile-driver.ts')
  const results = await Readable.from(cases)
    .map((item) => runCase(driver, corpus, item), { concurrency: 2 })
    .toArray()
  return results.filter(Boolean).length
}

async function runCase(driver, corpus, { id, group, file, transport, args, drive = '', expected = [] }) {
  const item = JSON.stringify({ id, group, file, transport, args, drive, expected })
  const { output } = await run(process.execPath, [driver, corpus, item], { timeoutMs: 180_000 })
  const problems = readProblems(output)
  tell(id, problems.length === 0)
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

/** The journeys of `e2e/hostile.spec.ts`, one a case. A line is printed for each that ran, and a count of those that did not. */
async function driveWindow(corpus, cases) {
  if (cases.length === 0) return 0
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  const env = { PARLEY_CORPUS: corpus, PARLEY_CASES: JSON.stringify(cases.map(({ id }) => id)) }
  const args = ['e2e/hostile.spec.ts', '--fully-parallel', '--workers=2']
  const result = await runEndToEnd(runtime, args, env)
  const { passed, failed, notRun } = readOutcomes(cases, result)
  for (const id of passed) tell(id, true)
  for (const id of failed) {
    tell(id, false)
    const [, reason = ''] =
      Object.entries(result.reasons ?? {}).find(([title]) => title.endsWith(` › ${id}`)) ?? []
    if (reason !== '') say(`  ${reason}`)
  }
  if (notRun.length > 0) process.stdout.write(`${red('did NOT run')} ${notRun.join(', ')}\n`)
  for (const name of result.failed.filter((title) => title.startsWith('outside of the tests')))
    say(`  ${name}`)
  return passed.length
}

function tell(id, isExpected) {
  process.stdout.write(`${isExpected ? green('as expected') : red('NOT as expected')} ${id}\n`)
}

function tellLeftOut(cases, driven) {
  const left = cases.filter((item) => !driven.has(item))
  for (const group of new Set(left.map((item) => item.group))) {
    const count = left.filter((item) => item.group === group).length
    process.stdout.write(`not driven: ${count} of ${group} (they don't show in the window)\n`)
  }
}
