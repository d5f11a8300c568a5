/**
 * Start and idle memory of the built app against an empty window on the same runtime, in turns. Times are taken
 * inside the page (first contentful paint, first moment the message field can be typed into) and counted from
 * the start of the process.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from 'playwright'
import { freePort } from '../process/free-port.mjs'
import { cpuSeconds, processTree, proportionalMegabytes } from './process-tree.mjs'
import { figure } from './statistics.mjs'

const idleMs = 8_000
const emptyApp = path.join(import.meta.dirname, 'empty-app')

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

/** Starts one app `runs` times with each of `apps` in turn; returns rows of measurements by app name. */
export async function measureWindow({ electron, projectRoot, runs, env }) {
  const launcherArgs = electron.args.filter((argument) => argument !== projectRoot)
  const apps = { empty: emptyApp, parley: projectRoot }
  const rows = { empty: [], parley: [] }
  const folders = Object.fromEntries(Object.keys(apps).map((name) => [name, prepareFolder(name)]))
  try {
    for (let run = 0; run <= runs; run++) {
      for (const [name, root] of Object.entries(apps)) {
        const row = await startOnce({
          executable: electron.executable,
          launcherArgs,
          root,
          folder: folders[name],
          env
        })
        if (run > 0) rows[name].push(row) // the first start fills caches
      }
    }
  } finally {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
  }
  return rows
}

export function windowFigures(rows) {
  const column = (name, key) => rows[name].map((row) => row[key])
  const against = (name, unit, key, budget) =>
    figure({ name, unit, ours: column('parley', key), theirs: column('empty', key), budget })
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
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'settings.json'), '{ "mcpServers": {} }\n')
  return folder
}

async function startOnce({ executable, launcherArgs, root, folder, env }) {
  const port = await freePort()
  const startedAt = performance.timeOrigin + performance.now()
  const child = spawn(
    executable,
    [...launcherArgs, `--remote-debugging-port=${port}`, root, `--data-dir=${folder}`],
    { stdio: 'ignore', env }
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    const { paintAt, usableAt } = await measurePage(port)
    const startCpuSeconds = cpuSeconds(processTree(child.pid))
    await delay(idleMs)
    const idleMegabytes = proportionalMegabytes(processTree(child.pid))
    return { paintMs: paintAt - startedAt, usableMs: usableAt - startedAt, startCpuSeconds, idleMegabytes }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function measurePage(port) {
  const target = await poll(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    const pages = answer === null ? [] : await answer.json()
    return pages.find((page) => page.type === 'page' && page.url !== 'about:blank' && page.url !== '')
  })
  if (!target) throw new Error('the app opened no page')
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

/** Asks every 10 ms, 30 s at most. */
async function poll(ask) {
  const end = Date.now() + 30_000
  while (Date.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await delay(10)
  }
  throw new Error('nothing to measure within 30 s')
}
