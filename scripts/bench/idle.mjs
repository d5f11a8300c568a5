/**
 * Processor time of an idle Parley with ten connected servers: over a minute, for all of its processes without the servers'
 * own. A share of one core, in per cent.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { manyServers, serverFile, trustAll } from './full-folder.mjs'
import { cpuSeconds, processTree, withoutServers } from './process-tree.mjs'
import { inApp, prepareFolder, removeFolder } from './running-app.mjs'

const mostPercent = 0.1
const servers = { long: 10, short: 2 }
/** Until what the start left behind is done. */
const settleMs = { long: 15_000, short: 500 }
const measuredMs = { long: 60_000, short: 2_000 }

/** Once: it takes a minute and a half, and a median of few says no more. */
export async function idleRows(electron, { isShort }) {
  const length = isShort ? 'short' : 'long'
  const count = servers[length]
  const folder = prepareFolder('idle', { mcpServers: manyServers(count) })
  try {
    return await inApp(electron, { folder }, async (page, processId) => {
      await trustAll(page, count)
      await delay(settleMs[length])
      const parleys = () => withoutServers(processTree(processId), serverFile)
      const before = cpuSeconds(parleys())
      await delay(measuredMs[length])
      const percent = (100 * (cpuSeconds(parleys()) - before)) / (measuredMs[length] / 1_000)
      const name = `processor when idle, ${count} servers`
      return [{ name, unit: '%', ours: [percent], limit: mostPercent, budget: 1 }]
    })
  } finally {
    removeFolder(folder)
  }
}
