/**
 * `npm run bench`: prints figures of the built app, each against a floor measured in the same run.
 * `--json FILE` also writes them, `--only NAME,…` selects by name, `--runs N` sets the repetitions (default 7).
 * `--short` measures once and little: it shows that every figure still comes out, and none has a budget.
 * Ends with status 1 where a group brings no figures, or a figure is over its budget.
 */
import './setup/node-version.mjs'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { groups } from './bench/groups.mjs'
import { figure } from './bench/statistics.mjs'
import { hasDisplay } from './process/display.mjs'
import { runScript, say, SetupError, seconds } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

await runScript(async () => {
  const { names, json, effort } = readArguments()
  if (process.platform !== 'linux')
    throw new SetupError('the figures are read from /proc, which only Linux has')
  const electron = await setUp({ needsXvfb: !hasDisplay() })
  const figures = []
  const silent = []
  for (const name of names) {
    const started = Date.now()
    try {
      const rows = await groups[name]({ electron, effort })
      figures.push(...rows.map((row) => figure(effort.isShort ? { ...row, budget: null } : row)))
      say(`${name}: measured in ${seconds(Date.now() - started)}`)
    } catch (error) {
      silent.push(name)
      say(`${name}: no figures after ${seconds(Date.now() - started)}: ${error.message}`)
    }
  }
  printTable(figures)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`)
  return silent.length === 0 && figures.every(({ ok }) => ok) ? 0 : 1
})

function readArguments() {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      only: { type: 'string' },
      runs: { type: 'string' },
      short: { type: 'boolean', default: false }
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
  return { names, json, effort: { runs, isShort } }
}

function printTable(figures) {
  for (const { name, value, unit, reference, ratio, budget, ok } of figures) {
    const limit = budget === null ? '' : `  (at most ${budget}${ok ? '' : ', OVER'})`
    process.stdout.write(
      `${name.padEnd(38)}${`${value} ${unit}`.padEnd(14)}floor ${`${reference} ${unit}`.padEnd(14)}× ${ratio}${limit}\n`
    )
  }
}
