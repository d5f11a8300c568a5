/** Messages that the user writes: sent unchanged, over each transport and in each revision, and also if they are invalid. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toEnglish } from '../../texts/render-localized'
import { soon } from '../../testing/soon'
import { sendJson, serveEndpoint, type Endpoint } from '../testing/http-endpoint'
import { fixture, watchClients, type WatchedClients } from '../testing/watched-clients'
import type { ConnectionInfo, WrittenMessage } from '../interface'

let watched: WatchedClients
let endpoint: Endpoint | null = null

beforeEach(() => {
  watched = watchClients()
})
afterEach(async () => {
  await watched.clients.shutdown()
  await endpoint?.[Symbol.asyncDispose]()
  endpoint = null
})

const dated = (protocolVersion: string) => `
  const initialize = () => ({ protocolVersion: '${protocolVersion}', capabilities: { tools: {} },
    serverInfo: { name: 'dated', version: '1' } })
  const odd = ({ id }) => { process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, note: 'no result' }) + '\\n'); return silence }
  serve({ name: 'dated', on: { initialize, 'example/odd': odd, 'example/deaf': () => silence,
    'example/echo': ({ params }) => ({ params: params ?? null }) },
    tools: [{ name: 'go', inputSchema: { type: 'object' } }] })`

function send({ connectionId }: ConnectionInfo, message: Partial<WrittenMessage>, timeoutMs = 60_000) {
  const written = { method: 'ping', id: 'mine', isCompleted: true, ...message }
  return watched.clients.sendWritten({ callId: 'written', connectionId, message: written, timeoutMs })
}

describe('a message that the user writes', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'reaches a program of %s unchanged, and its answer is received',
    async (revision) => {
      const info = await watched.startProgram(dated(revision))
      const params = ['not', { an: 'object' }]
      expect(await send(info, { method: 'example/echo', params })).toEqual({
        type: 'answered',
        isError: false
      })
      expect(watched.sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 'mine', method: 'example/echo', params })
      expect(watched.received.at(-1)).toEqual({ jsonrpc: '2.0', id: 'mine', result: { params } })
      expect(await send(info, { method: 'example/unknown' })).toEqual({ type: 'answered', isError: true })
      const methods = await watched.clients.listMethods(info.connectionId)
      expect(methods.map(({ method }) => method)).toContain('logging/setLevel')
    }
  )

  it('gets what 2026-07-28 requires, unless the user writes all of it', async () => {
    const info = await watched.startFile(fixture('mcp-modern.mjs'))
    const version = 'io.modelcontextprotocol/protocolVersion'
    expect(await send(info, { method: 'tools/list', params: { _meta: { own: 1 } } })).toMatchObject({
      isError: false
    })
    expect(watched.sent.at(-1)?.params?.['_meta']).toMatchObject({ own: 1, [version]: '2026-07-28' })
    expect(await send(info, { method: 'tools/list', isCompleted: false })).toMatchObject({ type: 'answered' })
    expect(watched.sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 'mine', method: 'tools/list' })
  })

  it('is sent over HTTP with the headers that follow from it', async () => {
    endpoint = await serveEndpoint((request, response) => {
      const { method, id } = request.message ?? {}
      if (method === 'example/odd')
        return sendJson(response, { jsonrpc: '2.0', id, error: { code: 7, message: 'no' } })
      const results: Record<string, object> = {
        'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
        'tools/list': { tools: [] }
      }
      const common = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
      return sendJson(response, { jsonrpc: '2.0', id, result: { ...common, ...results[method ?? ''] } })
    })
    const info = await watched.reach(endpoint.url)
    expect(await send(info, { method: 'prompts/get', params: { name: 7 } })).toMatchObject({ isError: false })
    expect(endpoint.of('prompts/get')[0]?.headers).toMatchObject({ 'mcp-method': 'prompts/get' })
    expect(await send(info, { method: 'example/odd' })).toEqual({ type: 'answered', isError: true })
  })

  it('ends with an answer of any form, in the list with its request', async () => {
    const info = await watched.startProgram(dated('2025-11-25'))
    expect(await send(info, { method: 'example/odd' })).toEqual({ type: 'answered', isError: false })
    const found = await watched.clients.findMessages({
      serverName: 'tested',
      terms: [],
      secrets: [],
      from: null,
      count: 2
    })
    const [request, answer] = found?.rows ?? []
    expect([request?.method, answer?.method]).toEqual(['example/odd', 'example/odd'])
    expect(answer?.partner).toBe(request?.number)
  })

  it('is cancelled at the server when it is stopped, and a late answer goes to no one', async () => {
    const info = await watched.startProgram(dated('2025-11-25'))
    const sending = send(info, { method: 'example/deaf', id: 3_000 })
    await vi.waitFor(() => expect(watched.methods()).toContain('example/deaf'), soon)
    await watched.clients.cancelCall('written')
    expect(await sending).toEqual({ type: 'cancelled' })
    expect(watched.sent.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: 3_000 }
    })
  })

  it('gives up at the limit of the server', async () => {
    const info = await watched.startProgram(dated('2025-11-25'))
    const outcome = await send(info, { method: 'example/deaf' }, 1)
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'TOOL_TIMEOUT' } })
  })

  it('is refused with the id of an open request, also if it is written as text', async () => {
    const info = await watched.startProgram(dated('2025-11-25'))
    void send(info, { method: 'example/deaf', id: 77 })
    await vi.waitFor(() => expect(watched.methods()).toContain('example/deaf'), soon)
    const outcome = await send(info, { id: '77' })
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'REQUEST_REFUSED' } })
  })

  it('has no answer as a notification', async () => {
    const info = await watched.startProgram(dated('2025-11-25'))
    expect(await send(info, { method: 'example/news', id: null })).toEqual({ type: 'sent' })
    expect(watched.sent.at(-1)).toEqual({ jsonrpc: '2.0', method: 'example/news' })
  })

  it('is checked with what is added to it, before it is sent', async () => {
    const { connectionId } = await watched.startFile(fixture('mcp-modern.mjs'))
    const message = { method: 'tools/call', id: 'x', params: { name: 7 }, isCompleted: true }
    const found = await watched.clients.checkWritten(connectionId, message)
    expect(found.checkedAgainst).toBe('2026-07-28')
    expect(found.faults.map(({ pointer, reason }) => `${pointer} ${toEnglish(reason)}`)).toEqual([
      expect.stringMatching(/^\/params\/name .*text/u)
    ])
    const raw = await watched.clients.checkWritten(connectionId, { ...message, isCompleted: false })
    expect(raw.faults.map(({ pointer }) => pointer)).toContain('/params/_meta')
    expect(watched.methods()).not.toContain('tools/call')
  })
})
