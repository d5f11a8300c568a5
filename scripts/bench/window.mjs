/**
 * Start and idle memory of the built app against an empty window on the same runtime, in turns. Times are taken
 * inside the page (first contentful paint, first moment the message field can be typed into) and counted from
 * the start of the process.
 */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hasDisplay, withDisplay } from '../process/display.mjs'
import { root } from '../process/paths.mjs'
import { nameOther } from './other-build.mjs'
import {
  fullFolder,
  manyServers,
  serverFile,
  serversConnected,
  trustAll,
  trustServersIn
} from './full-folder.mjs'
import { cpuSeconds, processTree, proportionalMegabytes, withoutServers } from './process-tree.mjs'
import {
  poll,
  prepareFolder,
  removeFolder,
  replaceApp,
  stepLimitMs,
  withApp,
  withPage,
  within
} from './running-app.mjs'

/** What long use leaves behind. */
const full = { conversations: 1_000, servers: 10 }
const afterMs = 3_000
const emptyApp = path.join(import.meta.dirname, 'empty-app')

/**
 * Milliseconds since the epoch of paint, first letter and usable field, 0 while there is none yet. Parley's field is usable when
 * its script has taken it over.
 */
const probe = (fields) => {
  const field = document.querySelector(fields)
  if (field !== null && globalThis.letterAt === undefined) {
    globalThis.letterAt = 0
    field.focus()
    const onInput = ({ timeStamp }) => (globalThis.letterAt = performance.timeOrigin + timeStamp)
    addEventListener('input', onInput, { capture: true, once: true })
  }
  const isUsable = [...document.querySelectorAll(fields)].some(
    (field) =>
      !field.matches('[data-early]') && field.disabled !== true && field.getBoundingClientRect().width > 0
  )
  globalThis.usableAt ??= 0
  if (isUsable && globalThis.usableAt === 0) globalThis.usableAt = performance.timeOrigin + performance.now()
  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  return {
    paintAt: paint === undefined ? 0 : performance.timeOrigin + paint.startTime,
    usableAt: globalThis.usableAt,
    letterAt: globalThis.letterAt ?? 0,
    typed: field === null ? null : (field.value ?? field.textContent),
    document: performance.timeOrigin
  }
}

/**
 * Starts each app in turn, `runs` times: the empty window, Parley on empty settings, and on what long use leaves behind. In a
 * short run one start of Parley serves for both. `other`: another build of Parley, which takes its turns.
 */
export async function windowRows(electron, { runs, isShort, other }) {
  const { conversations, servers } = isShort ? { conversations: 20, servers: 1 } : full
  // The first start fills caches.
  const warmUps = isShort ? 0 : 1
  const builds = { '': root, ...(other !== undefined && { other }) }
  const apps = { empty: { app: emptyApp, folder: prepareFolder('empty') } }
  const connect = isShort ? trustAll : serversConnected
  const idleMs = isShort ? 500 : 5_000
  try {
    await withDisplay(!hasDisplay(), async (env) => {
      for (const [build, app] of Object.entries(builds)) {
        if (!isShort) apps[`${build} new`] = { app, folder: prepareFolder('parley') }
        const settings = { mcpServers: manyServers(servers) }
        const folder = await fullFolder('full', settings, { conversations, app })
        const ready = (page) => connect(page, servers)
        apps[`${build} full`] = { app, folder, ready }
        if (!isShort) await trustServersIn(replaceApp(electron, app), folder, servers, env)
      }
      for (let run = 0; run < warmUps + runs; run++)
        for (const one of Object.values(apps)) {
          const { args } = replaceApp(electron, one.app)
          const given = { env, idleMs, ready: one.ready }
          const row = await startOnce(electron.executable, [...args, `--data-dir=${one.folder}`], given)
          if (run >= warmUps) (one.taken ??= []).push(row)
        }
    })
  } finally {
    Object.values(apps).forEach(({ folder }) => removeFolder(folder))
  }
  const theirs = apps.empty.taken
  return Object.keys(builds).flatMap((build) => {
    const filled = apps[`${build} full`].taken
    const rows = [
      ...startFigures(apps[`${build} new`]?.taken ?? filled, theirs),
      ...startFigures(filled, theirs, fullBudgets).map((row) => ({ ...row, name: `full, ${row.name}` }))
    ]
    return build === '' ? rows : rows.map(nameOther)
  })
}

const emptyBudgets = { processor: 1.5, processorAfter: 1.5, memory: 1.15 }
const fullBudgets = { processor: 2, processorAfter: null, memory: 1.3 }

/** Compares starts side by side with starts of the floor. */
export function startFigures(ours, theirs, budgets = emptyBudgets) {
  const column = (taken, key) => taken.map((row) => row[key])
  const against = (name, unit, key, budget, follows = 'load') => {
    return { name, unit, ours: column(ours, key), theirs: column(theirs, key), budget, follows }
  }
  return [
    against('start to first paint', 'ms', 'paintMs', 1.15),
    against('start to first letter', 'ms', 'letterMs', 1.2),
    against('start to usable composer', 'ms', 'usableMs', 1.3),
    against('CPU to start', 's', 'startCpuSeconds', budgets.processor, 'speed'),
    against('CPU to start and 3 s', 's', 'laterCpuSeconds', budgets.processorAfter, 'speed'),
    against('memory when idle (PSS)', 'MB', 'idleMegabytes', budgets.memory)
  ]
}

/** The empty window, once. */
export function startFloor(electron, folder, given) {
  const { executable, args } = replaceApp(electron, emptyApp)
  return startOnce(executable, [...args, `--data-dir=${folder}`], given)
}

/**
 * `fields`: the selector of text fields. `ready` waits for everything else that an idle app has. Processes of servers are left
 * out.
 */
export function startOnce(executable, args, { env, idleMs, fields = 'textarea', ready = async () => {} }) {
  return withApp({ executable, args, env }, async ({ processId, port, startedAt }) => {
    const own = () => withoutServers(processTree(processId), serverFile)
    const taken = await withPage(port, async (page) => {
      const times = await within(stepLimitMs, 'the page showed nothing', measurePage(page, fields))
      const startCpuSeconds = cpuSeconds(own())
      await delay(afterMs)
      const laterCpuSeconds = cpuSeconds(own())
      await ready(page)
      return { ...times, startCpuSeconds, laterCpuSeconds }
    })
    await delay(idleMs)
    const { paintAt, usableAt, letterAt, startCpuSeconds, laterCpuSeconds } = taken
    return {
      paintMs: paintAt - startedAt,
      letterMs: letterAt - startedAt,
      usableMs: usableAt - startedAt,
      startCpuSeconds,
      laterCpuSeconds,
      idleMegabytes: proportionalMegabytes(own())
    }
  })
}

const letter = 'a'

/** Types a letter as soon as there is a field. A page that loads again gets another one. */
async function measurePage(page, fields) {
  let typedIn = 0
  const times = await poll(async () => {
    const now = await page.evaluate(probe, fields)
    if (now.typed !== null && typedIn !== now.document) {
      typedIn = now.document
      await page.keyboard.press(letter)
    }
    return now.paintAt > 0 && now.usableAt > 0 && now.letterAt > 0 ? now : undefined
  }, 'the first paint, the first letter or the usable message box did not come')
  if (times.typed !== letter) throw new Error(`the first letter was lost: ${times.typed}`)
  // The next start would restore it as a draft.
  await page.keyboard.press('Backspace')
  return times
}
