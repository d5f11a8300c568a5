/**
 * The groups of the bench by name. What the window does is measured from here, all others by `app/testing/bench/driver.ts`, a
 * process each, which is ended with all that it started when it takes too long.
 */
import { run } from '../process/run.mjs'

/** @typedef {{ runs: number, isShort: boolean }} Effort */

/** All curves to their ends. */
const curveMinutes = 20

/**
 * A group takes less than a minute for a run on two processors, whatever it measures; in short much else runs beside it, on a
 * machine that may be slow.
 */
const limitMs = ({ runs, isShort }) => (isShort ? 900_000 : (runs + 1) * 120_000)

/** @type {Record<string, (given: { electron: object, effort: Effort }) => Promise<object[]>>} rows for `figure` */
export const groups = {
  window: measureWindow,
  idle: measureIdle,
  'long-lists': measureLongLists,
  'direct-call': measureDirectCall,
  'large-result': measureLargeResult,
  payload: measurePayload,
  drawing: measureDrawing,
  streaming: measureStreaming,
  directory: measureDirectory,
  'tool-calls': ({ effort }) => drive('tool-calls', effort),
  'server-start': ({ effort }) => drive('server-start', effort),
  containment: ({ effort }) => drive('containment', effort),
  consent: ({ effort }) => drive('consent', effort),
  'data-flow': ({ effort }) => drive('data-flow', effort),
  'tool-search': ({ effort }) => drive('tool-search', effort),
  'code-mode': ({ effort }) => drive('code-mode', effort),
  history: ({ effort }) => drive('history', effort),
  results: ({ effort }) => drive('results', effort),
  day: ({ effort }) => drive('day', effort)
}

/** Imported late: what it imports is installed by the set-up. */
async function measureWindow({ electron, effort }) {
  const { windowRows } = await import('./window.mjs')
  return windowRows(electron, effort)
}

async function measureIdle({ electron, effort }) {
  const { idleRows } = await import('./idle.mjs')
  return idleRows(electron, effort)
}

async function measureLongLists({ electron, effort }) {
  const { longListRows } = await import('./long-lists.mjs')
  return longListRows(electron, effort)
}

async function measureDirectCall({ electron, effort }) {
  const { directCallRows } = await import('./direct-call.mjs')
  return directCallRows(electron, effort)
}

async function measureLargeResult({ electron, effort }) {
  const { largeResultRows } = await import('./large-result.mjs')
  return largeResultRows(electron, effort)
}

async function measurePayload({ effort }) {
  const { payloadRows } = await import('./payload.mjs')
  return payloadRows(effort)
}

async function measureDrawing({ electron, effort }) {
  const { drawingRows } = await import('./drawing.mjs')
  return drawingRows(electron, effort)
}

async function measureStreaming({ electron, effort }) {
  const { streamingRows } = await import('./streaming.mjs')
  return streamingRows(electron, effort)
}

async function measureDirectory({ electron, effort }) {
  const { directoryRows } = await import('./directory.mjs')
  return directoryRows(electron, effort)
}

/** Processor time by number, of which `curves.mjs` makes a page. */
export const driveCurves = (effort) => drive('curves', { ...effort, runs: curveMinutes })

/** @param {Effort} effort */
async function drive(group, effort) {
  const driver = await bundleDriver()
  const timeoutMs = limitMs(effort)
  const args = [driver, group, String(effort.runs), ...(effort.isShort ? ['short'] : [])]
  const { status, output, isTimedOut } = await run(process.execPath, args, {
    stdio: ['ignore', 'pipe', 2],
    timeoutMs,
    env: { ...process.env, NODE_ENV: 'production' }
  })
  if (isTimedOut) throw new Error(`it did not end within ${timeoutMs / 1_000} s`)
  if (status !== 0) throw new Error(`its driver ended with status ${status}`)
  return JSON.parse(output.trimEnd().split('\n').at(-1))
}

let bundled

function bundleDriver() {
  bundled ??= import('../process/bundle.mjs').then(({ bundle }) =>
    bundle('bench', 'app/testing/bench/driver.ts')
  )
  return bundled
}
