/** Subscriptions of the newest revision that change while a server keeps only one for each connection. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { soon } from '../../testing/soon'
import { watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'

let watched: WatchedClients

beforeEach(() => {
  watched = watchClients()
})
afterEach(() => watched.clients.shutdown())

/** Like the official Go library: the end of any subscription drops the current one, a moment later. */
const forgetful = `
  const result = (more) => ({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...more })
  const key = 'io.modelcontextprotocol/subscriptionId'
  let listening = null
  let grown = 0
  const tell = (method, more) => listening !== null && notify(method, { ...more, _meta: { [key]: listening } })
  serve({ name: 'forgetful', on: {
    'server/discover': () => result({ supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true } } }),
    'tools/list': () => result({ tools: ['grow', ...Array.from({ length: grown }, (_, n) => 'grown' + n)]
      .map((name) => ({ name, inputSchema: { type: 'object' } })) }),
    'subscriptions/listen': ({ id, params }) => {
      listening = id
      tell('notifications/subscriptions/acknowledged', { notifications: params.notifications })
      return silence
    },
    'notifications/cancelled': () => setImmediate(() => (listening = null))
  }, call: { grow: () => {
    grown += 1
    tell('notifications/tools/list_changed')
    tell('notifications/resources/updated', { uri: 'memo://board' })
    return result({ content: [] })
  } } })`

const toolNames = () =>
  watched
    .news('toolsChanged')
    .at(-1)
    ?.tools.map(({ name }) => name) ?? []
const updates = () => watched.news('resourceUpdated').length

it('receives changes of lists and resources after each change of its filter', async () => {
  const info = await watched.startProgram(forgetful)
  await watched.clients.subscribeResource(info.connectionId, 'memo://board')
  await watched.call(info, 'grow')
  await vi.waitFor(() => expect(toolNames()).toContain('grown0'), soon)
  await vi.waitFor(() => expect(updates()).toBe(1), soon)
  await watched.clients.subscribeResource(info.connectionId, 'memo://other')
  await watched.call(info, 'grow')
  await vi.waitFor(() => expect(toolNames()).toContain('grown1'), soon)
  await vi.waitFor(() => expect(updates()).toBe(2), soon)
})

it('treats the lists as changed after a gap in its subscription', async () => {
  const info = await watched.startProgram(forgetful)
  await vi.waitFor(() => expect(watched.methods()).toContain('subscriptions/listen'), soon)
  const lists = () => watched.methods().filter((method) => method === 'tools/list').length
  const before = lists()
  await watched.clients.subscribeResource(info.connectionId, 'memo://board')
  await vi.waitFor(() => expect(lists()).toBe(before + 1), soon)
})
