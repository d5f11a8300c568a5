/**
 * `npm run bench`: prints figures of the built app, each against a floor measured in the same run.
 * `--json FILE` also writes them, `--only NAME,…` selects groups, `--runs N` sets the repetitions (default 7).
 * `--short` measures once and little: it shows that every figure comes out, and checks no budget.
 * `--check` compares with the committed result, measures again what looks worse, and ends with status 1 where a figure is more
 * than 15 % worse each time, even within its budget. `--keep` makes this run the committed result.
 * `--compare PROGRAM` measures another build of Parley, too, or instead the start of another Electron app, with `--profile DIR` on a
 * copy of its data.
 * Ends with status 1 where a group brings no figures, or a figure is over its budget.
 */
import './setup/node-version.mjs'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { committedFile, findRegressions, measureAgain, readCommitted } from './bench/committed.mjs'
import { comparisons } from './bench/compare.mjs'
import { groups } from './bench/groups.mjs'
import { bestPeers } from './bench/peers.mjs'
import { figure } from './bench/statistics.mjs'
import { besideYardstick, isBusy } from './bench/yardstick.mjs'
import { hasDisplay } from './process/display.mjs'
import { runScript, say, SetupError, seconds } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

await runScript(async () => {
  const { names, json, effort, after, measured } = readArguments()
  if (process.platform !== 'linux')
    throw new SetupError('the figures are read from /proc, which only Linux has')
  const electron = await setUp({ needsXvfb: !hasDisplay() })
  const silent = new Set()
  const measure = (name) => measureGroup(name, measured[name], { electron, effort, silent })
  let found = new Map()
  for (const name of names) found.set(name, await measure(name))
  if (after === 'check') found = await measureAgain(found, readCommitted(), measure)
  const figures = [...found.values()].flat()
  printTable(figures)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`)
  if (after === 'keep') keep(figures, silent)
  const isGood = after === 'check' ? isAsGood(figures, names) : figures.every(({ ok }) => ok)
  return silent.size === 0 && isGood ? 0 : 1
})

/** Without figures, and named among the silent, where it brings none. */
async function measureGroup(name, measureRows, { electron, effort, silent }) {
  const started = Date.now()
  const work = () => measureRows({ electron, effort })
  try {
    if (effort.isShort) return (await work()).map((row) => figure({ ...row, budget: null }))
    const { result, yardstick } = await besideYardstick(work)
    say(`${name}: measured in ${seconds(Date.now() - started)}, the yardstick took ${yardstick.clock} ms`)
    if (isBusy(yardstick))
      say(`${name}: other programs were using this machine, so a small regression may go unseen`)
    return result.map((row) => ({ ...figure(row), yardstick }))
  } catch (error) {
    silent.add(name)
    say(`${name}: no figures after ${seconds(Date.now() - started)}: ${error.message}`)
    return []
  }
}

function isAsGood(figures, names) {
  const worse = findRegressions(figures, readCommitted(), names.length === Object.keys(groups).length)
  for (const sentence of worse) say(`worse than the committed result: ${sentence}`)
  if (worse.length === 0) say('no figure is more than 15 % worse than the committed result')
  return worse.length === 0
}

/** Figures of groups that were not asked for stay. `npm run docs` then draws the table of docs/performance.md. */
function keep(figures, silent) {
  if (silent.size > 0) throw new SetupError('nothing is kept of a run in which a group brought no figures')
  const names = new Set(figures.map(({ name }) => name))
  const all = [...readCommitted().filter(({ name }) => !names.has(name)), ...figures]
  writeFileSync(committedFile, `${JSON.stringify(all, null, 2)}\n`)
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      only: { type: 'string' },
      runs: { type: 'string' },
      short: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      compare: { type: 'string' },
      profile: { type: 'string' }
    }
  })
  const { json, only, short: isShort, compare: program, profile } = values
  const measured = program === undefined ? groups : comparisons({ program, profile })
  const names = only?.split(',') ?? Object.keys(measured)
  const unknown = names.filter((name) => !Object.hasOwn(measured, name))
  if (unknown.length > 0)
    throw new SetupError(
      `no group is named ${unknown.join(', ')}; there are ${Object.keys(measured).join(', ')}`
    )
  if (program !== undefined && (values.check || values.keep))
    throw new SetupError('--compare measures another app, so it takes neither --check nor --keep')
  const runs = Number(values.runs ?? (isShort ? 1 : 7))
  if (!Number.isInteger(runs) || runs < 1) throw new SetupError('--runs takes a whole number from 1 on')
  if (isShort && (values.check || values.keep))
    throw new SetupError('--short measures too little for --check and --keep')
  const after = ['keep', 'check'].find((name) => values[name]) ?? 'budgets'
  return { names, json, effort: { runs, isShort }, after, measured }
}

/** Each figure with its floor, the committed result, its budget, the ranges of a comparison and the best of other apps. */
function printTable(figures) {
  const committed = new Map(readCommitted().map(({ name, ratio }) => [name, `× ${ratio}`]))
  const rows = figures.map(({ name, value, unit, reference, ratio, budget, ok, range, ratioRange }) => {
    const limit = budget === null ? '' : `× ${budget}${ok ? '' : ', OVER'}`
    const measured = { measured: `${value} ${unit}`, floor: `${reference} ${unit}`, 'of it': `× ${ratio}` }
    const ranges = range === undefined ? {} : { range, 'range of it': ratioRange }
    const known = {
      committed: committed.get(name) ?? '',
      'at most': limit,
      'best peer': bestPeers[name] ?? ''
    }
    return [name, { ...measured, ...ranges, ...known }]
  })
  // oxlint-disable-next-line no-console -- the table is what the command is for
  console.table(Object.fromEntries(rows))
}
