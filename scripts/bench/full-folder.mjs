/** A data folder as it is after long use: many conversations and trusted servers. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../process/bundle.mjs'
import { inProject, root } from '../process/paths.mjs'
import { poll, prepareFolder, stepLimitMs, withApp, withPage } from './running-app.mjs'

/** Distinguishes processes of servers from processes of Parley. */
export const serverFile = inProject('node_modules/@modelcontextprotocol/server-everything/dist/index.js')

/**
 * The caller removes it.
 * @param {{ conversations: number, messagesOfEach?: number, messagesOfLongest?: number, app?: string }} wanted `app`: the
 * checkout whose code writes the history, because an older build can't read a newer one
 */
export async function fullFolder(name, settings, { app = root, ...wanted }) {
  const folder = prepareFolder(name, settings)
  const file = await bundle('bench-full-history', path.join(app, 'app/testing/bench/full-history.ts'))
  const { fillHistory } = await import(`${pathToFileURL(file).href}?${encodeURIComponent(app)}`)
  await fillHistory({ folder, messagesOfEach: 20, messagesOfLongest: 0, ...wanted })
  return folder
}

/** Servers for settings. */
export function manyServers(count) {
  const names = Array.from({ length: count }, (_, index) => `server-${index}`)
  return Object.fromEntries(names.map((name) => [name, { command: process.execPath, args: [serverFile] }]))
}

/** Starts the app on the folder once and trusts all of its servers. */
export async function trustServersIn(electron, folder, count, env) {
  await withApp({ ...electron, args: [...electron.args, `--data-dir=${folder}`], env }, ({ port }) =>
    withPage(port, (page) => trustAll(page, count))
  )
}

/** As a user does, in one question per server or in one question for all. */
export async function trustAll(page, count) {
  const connected = connectedButton(page, count)
  const yes = page.getByRole('dialog').getByRole('button', { name: /^Trust and start/u })
  await poll(async () => {
    if (await connected.isVisible()) return true
    if (await yes.first().isVisible())
      await yes
        .first()
        .click({ timeout: 2_000 })
        .catch(() => {}) // it may have gone
    return undefined
  }, `${count} servers were not connected`)
}

/** Resolves when all of them are. */
export async function serversConnected(page, count) {
  await connectedButton(page, count).waitFor({ timeout: stepLimitMs })
}

const connectedButton = (page, count) => page.getByRole('button', { name: `Servers: ${count} connected` })
