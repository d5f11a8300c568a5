/** HTTP with server-sent events, the transport of the first revision, and how Parley detects it. */
import type http from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { end, initialized, serveEndpoint } from '../../testing/http-endpoint'
import type { Endpoint, EndpointMessage } from '../../testing/http-endpoint'
import { watchClients } from '../../testing/watched-clients'
import type { WatchedClients } from '../../testing/watched-clients'
import { soon } from '../../../testing/soon'

let watched: WatchedClients
const endpoints: Endpoint[] = []

beforeEach(() => {
  watched = watchClients()
})
afterEach(async () => {
  await watched.clients.shutdown()
  for (const endpoint of endpoints.splice(0)) await endpoint[Symbol.asyncDispose]()
})

async function serve(...given: Parameters<typeof serveEndpoint>): Promise<Endpoint> {
  const endpoint = await serveEndpoint(...given)
  endpoints.push(endpoint)
  return endpoint
}

function answerOf({ id, method, params }: EndpointMessage): unknown {
  const results: Readonly<Record<string, unknown>> = {
    initialize: { ...initialized, protocolVersion: '2024-11-05' },
    'tools/list': { tools: [{ name: 'go', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: `went ${JSON.stringify(params?.['arguments'])}` }] }
  }
  return { jsonrpc: '2.0', id, result: results[method ?? ''] ?? {} }
}

interface OldServer extends Endpoint {
  /** The open event stream. */
  stream(): http.ServerResponse
}

async function serveOld(announced = '/messages?session=1', refusal = 405): Promise<OldServer> {
  let stream: http.ServerResponse | null = null
  const endpoint = await serve((request, response) => {
    if (request.httpMethod === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      stream.write(`event: endpoint\ndata: ${announced}\n\n`)
      return true
    }
    if (!request.path.includes('message')) return end(response.writeHead(refusal))
    response.writeHead(202).end('Accepted')
    if (request.message?.id === undefined) return true
    stream?.write(`event: message\ndata: ${JSON.stringify(answerOf(request.message))}\n\n`)
    return true
  }, '/sse')
  return Object.assign(endpoint, {
    stream: () => {
      if (stream === null) throw new Error('Nobody listens')
      return stream
    }
  })
}

describe('SYS-09: a server of the first transport', () => {
  it.each(['/messages?session=1', '/mcp/message', 'message'])(
    'SYS-09 SSE-01 SSE-02 SSE-03 SSE-04 SYS-01: gets messages at the address that it announces (%s), and none before',
    async (announced) => {
      const server = await serveOld(announced)
      const info = await watched.reach(server.url, { transport: 'sse' })
      expect(info).toMatchObject({
        usedTransport: 'sse',
        protocolVersion: '2024-11-05',
        tools: [{ name: 'go' }]
      })
      expect(await watched.call(info, 'go', { far: true })).toMatchObject({
        content: [{ text: 'went {"far":true}' }]
      })
      const [first, ...later] = server.requests
      expect(first?.httpMethod).toBe('GET')
      const { pathname, search } = new URL(announced, server.url)
      expect(new Set(later.map(({ path }) => path))).toEqual(new Set([pathname + search]))
    }
  )

  it('SYS-01: gets no arrays, and no header for the revision, which it does not know', async () => {
    const server = await serveOld()
    const info = await watched.reach(server.url, { transport: 'sse' })
    await Promise.all([watched.call(info, 'go'), watched.call(info, 'go')])
    expect(server.requests.some(({ message }) => Array.isArray(message))).toBe(false)
    const versions = new Set(server.requests.map(({ headers }) => headers['mcp-protocol-version']))
    expect([...versions].filter((version) => version !== undefined && version !== '2024-11-05')).toEqual([])
  })

  it('LIFE-24: is lost with its stream, and open requests fail at once', async () => {
    const server = await serveOld()
    const info = await watched.reach(server.url, { transport: 'sse' })
    server.stream().end()
    await vi.waitFor(() => expect(watched.news('connectionClosed')).toHaveLength(1), soon)
    expect(await watched.call(info, 'go')).toMatchObject({ type: 'failed' })
  })

  it('RPC-21: has unreadable events in its stream logged, and continues', async () => {
    const server = await serveOld()
    const info = await watched.reach(server.url, { transport: 'sse' })
    server.stream().write('event: message\ndata: {"half":\n\n')
    server.stream().write('event: other\ndata: nothing to us\n\n')
    await vi.waitFor(() => expect(watched.log().join()).toContain('not JSON-RPC: {"half":'), soon)
    expect(await watched.call(info, 'go')).toMatchObject({ type: 'completed' })
    expect(watched.log().join()).not.toContain('nothing to us')
  })
})

describe('SYS-10: an address of an unknown transport', () => {
  it.each([404, 405, 400, 406])(
    'SYS-10 SSE-05 SSE-06 SSE-07 TRN-07: gets a POST first, and a GET if that is denied (HTTP %i)',
    async (refusal) => {
      const old = await serveOld('/messages', refusal)
      const current = await serve()
      expect(await watched.reach(old.url)).toMatchObject({ usedTransport: 'sse' })
      expect(await watched.reach(current.url)).toMatchObject({ usedTransport: 'http' })
      const methods = old.requests.filter(({ path }) => path === '/sse').map(({ httpMethod }) => httpMethod)
      expect(methods[0]).toBe('POST')
      expect(methods.at(-1)).toBe('GET')
      expect(watched.log().join()).toContain('trying the older HTTP with server-sent events')
    }
  )

  it('SYS-10 SSE-08: does not count as an old server if it requires a sign-in', async () => {
    const locked = await serve((_request, response) => end(response.writeHead(401)))
    await expect(watched.reach(locked.url)).rejects.toMatchObject({ code: 'SERVER_NEEDS_SIGN_IN' })
    expect(locked.requests.some(({ httpMethod }) => httpMethod === 'GET')).toBe(false)
  })

  it('SSE-09: gets no other request if the user configured the transport', async () => {
    const old = await serveOld()
    await watched.reach(old.url, { transport: 'sse' })
    expect(old.requests.some(({ httpMethod, path }) => httpMethod === 'POST' && path === '/sse')).toBe(false)
  })
})
