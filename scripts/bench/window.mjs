/**
 * Start and idle memory of the built app against an empty window on the same runtime, in turns. Times are taken
 * inside the page (first contentful paint, first moment the message field can be typed into) and counted from
 * the start of the process.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from 'playwright'
import { hasDisplay, withDisplay } from '../process/display.mjs'
import { freePort } from '../process/free-port.mjs'
import { root } from '../process/paths.mjs'
import { say } from '../process/terminal.mjs'
import { cpuSeconds, processTree, proportionalMegabytes } from './process-tree.mjs'

/** Of one step each: until a page is there, until it can be measured, until the app has ended. */
const limitsMs = { page: 30_000, measured: 30_000, end: 10_000 }
const apps = { empty: path.join(import.meta.dirname, 'empty-app'), parley: root }

/** Milliseconds since the epoch of paint and usable field, 0 while there is none yet. */
const probe = () => {
  const field = document.querySelector('textarea')
  const isUsable = field !== null && !field.disabled && field.getBoundingClientRect().width > 0
  globalThis.usableAt ??= 0
  if (isUsable && globalThis.usableAt === 0) globalThis.usableAt = performance.timeOrigin + performance.now()
  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  return {
    paintAt: paint === undefined ? 0 : performance.timeOrigin + paint.startTime,
    usableAt: globalThis.usableAt
  }
}

/** Starts each app in turn, `runs` times. */
export async function windowRows(electron, { runs, isShort }) {
  const launcherArgs = electron.args.filter((argument) => argument !== root)
  const names = Object.keys(apps)
  const folders = Object.fromEntries(names.map((name) => [name, prepareFolder(name)]))
  const taken = { empty: [], parley: [] }
  // The first start fills caches.
  const warmUps = isShort ? 0 : 1
  try {
    await withDisplay(!hasDisplay(), async (env) => {
      for (let run = 0; run < warmUps + runs; run++)
        for (const name of names) {
          const args = [...launcherArgs, apps[name], `--data-dir=${folders[name]}`]
          const row = await startOnce(electron.executable, args, { env, idleMs: isShort ? 500 : 8_000 })
          if (run >= warmUps) taken[name].push(row)
        }
    })
  } finally {
    for (const folder of Object.values(folders))
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return toRows(taken)
}

function toRows(taken) {
  const column = (name, key) => taken[name].map((row) => row[key])
  const against = (name, unit, key, budget) => {
    return { name, unit, ours: column('parley', key), theirs: column('empty', key), budget }
  }
  return [
    against('start to first paint', 'ms', 'paintMs', 1.2),
    against('start to usable composer', 'ms', 'usableMs', 1.3),
    against('CPU to start', 's', 'startCpuSeconds', 1.5),
    against('memory when idle (PSS)', 'MB', 'idleMegabytes', 1.25)
  ]
}

/** A used folder: the welcome is for empty ones. */
function prepareFolder(name) {
  const folder = mkdtempSync(path.join(tmpdir(), `parley-bench-${name}-`))
  writeFileSync(path.join(folder, 'settings.json'), '{ "mcpServers": {} }\n')
  return folder
}

async function startOnce(executable, args, { env, idleMs }) {
  const port = await freePort()
  const startedAt = performance.timeOrigin + performance.now()
  const child = spawn(executable, [`--remote-debugging-port=${port}`, ...args], { stdio: 'ignore', env })
  const ended = once(child, 'exit')
  const endedEarly = ended.then(() => Promise.reject(new Error('the app ended by itself')))
  endedEarly.catch(() => {}) // heard of while it is measured; afterwards it is told to end
  try {
    return await Promise.race([measureApp(child.pid, { port, startedAt, idleMs }), endedEarly])
  } finally {
    await end(child, ended)
  }
}

async function measureApp(processId, { port, startedAt, idleMs }) {
  await within(limitsMs.page, 'the app opened no page', findPage(port))
  const { paintAt, usableAt } = await within(limitsMs.measured, 'the page showed nothing', measurePage(port))
  const startCpuSeconds = cpuSeconds(processTree(processId))
  await delay(idleMs)
  const idleMegabytes = proportionalMegabytes(processTree(processId))
  return { paintMs: paintAt - startedAt, usableMs: usableAt - startedAt, startCpuSeconds, idleMegabytes }
}

/** Tells the app to end, and kills it with all that it started where it does not. That costs no figure, so it is only said. */
async function end(child, ended) {
  const tree = processTree(child.pid)
  child.kill('SIGTERM')
  try {
    await within(limitsMs.end, 'the app did not end when it was told to', ended)
  } catch (error) {
    say(`${error.message}; it was killed: ${child.spawnargs.join(' ')}`)
    for (const processId of tree) killIfThere(processId)
    await ended
  }
}

function killIfThere(processId) {
  try {
    process.kill(processId, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

async function findPage(port) {
  const isShown = ({ type, url }) => type === 'page' && url !== 'about:blank' && url !== ''
  await poll(async () => {
    // Nothing listens there before the app has got that far.
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    return (await answer?.json())?.find(isShown)
  })
}

async function measurePage(port) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    const page = browser.contexts()[0].pages()[0]
    return await poll(async () => {
      const times = await page.evaluate(probe)
      return times.paintAt > 0 && times.usableAt > 0 ? times : undefined
    })
  } finally {
    await browser.close()
  }
}

/** Asks every 10 ms; how long is limited by whoever waits for the answer, and by what is longest. */
async function poll(ask) {
  const end = Date.now() + Math.max(...Object.values(limitsMs))
  while (Date.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await delay(10)
  }
  throw new Error('there was no answer')
}

/** Rejects with the complaint when the work is not done in time. */
async function within(limitMs, complaint, work) {
  const controller = new AbortController()
  const { signal } = controller
  const late = delay(limitMs, undefined, { signal }).then(() => {
    throw new Error(`${complaint}: not within ${limitMs / 1_000} s`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => {})
    controller.abort()
  }
}
