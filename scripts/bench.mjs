/**
 * `npm run bench`: prints figures of the built app, each against a floor measured in the same run.
 * `--json FILE` also writes them, `--only NAME,…` selects by name, `--runs N` sets the repetitions (default 7).
 * `--short` measures once and little: it shows that every figure still comes out, and none has a budget.
 * `--check` compares with the committed result, as `committed.mjs` does, measures again what looks worse, and ends with status 1
 * where a figure is more than 15 % worse each time, whatever its budget; `--keep` makes what was measured the committed result,
 * and draws it into docs/performance.md. `--compare PROGRAM` measures an installed build of another host on Electron in place of
 * Parley, `--profile DIR` with a copy of that folder of its data.
 * `--curves` draws what things cost as there are more of them into docs/performance.md, and says where one is steeper than
 * its number; in short it only shows that they come out.
 * Ends with status 1 where a group brings no figures, or a figure is over its budget.
 */
import './setup/node-version.mjs'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { committedFile, findRegressions, readCommitted } from './bench/committed.mjs'
import { drawInto, findSteep, tableOf } from './bench/curves.mjs'
import { driveCurves, groups } from './bench/groups.mjs'
import { measureAgain } from './bench/measure-again.mjs'
import { drawTable, tableOfFigures } from './bench/page-table.mjs'
import { bestPeers } from './bench/peers.mjs'
import { figure } from './bench/statistics.mjs'
import { besideYardstick, isBusy } from './bench/yardstick.mjs'
import { hasDisplay } from './process/display.mjs'
import { inProject } from './process/paths.mjs'
import { runScript, say, SetupError, seconds } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

const page = inProject('docs/performance.md')

await runScript(async () => {
  const { names, json, effort, after, other } = readArguments()
  if (process.platform !== 'linux')
    throw new SetupError('the figures are read from /proc, which only Linux has')
  if (after === 'curves') return drawCurves(effort)
  const electron = await setUp({ needsXvfb: !hasDisplay() })
  const silent = new Set()
  const measure = (name) => measureGroup(name, { electron, effort, other }, silent)
  let measured = new Map()
  for (const name of other === null ? names : ['other host']) measured.set(name, await measure(name))
  if (after === 'check') measured = await measureDoubtful(measured, measure)
  const figures = [...measured.values()].flat()
  if (effort.isShort && names.length === Object.keys(groups).length && other === null)
    await drawCurves(effort).catch((error) => silent.add(`curves: ${error.message}`))
  printTable(figures)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`)
  if (after === 'keep') keep(figures, silent)
  const isGood = after === 'check' ? isAsGood(figures, names) : figures.every(({ ok }) => ok)
  return silent.size === 0 && isGood ? 0 : 1
})

/** Without figures, and named among the silent, where it brings none. */
async function measureGroup(name, { electron, effort, other }, silent) {
  const rowsOf = other === null ? groups[name] : (given) => measureOther(given, other)
  const started = Date.now()
  try {
    const work = () => rowsOf({ electron, effort })
    const { result: rows, yardstick } = effort.isShort
      ? { result: await work(), yardstick: null }
      : await besideYardstick(work)
    const speed = yardstick === null ? '' : `, a piece of the yardstick in ${yardstick.clock} ms`
    say(`${name}: measured in ${seconds(Date.now() - started)}${speed}`)
    if (yardstick !== null && isBusy(yardstick))
      say(`${name}: others were at work on this machine, so a small regression may go unseen`)
    return rows.map((row) => ({ ...figure(effort.isShort ? { ...row, budget: null } : row), yardstick }))
  } catch (error) {
    silent.add(name)
    say(`${name}: no figures after ${seconds(Date.now() - started)}: ${error.message}`)
    return []
  }
}

function measureDoubtful(measured, measure) {
  return measureAgain(measured, readCommitted(), (name, figures) => {
    say(
      `${name}: measured again, as worse than the committed result by more than 15 %: ${figures.join('; ')}`
    )
    return measure(name)
  })
}

/** Imported late: what it imports is installed by the set-up. */
async function measureOther({ electron, effort }, other) {
  const { otherHostRows } = await import('./bench/other-host.mjs')
  return otherHostRows(electron, effort, other)
}

async function drawCurves(effort) {
  const curves = await driveCurves(effort)
  process.stdout.write(`${tableOf(curves)}\n`)
  if (effort.isShort) return 0
  drawInto(page, curves)
  const steep = findSteep(curves)
  for (const name of steep) say(`steeper than its number: ${name}`)
  return steep.length === 0 ? 0 : 1
}

function isAsGood(figures, names) {
  const isWhole = names.length === Object.keys(groups).length
  const worse = findRegressions(figures, readCommitted(), isWhole)
  for (const sentence of worse) say(`worse than the committed result: ${sentence}`)
  if (worse.length === 0)
    say('no figure is more than 15 % worse than the committed result each time that it was measured')
  return worse.length === 0
}

/** Figures of groups that were not asked for stay. */
function keep(figures, silent) {
  if (silent.size > 0) throw new SetupError('nothing is kept of a run in which a group brought no figures')
  const measured = new Set(figures.map(({ name }) => name))
  const others = readCommitted().filter(({ name }) => !measured.has(name))
  const all = [...others, ...figures]
  writeFileSync(committedFile, `${JSON.stringify(all, null, 2)}\n`)
  drawTable(page, '## All figures', tableOfFigures(all))
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
      curves: { type: 'boolean', default: false },
      compare: { type: 'string' },
      profile: { type: 'string' }
    }
  })
  const { json, only, short: isShort } = values
  const names = only?.split(',') ?? Object.keys(groups)
  const unknown = names.filter((name) => !Object.hasOwn(groups, name))
  if (unknown.length > 0)
    throw new SetupError(
      `no figures named ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`
    )
  const runs = Number(values.runs ?? (isShort ? 1 : 7))
  if (!Number.isInteger(runs) || runs < 1) throw new SetupError('--runs takes a whole number from 1 on')
  if (isShort && (values.check || values.keep))
    throw new SetupError('what --short measures says nothing of how good it is: neither --check nor --keep')
  const after = ['curves', 'keep', 'check'].find((name) => values[name]) ?? 'budgets'
  const other = values.compare === undefined ? null : { program: values.compare, profile: values.profile }
  return { names, json, effort: { runs, isShort }, after, other }
}

/** Each figure with its floor, the committed result, its budget and, where one is known, the best of other hosts. */
function printTable(figures) {
  const committed = new Map(readCommitted().map(({ name, ratio }) => [name, `× ${ratio}`]))
  const columns = [44, 14, 16, 12, 16, 24]
  const line = (cells) =>
    process.stdout.write(
      `${cells.map((cell, index) => cell.padEnd(columns[index] ?? 0)).join(' ')}`.trimEnd() + '\n'
    )
  line(['', 'measured', 'floor', 'of it', 'committed', 'at most', 'best peer'])
  for (const { name, value, unit, reference, ratio, budget, ok } of figures) {
    const limit = budget === null ? '' : `× ${budget}${ok ? '' : ', OVER'}`
    const measured = [`${value} ${unit}`, `${reference} ${unit}`, `× ${ratio}`]
    line([name, ...measured, committed.get(name) ?? '', limit, bestPeers[name] ?? ''])
  }
}
