/**
 * Processor time of an idle Parley whose message box has focus, without servers and with ten, against an empty window with a
 * focused field: over most of a minute, for all of its processes without the servers' own. A share of one core, in per cent.
 */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import { hasDisplay } from '../process/display.mjs'
import { root } from '../process/paths.mjs'
import { manyServers, serverFile, trustAll } from './full-folder.mjs'
import { cpuSeconds, processTree, withoutServers } from './process-tree.mjs'
import { nameOther } from './other-build.mjs'
import { inApp, prepareFolder, removeFolder, replaceApp, stepLimitMs, within } from './running-app.mjs'

const mostPercent = 0.1
const servers = { long: 10, short: 2 }
/** Until what the start left behind is done. */
const settleMs = { long: 12_000, short: 500 }
const measuredMs = { long: 30_000, short: 2_000 }

/**
 * Virtual displays show all apps side by side: what they use together is far below one core. A comparison measures each for
 * several spans, otherwise for one. `other`: another build of Parley.
 */
export async function idleRows(electron, { runs, isShort, other }) {
  const length = isShort ? 'short' : 'long'
  const count = servers[length]
  const emptyApp = path.join(import.meta.dirname, 'empty-app')
  // A short run shows only that each figure comes out, so it needs no start without servers.
  const counts = isShort ? [count] : [0, count]
  const builds = [root, ...(other === undefined ? [] : [other])]
  const apps = [
    { app: emptyApp, serverCount: 0 },
    ...builds.flatMap((app) => counts.map((serverCount) => ({ app, serverCount })))
  ]
  const spans = other === undefined ? 1 : runs
  // Only one window of a display has focus.
  const together = hasDisplay() ? 1 : apps.length
  const started = startTogether(together)
  const taken = await pLimit(together).map(apps, ({ app, serverCount }) =>
    measureIdle(replaceApp(electron, app), { serverCount, length, spans, started })
  )
  const [theirs, ...shares] = taken
  const name = `processor when idle, ${count} servers`
  return builds.flatMap((build, index) => {
    const own = shares.slice(counts.length * index, counts.length * (index + 1))
    const [alone, connected] = [own[0], own.at(-1)]
    const rows = [
      { name: 'processor when idle', unit: '%', ours: alone, theirs, budget: 1.15 },
      { name, unit: '%', ours: connected, limit: mostPercent, budget: 1 },
      { name: `${name}, over a window`, unit: '%', ours: connected, theirs, budget: 1.3 }
    ]
    return build === root ? rows : rows.map(nameOther)
  })
}

/** Resolves each call when all have called. */
function startTogether(count) {
  let resolve
  const promise = new Promise((done) => {
    resolve = done
  })
  let waiting = 0
  return () => {
    waiting += 1
    if (waiting === count) resolve()
    return promise
  }
}

async function measureIdle(electron, { serverCount, length, spans, started }) {
  const folder = prepareFolder('idle', { mcpServers: manyServers(serverCount) })
  try {
    return await inApp(electron, { folder }, async (page, processId) => {
      if (serverCount > 0) await trustAll(page, serverCount)
      await page.locator('textarea').focus()
      await within(stepLimitMs, 'another app did not start', started())
      await delay(settleMs[length])
      const own = () => withoutServers(processTree(processId), serverFile)
      const shares = []
      for (let span = 0; span < spans; span++) {
        const before = cpuSeconds(own())
        await delay(measuredMs[length])
        shares.push((100 * (cpuSeconds(own()) - before)) / (measuredMs[length] / 1_000))
      }
      return shares
    })
  } finally {
    removeFolder(folder)
  }
}
