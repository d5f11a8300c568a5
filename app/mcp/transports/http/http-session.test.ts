/** Sessions of Streamable HTTP: how they are kept, lost and renewed, and which headers requests carry. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  end,
  initialized,
  sendJson,
  sendResult,
  serveEndpoint,
  startStream
} from '../../testing/http-endpoint'
import type { Endpoint, EndpointRequest } from '../../testing/http-endpoint'
import { watchClients } from '../../testing/watched-clients'
import type { WatchedClients } from '../../testing/watched-clients'
import { renderEnglish } from '../../../testing/in-english'
import { soon } from '../../../testing/soon'

let watched: WatchedClients
let endpoint: Endpoint | null = null

beforeEach(() => {
  watched = watchClients()
})
afterEach(async () => {
  await watched.clients.shutdown()
  await endpoint?.[Symbol.asyncDispose]()
})

const abilities = {
  tools: {},
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  logging: {}
}

/** Forgets its sessions when the test says so. */
async function serveSessions(
  options: {
    lostStatus?: number
    /** With the id of the request instead of ID. */
    lostBody?: string
    /** The error that answers calls. */
    onCall?: object
    capabilities?: () => object
    isDeaf?: boolean
    protocolVersion?: string
  } = {}
) {
  const { lostStatus = 404, capabilities = () => abilities, protocolVersion = '2025-11-25' } = options
  const known = new Set<string>()
  let count = 0
  let tools = ['go']
  endpoint = await serveEndpoint((request, response) => {
    const { message, headers, httpMethod } = request
    const session = headers['mcp-session-id']
    if (message?.method === 'initialize') {
      count += 1
      known.add(`s${count}`)
      response.setHeader('mcp-session-id', `s${count}`)
      return sendResult(response, request, { ...initialized, protocolVersion, capabilities: capabilities() })
    }
    if (message?.method === 'server/discover') return false
    if (typeof session !== 'string' || !known.has(session)) {
      if (options.lostBody !== undefined)
        return sendJson(
          response,
          options.lostBody.replace('ID', JSON.stringify(message?.id ?? null)),
          lostStatus
        )
      const error = { code: -32_000, message: 'Bad Request: No valid session ID provided' }
      return sendJson(response, { jsonrpc: '2.0', error, id: null }, lostStatus)
    }
    if (httpMethod === 'DELETE') return end(response.writeHead(200))
    if (message?.method === 'tools/list') {
      return sendResult(response, request, {
        tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } }))
      })
    }
    if (message?.method === 'tools/call' && options.onCall !== undefined)
      return sendJson(response, { jsonrpc: '2.0', id: message.id, error: options.onCall })
    const isSetting = ['resources/subscribe', 'logging/setLevel'].includes(message?.method ?? '')
    return isSetting ? sendResult(response, request, {}) : false
  })
  return {
    endpoint,
    forget: () => known.clear(),
    offer: (names: string[]) => {
      tools = names
    }
  }
}

const sessionOf = ({ headers }: EndpointRequest) => headers['mcp-session-id']

describe('SYS-07: a session', () => {
  it.each(['2025-06-18', '2025-11-25'])(
    'SYS-07 HTTP-16 HTTP-17 HTTP-22 HTTP-23: is named in every request after the first, with the revision %s',
    async (protocolVersion) => {
      const { endpoint: served } = await serveSessions({ protocolVersion })
      const info = await watched.reach(served.url)
      await watched.call(info, 'go')
      await watched.clients.disconnect(info.connectionId)
      const from = served.requests.findIndex(({ message }) => message?.method === 'initialize')
      const [first, ...later] = served.requests.slice(from)
      expect(first?.headers['mcp-session-id']).toBeUndefined()
      expect(later.map(({ httpMethod }) => httpMethod)).toEqual(
        expect.arrayContaining(['POST', 'GET', 'DELETE'])
      )
      for (const { headers } of later) {
        expect(headers).toMatchObject({ 'mcp-session-id': 's1', 'mcp-protocol-version': protocolVersion })
      }
    }
  )

  it('SYS-07 HTTP-20 HTTP-21 HTTP-25: ends with a DELETE that the server may deny', async () => {
    const { endpoint: served, forget } = await serveSessions({ lostStatus: 405 })
    const info = await watched.reach(served.url)
    forget()
    await watched.clients.disconnect(info.connectionId)
    expect(served.requests.at(-1)).toMatchObject({
      httpMethod: 'DELETE',
      headers: { 'mcp-session-id': 's1' }
    })
    expect(watched.news('connectionClosed')).toEqual([])
  })

  it.each([404, 400])(
    'SYS-07 HTTP-18 HTTP-21: is renewed if the server forgot it (HTTP %i), and the call is sent again once',
    async (lostStatus) => {
      const { endpoint: served, forget } = await serveSessions({ lostStatus })
      const info = await watched.reach(served.url)
      forget()
      expect(await watched.call(info, 'go')).toMatchObject({ type: 'completed', content: [{ text: 'went' }] })
      const [, second] = served.of('initialize')
      expect(second?.headers['mcp-session-id']).toBeUndefined()
      expect(served.of('tools/call').map(sessionOf)).toEqual(['s1', 's2'])
      expect(served.of('notifications/initialized').map(sessionOf)).toEqual(['s1', 's2'])
      expect(watched.news('connectionClosed')).toEqual([])
      expect(watched.log().filter((line) => line.includes('had forgotten the session'))).toHaveLength(1)
    }
  )

  const lostBy: readonly [string, number, string][] = [
    ['410', 410, ''],
    ['400 and text', 400, 'Invalid session ID'],
    ['400 and a text without the session', 400, 'Bad Request'],
    [
      '401 without a sign-in',
      401,
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session expired"}}'
    ],
    ['403 and a message', 403, '{"error":"Unknown session"}'],
    ['500 and a message', 500, 'Error: session s1 does not exist'],
    [
      'status 200 and an error',
      200,
      '{"jsonrpc":"2.0","id":ID,"error":{"code":-32001,"message":"Session not found"}}'
    ],
    [
      'status 200 and another error',
      200,
      '{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"Bad Request: No valid session ID provided"}}'
    ],
    [
      'status 200 and an error without an id',
      200,
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}'
    ],
    [
      'status 200 and an error of the handshake',
      200,
      '{"jsonrpc":"2.0","id":ID,"error":{"code":-32002,"message":"Server not initialized"}}'
    ],
    [
      '400 and an error of the handshake',
      400,
      '{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"Bad Request: Server not initialized"}}'
    ]
  ]

  it.each(lostBy)(
    'HTTP-18: is renewed once if the server forgot it, as %s says',
    async (_how, status, body) => {
      const { endpoint: served, forget } = await serveSessions({ lostStatus: status, lostBody: body })
      const info = await watched.reach(served.url, { access: null })
      forget()
      expect(await watched.call(info, 'go')).toMatchObject({ type: 'completed', content: [{ text: 'went' }] })
      expect(served.of('tools/call').map(sessionOf)).toEqual(['s1', 's2'])
      expect(served.of('initialize')).toHaveLength(2)
      expect(watched.news('connectionClosed')).toEqual([])
    }
  )

  it('HTTP-18: is kept if the server knows it, even if a tool reports an error about its own sessions', async () => {
    const { endpoint: served } = await serveSessions({
      onCall: { code: -32_000, message: 'Session not found: browser-1' }
    })
    const info = await watched.reach(served.url)
    expect(await watched.call(info, 'go')).toMatchObject({
      type: 'failed',
      failure: { message: expect.stringContaining('browser-1') as string }
    })
    expect(served.of('tools/call')).toHaveLength(1)
    expect(served.of('initialize')).toHaveLength(1)
  })

  it('RPC-04: is asked for with a new id each time', async () => {
    const { endpoint: served } = await serveSessions({
      onCall: { code: -32_000, message: 'Session not found: browser-1' }
    })
    const info = await watched.reach(served.url)
    await watched.call(info, 'go')
    await watched.call(info, 'go')
    expect(served.of('ping')).toHaveLength(2)
    const ids = served.requests.flatMap(({ message }) => message?.id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('HTTP-18: is renewed once for a call, which is sent twice and never again', async () => {
    const { endpoint: served } = await serveSessions({
      onCall: { code: -32_002, message: 'Server not initialized' }
    })
    const info = await watched.reach(served.url)
    expect(await watched.call(info, 'go')).toMatchObject({ type: 'failed' })
    expect(served.of('tools/call').map(sessionOf)).toEqual(['s1', 's2'])
  })

  it('HTTP-16: does not exist if its id is empty', async () => {
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method === 'initialize') response.setHeader('MCP-SESSION-ID', '')
      return false
    })
    const info = await watched.reach(endpoint.url)
    expect(await watched.call(info, 'go')).toMatchObject({ type: 'completed' })
    expect(endpoint.of('tools/call').map(sessionOf)).toEqual([undefined])
  })

  it.each(['with space', 'größe', 'x'.repeat(5_000)])(
    'HTTP-17: is not started with a forbidden id (%s)',
    async (id) => {
      endpoint = await serveEndpoint((request, response) => {
        if (request.message?.method === 'initialize') response.setHeader('mcp-session-id', id)
        return false
      })
      await expect(watched.reach(endpoint.url)).rejects.toMatchObject({
        code: 'SERVER_PROTOCOL',
        message: expect.stringContaining("uses a session ID that isn't allowed") as string
      })
      expect(endpoint.of('tools/list')).toEqual([])
    }
  )

  it('HTTP-19: gets its subscriptions and its log level back, and its lists are read again', async () => {
    const { endpoint: served, forget, offer } = await serveSessions()
    const info = await watched.reach(served.url, { logLevel: 'warning' })
    await watched.clients.subscribeResource(info.connectionId, 'memo://board')
    forget()
    offer(['go', 'stay'])
    await watched.call(info, 'go')
    await vi.waitFor(() => expect(watched.news('toolsChanged')).toHaveLength(1), soon)
    expect(watched.news('toolsChanged')[0]).toMatchObject({ tools: [{ name: 'go' }, { name: 'stay' }] })
    expect(served.of('resources/subscribe').map(sessionOf)).toEqual(['s1', 's2'])
    expect(served.of('logging/setLevel').map(({ message }) => message?.params)).toEqual([
      { level: 'warning' },
      { level: 'warning' }
    ])
    expect(watched.news('resourcesChanged')).toHaveLength(1)
    expect(watched.news('promptsChanged')).toHaveLength(1)
  })

  it('HTTP-19: keeps tools that have not changed', async () => {
    const { endpoint: served, forget } = await serveSessions()
    const info = await watched.reach(served.url)
    forget()
    await watched.call(info, 'go')
    await vi.waitFor(() => expect(served.of('tools/list').map(sessionOf)).toEqual(['s1', 's2']), soon)
    await watched.call(info, 'go')
    expect(watched.news('toolsChanged')).toEqual([])
  })

  it('HTTP-18: is renewed once for calls that notice its loss together', async () => {
    const { endpoint: served, forget } = await serveSessions()
    const info = await watched.reach(served.url)
    forget()
    const outcomes = await Promise.all([1, 2, 3].map(() => watched.call(info, 'go')))
    expect(outcomes.map(({ type }) => type)).toEqual(['completed', 'completed', 'completed'])
    expect(served.of('initialize')).toHaveLength(2)
  })

  it('HTTP-18: ends the connection if the server forgets it again at once', async () => {
    const { endpoint: served, forget } = await serveSessions()
    const info = await watched.reach(served.url)
    forget()
    const forgetting = setInterval(forget, 1)
    const outcome = await watched.call(info, 'go').finally(() => clearInterval(forgetting))
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED' } })
    expect(renderEnglish(watched.news('connectionClosed'))).toMatchObject([
      { reason: expect.stringContaining('session') as string }
    ])
    expect(served.of('initialize').length).toBeLessThan(4)
  })

  it('HTTP-18: ends the connection with a reason if the server returns with other capabilities', async () => {
    let capabilities: object = abilities
    const { endpoint: served, forget } = await serveSessions({ capabilities: () => capabilities })
    const info = await watched.reach(served.url)
    capabilities = { tools: {} }
    forget()
    expect(await watched.call(info, 'go')).toMatchObject({ failure: { code: 'SERVER_RESTARTED' } })
    expect(renderEnglish(watched.news('connectionClosed'))).toMatchObject([
      { reason: expect.stringContaining('different capabilities') as string }
    ])
  })
})

describe('SYS-08: a server without sessions', () => {
  it('SYS-08 HTTP-09 HTTP-17 HTTP-29: works without a session, a listening stream and list changes, and has its lists read again', async () => {
    let names = ['one']
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method === 'initialize') {
        return sendResult(response, request, { ...initialized, capabilities: { tools: {}, prompts: {} } })
      }
      if (request.message?.method !== 'prompts/list') return false
      return sendResult(response, request, { prompts: names.map((name) => ({ name })) })
    })
    const info = await watched.reach(endpoint.url)
    expect(await watched.call(info, 'go')).toMatchObject({ type: 'completed' })
    expect(await watched.clients.listPrompts(info.connectionId)).toMatchObject([{ name: 'one' }])
    names = ['one', 'two']
    expect(await watched.clients.listPrompts(info.connectionId)).toHaveLength(2)
    await watched.clients.disconnect(info.connectionId)
    expect(endpoint.requests.some(({ headers }) => 'mcp-session-id' in headers)).toBe(false)
    expect(endpoint.requests.some(({ httpMethod }) => httpMethod === 'DELETE')).toBe(false)
    expect(endpoint.requests.filter(({ httpMethod }) => httpMethod === 'GET')).toHaveLength(1)
  })
})

describe('a request', () => {
  it('HTTP-01 HTTP-02 HTTP-08 RPC-17: carries one message and accepts both kinds of responses', async () => {
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method !== 'tools/call') return false
      startStream(response)({
        jsonrpc: '2.0',
        id: request.message.id,
        result: { content: [{ type: 'text', text: 'streamed' }] }
      })
      response.end()
      return true
    })
    const info = await watched.reach(endpoint.url)
    expect(await watched.call(info, 'go')).toMatchObject({ content: [{ text: 'streamed' }] })
    for (const { httpMethod, headers, message } of endpoint.requests) {
      expect(headers.accept).toContain('text/event-stream')
      if (httpMethod !== 'POST') continue
      expect(headers.accept).toContain('application/json')
      expect(message).toMatchObject({ jsonrpc: '2.0' })
    }
  })

  it('HTTP-26: sends no origin, because no page sends it', async () => {
    endpoint = await serveEndpoint()
    await watched.reach(endpoint.url)
    expect(endpoint.requests.some(({ headers }) => 'origin' in headers)).toBe(false)
  })

  it('HTTP-24: reports that the server denied its revision', async () => {
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method !== 'tools/call') return false
      const error = { code: -32_000, message: 'Bad Request: Unsupported protocol version: 2025-11-25' }
      return sendJson(response, { jsonrpc: '2.0', error, id: null }, 400)
    })
    const outcome = await watched.call(await watched.reach(endpoint.url), 'go')
    expect(outcome).toMatchObject({ failure: { message: expect.stringContaining('revision') as string } })
  })
})

describe('a server that postpones requests', () => {
  it.each<[number, Record<string, string>]>([
    [429, {}],
    [429, { 'retry-after': '0' }],
    [503, { 'retry-after': '0' }]
  ])('gets requests again after HTTP %i %o, also a tool call', async (status, headers) => {
    let refusals = 2
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method !== 'tools/call' || refusals === 0) return false
      refusals -= 1
      response.writeHead(status, headers).end()
      return true
    })
    expect(await watched.call(await watched.reach(endpoint.url), 'go')).toMatchObject({ type: 'completed' })
    expect(endpoint.of('tools/call')).toHaveLength(3)
  })

  it.each([502, 504, 503])(
    'gets requests without side effects again after HTTP %i, but no tool call',
    async (status) => {
      const troubled = new Set(['tools/list', 'tools/call'])
      endpoint = await serveEndpoint((request, response) => {
        const { method = '' } = request.message ?? {}
        if (!troubled.has(method)) return false
        if (method === 'tools/list') troubled.delete(method)
        response.writeHead(status).end()
        return true
      })
      const info = await watched.reach(endpoint.url)
      expect(info.tools).toHaveLength(1)
      expect(await watched.call(info, 'go')).toMatchObject({ failure: { code: 'SERVER_UNREACHABLE' } })
      expect(endpoint.of('tools/call')).toHaveLength(1)
    }
  )

  it('is not waited for beyond a limit, or after the call was stopped', async () => {
    let wait = '3600'
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method !== 'tools/call') return false
      response.writeHead(429, { 'retry-after': wait }).end()
      return true
    })
    const info = await watched.reach(endpoint.url)
    expect(await watched.call(info, 'go')).toMatchObject({ failure: { code: 'SERVER_UNREACHABLE' } })
    wait = '1'
    const stopped = watched.call(info, 'go')
    await vi.waitFor(() => expect(endpoint?.of('tools/call')).toHaveLength(2), soon)
    await watched.clients.cancelCall(watched.lastCallId())
    expect(await stopped).toEqual({ type: 'cancelled' })
    await vi.waitFor(() => expect(endpoint?.of('notifications/cancelled')).toHaveLength(1), soon)
    expect(await watched.call(info, 'go', {}, { timeoutMs: 1_500 })).toMatchObject({ type: 'failed' })
    expect(
      endpoint.of('tools/call').filter(({ message }) => message?.id === lastIds(endpoint)[1])
    ).toHaveLength(1)
  })
})

/** The ids of the tool calls in the order in which they were first sent. */
function lastIds(served: Endpoint | null): unknown[] {
  return [...new Set(served?.of('tools/call').map(({ message }) => message?.id))]
}
