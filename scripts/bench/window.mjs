/**
 * Start and idle memory of the built app against an empty window on the same runtime, in turns. Times are taken
 * inside the page (first contentful paint, first moment the message field can be typed into) and counted from
 * the start of the process.
 */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hasDisplay, withDisplay } from '../process/display.mjs'
import { root } from '../process/paths.mjs'
import { cpuSeconds, processTree, proportionalMegabytes } from './process-tree.mjs'
import { poll, prepareFolder, removeFolder, within, withApp, withPage } from './running-app.mjs'

/** Until a page can be measured. */
const limitMs = 30_000
const apps = { empty: path.join(import.meta.dirname, 'empty-app'), parley: root }

/** Milliseconds since the epoch of paint and usable field, 0 while there is none yet. */
const probe = (fields) => {
  const isUsable = [...document.querySelectorAll(fields)].some(
    (field) => field.disabled !== true && field.getBoundingClientRect().width > 0
  )
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
    Object.values(folders).forEach(removeFolder)
  }
  return toRows(taken)
}

function toRows({ parley, empty }) {
  return startFigures({ ours: parley, theirs: empty })
}

/** Of starts side by side, against those of the floor. */
export function startFigures({ ours, theirs }) {
  const column = (taken, key) => taken.map((row) => row[key])
  const against = (name, unit, key, budget) => {
    return { name, unit, ours: column(ours, key), theirs: column(theirs, key), budget }
  }
  return [
    against('start to first paint', 'ms', 'paintMs', 1.2),
    against('start to usable composer', 'ms', 'usableMs', 1.3),
    against('CPU to start', 's', 'startCpuSeconds', 1.5),
    against('memory when idle (PSS)', 'MB', 'idleMegabytes', 1.25)
  ]
}

/** The empty window, once. */
export function startOfFloor(electron, folder, conditions) {
  const launcherArgs = electron.args.filter((argument) => argument !== root)
  return startOnce(electron.executable, [...launcherArgs, apps.empty, `--data-dir=${folder}`], conditions)
}

/** `field`: the selector of what can be typed into. */
export function startOnce(executable, args, { env, idleMs, field = 'textarea' }) {
  return withApp({ executable, args, env }, async ({ processId, port, startedAt }) => {
    const { paintAt, usableAt } = await withPage(port, (page) =>
      within(limitMs, 'the page showed nothing', measurePage(page, field))
    )
    const startCpuSeconds = cpuSeconds(processTree(processId))
    await delay(idleMs)
    const idleMegabytes = proportionalMegabytes(processTree(processId))
    return { paintMs: paintAt - startedAt, usableMs: usableAt - startedAt, startCpuSeconds, idleMegabytes }
  })
}

function measurePage(page, field) {
  return poll(async () => {
    const times = await page.evaluate(probe, field)
    return times.paintAt > 0 && times.usableAt > 0 ? times : undefined
  }, limitMs)
}
