/**
 * Measures one group of the bench: `driver.js GROUP RUNS [short]`. The last line on standard output are its rows as
 * JSON. A program of its own, so that whoever starts it can end it with all that it started when it takes too long.
 */
import process from 'node:process'
import { measureCodeMode } from './code-mode'
import { measureConsent } from './consent'
import { measureCurves } from './curves'
import { measureDataFlow } from './data-flow'
import type { Effort, Row } from './rows'
import { measureContainment } from './containment'
import { measureDay } from './day'
import { measureHistory } from './history'
import { measureResults } from './results'
import { measureServerStart } from './server-start'
import { measureToolCalls } from './tool-calls'
import { measureToolSearch } from './tool-search'

const groups: Readonly<Record<string, (effort: Effort) => Promise<Row[]>>> = {
  'tool-calls': measureToolCalls,
  'server-start': measureServerStart,
  containment: measureContainment,
  consent: measureConsent,
  'data-flow': measureDataFlow,
  'tool-search': measureToolSearch,
  'code-mode': measureCodeMode,
  history: measureHistory,
  results: measureResults,
  day: measureDay
}

const [name = '', runs, length] = process.argv.slice(2)
if (name === 'curves') {
  process.stdout.write(`${JSON.stringify(await measureCurves(length === 'short'))}\n`)
  process.exit()
}
const measure = groups[name]
if (measure === undefined) throw new Error(`There is no group ${name}.`)
const rows = await measure({ runs: Number(runs), isShort: length === 'short' })
process.stdout.write(`${JSON.stringify(rows)}\n`)
