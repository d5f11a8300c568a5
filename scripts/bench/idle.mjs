/**
 * What Parley takes of the processor while nobody does anything, ten servers connected: over a minute, all of its processes,
 * the servers' own left out. A share of one core, in per cent.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { hasDisplay, withDisplay } from '../process/display.mjs'
import { inProject } from '../process/paths.mjs'
import { cpuSeconds, processTree, withoutServers } from './process-tree.mjs'
import { poll, prepareFolder, removeFolder, withApp, withPage } from './running-app.mjs'

const mostPercent = 0.1
const servers = { long: 10, short: 2 }
const limitMs = 60_000
/** Until what the start left behind is done. */
const settleMs = { long: 15_000, short: 500 }
const measuredMs = { long: 60_000, short: 2_000 }

const serverFile = inProject('node_modules/@modelcontextprotocol/server-everything/dist/index.js')

/** Once: it takes a minute and a half, and a median of few says no more. */
export async function idleRows(electron, { isShort }) {
  const length = isShort ? 'short' : 'long'
  const names = Array.from({ length: servers[length] }, (_, index) => `idle-${index}`)
  const definition = { command: process.execPath, args: [serverFile] }
  const mcpServers = Object.fromEntries(names.map((name) => [name, definition]))
  const folder = prepareFolder('idle', { mcpServers })
  try {
    return await withDisplay(!hasDisplay(), (env) =>
      withApp(
        { ...electron, args: [...electron.args, `--data-dir=${folder}`], env },
        async ({ processId, port }) => {
          await withPage(port, (page) => trustAll(page, names.length))
          await delay(settleMs[length])
          const parleys = () => withoutServers(processTree(processId), serverFile)
          const before = cpuSeconds(parleys())
          await delay(measuredMs[length])
          const seconds = cpuSeconds(parleys()) - before
          const percent = (100 * seconds) / (measuredMs[length] / 1_000)
          const name = `processor when idle, ${names.length} servers`
          return [{ name, unit: '%', ours: [percent], theirs: [mostPercent], budget: 1 }]
        }
      )
    )
  } finally {
    removeFolder(folder)
  }
}

/** As the person would, who is asked for one server after the other or for all of them at once. */
async function trustAll(page, count) {
  const connected = page.getByRole('button', { name: `Servers: ${count} connected` })
  const yes = page.getByRole('dialog').getByRole('button', { name: /^Trust and start/u })
  await poll(async () => {
    if (await connected.isVisible()) return true
    if (await yes.first().isVisible())
      await yes
        .first()
        .click({ timeout: 2_000 })
        .catch(() => {}) // it may have gone
    return undefined
  }, limitMs)
}
