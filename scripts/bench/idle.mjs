/**
 * Processor time of an idle Parley whose message box has focus, without servers and with ten, against an empty window with a
 * focused field: over most of a minute, for all of its processes without the servers' own. A share of one core, in per cent.
 */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../process/paths.mjs'
import { manyServers, serverFile, trustAll } from './full-folder.mjs'
import { cpuSeconds, processTree, withoutServers } from './process-tree.mjs'
import { inApp, prepareFolder, removeFolder } from './running-app.mjs'

const mostPercent = 0.1
const servers = { long: 10, short: 2 }
/** Until what the start left behind is done. */
const settleMs = { long: 12_000, short: 500 }
const measuredMs = { long: 45_000, short: 2_000 }

/** Once: it takes three minutes, and a median of few says no more. */
export async function idleRows(electron, { isShort }) {
  const length = isShort ? 'short' : 'long'
  const count = servers[length]
  const measure = (app, serverCount) => measureIdle({ electron, app, serverCount, length })
  const floor = await measure(path.join(import.meta.dirname, 'empty-app'), 0)
  const connected = await measure(root, count)
  // A short run shows only that each figure comes out, so it needs no start without servers.
  const alone = isShort ? connected : await measure(root, 0)
  const name = `processor when idle, ${count} servers`
  return [
    { name: 'processor when idle', unit: '%', ours: [alone], theirs: [floor], budget: 1.15 },
    { name, unit: '%', ours: [connected], limit: mostPercent, budget: 1 },
    { name: `${name}, over a window`, unit: '%', ours: [connected], theirs: [floor], budget: 1.3 }
  ]
}

async function measureIdle({ electron, app, serverCount, length }) {
  const folder = prepareFolder('idle', { mcpServers: manyServers(serverCount) })
  const args = electron.args.map((argument) => (argument === root ? app : argument))
  try {
    return await inApp({ ...electron, args }, { folder }, async (page, processId) => {
      if (serverCount > 0) await trustAll(page, serverCount)
      await page.locator('textarea').focus()
      await delay(settleMs[length])
      const own = () => withoutServers(processTree(processId), serverFile)
      const before = cpuSeconds(own())
      await delay(measuredMs[length])
      return (100 * (cpuSeconds(own()) - before)) / (measuredMs[length] / 1_000)
    })
  } finally {
    removeFolder(folder)
  }
}
