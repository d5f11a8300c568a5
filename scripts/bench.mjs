/**
 * `npm run bench`: prints figures of the built app, each against a floor measured in the same run.
 * `--json FILE` also writes them, `--only NAME,…` selects by name, `--runs N` sets the repetitions (default 7).
 * Ends with status 1 where a figure is over its budget.
 */
import './setup/node-version.mjs'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { hasDisplay, withDisplay } from './process/display.mjs'
import { inProject, root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

const groups = ['window', 'tool-calls', 'server-start', 'consent', 'data-flow']

await runScript(async () => {
  const { values } = parseArgs({
    options: { json: { type: 'string' }, only: { type: 'string' }, runs: { type: 'string', default: '7' } }
  })
  const only = values.only?.split(',') ?? groups
  const unknown = only.filter((name) => !groups.includes(name))
  if (unknown.length > 0)
    throw new SetupError(`no figures named ${unknown.join(', ')}; there are ${groups.join(', ')}`)
  if (process.platform !== 'linux')
    throw new SetupError('the figures are read from /proc, which only Linux has')

  const electron = await setUp({ needsXvfb: !hasDisplay() })
  const figures = await measure(new Set(only), electron, Number(values.runs))
  printTable(figures)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
  return figures.every(({ ok }) => ok) ? 0 : 1
})

/** Imported late: what they import is installed by the set-up. */
async function measure(only, electron, runs) {
  const figures = []
  if (only.has('window')) {
    const { measureWindow, windowFigures } = await import('./bench/window.mjs')
    say(`window: ${runs} starts of each app`)
    const rows = await withDisplay(!hasDisplay(), (env) =>
      measureWindow({ electron, projectRoot: root, runs, env })
    )
    figures.push(...windowFigures(rows))
  }
  if (groups.every((name) => name === 'window' || !only.has(name))) return figures
  const { loadCore } = await import('./bench/core.mjs')
  const core = await loadCore()
  const everything = inProject('node_modules/@modelcontextprotocol/server-everything/dist/index.js')
  const program = { command: process.execPath, args: [everything] }
  if (only.has('consent')) {
    const { measureConsent } = await import('./bench/consent.mjs')
    figures.push(...(await measureConsent(core, { runs })))
  }
  if (only.has('data-flow')) {
    const { measureDataFlow } = await import('./bench/data-flow.mjs')
    figures.push(...(await measureDataFlow(core, { runs })))
  }
  if (only.has('tool-calls')) {
    const { measureToolCalls } = await import('./bench/tool-calls.mjs')
    figures.push(...(await measureToolCalls(core, { program, runs })))
  }
  if (only.has('server-start')) {
    const { measureServerStart } = await import('./bench/server-start.mjs')
    figures.push(...(await measureServerStart(core, { program, runs })))
  }
  return figures
}

function printTable(figures) {
  for (const { name, value, unit, reference, ratio, budget, ok } of figures) {
    const limit = budget === null ? '' : `  (at most ${budget}${ok ? '' : ', OVER'})`
    process.stdout.write(
      `${name.padEnd(28)}${`${value} ${unit}`.padEnd(14)}floor ${`${reference} ${unit}`.padEnd(14)}× ${ratio}${limit}\n`
    )
  }
}
