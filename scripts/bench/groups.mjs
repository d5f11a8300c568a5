/** The groups of the bench by name. Each takes `{ electron, effort }` and answers with rows for `figure`. */
import { pathToFileURL } from 'node:url'

/** @typedef {{ runs: number, isShort: boolean }} Effort */

/**
 * Modules are imported late, because they need what the set-up installs.
 * @type {Record<string, (given: { electron: object, effort: Effort }) => Promise<object[]>>}
 */
export const groups = {
  /** Start to first paint and to a usable message box, processor and memory, with an empty and a full history. */
  start: async ({ electron, effort }) => (await import('./window.mjs')).windowRows(electron, effort),
  idle: async ({ electron, effort }) => (await import('./idle.mjs')).idleRows(electron, effort),
  /** The list of conversations, its search, and a conversation of 10,000 messages. */
  'long-lists': async ({ electron, effort }) =>
    (await import('./long-lists.mjs')).longListRows(electron, effort),
  'direct-call': async ({ electron, effort }) =>
    (await import('./direct-call.mjs')).directCallRows(electron, effort),
  'large-result': async ({ electron, effort }) =>
    (await import('./large-result.mjs')).largeResultRows(electron, effort),
  streaming: async ({ electron, effort }) =>
    (await import('./streaming.mjs')).streamingRows(electron, effort),
  views: async ({ electron, effort }) => (await import('./views.mjs')).viewRows(electron, effort),
  'server-start': async ({ effort }) => (await load('server-start')).measureServerStart(effort),
  messages: async ({ electron, effort }) => [
    ...(await (await load('message-filter')).measureMessageFilter(effort)),
    ...(await (await import('./message-flood.mjs')).messageFloodRows(electron, effort))
  ],
  payload: async ({ effort }) => (await import('./payload.mjs')).payloadRows(effort)
}

/** A part of the core. @param {string} name of a file in `app/testing/bench` */
async function load(name) {
  process.env.NODE_ENV ??= 'production'
  const { bundle } = await import('../process/bundle.mjs')
  const file = await bundle(`bench-${name}`, `app/testing/bench/${name}.ts`)
  return await import(pathToFileURL(file).href)
}
