/** Event streams of Streamable HTTP: their messages, how they break, and how they are resumed. */
import type http from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  initialized,
  createTextResult,
  sendJson,
  sendResult,
  serveEndpoint,
  startStream
} from '../../testing/http-endpoint'
import type { Endpoint, EndpointRequest } from '../../testing/http-endpoint'
import { loadFetch } from './no-timeout-fetch'
import { watchClients } from '../../testing/watched-clients'
import type { WatchedClients } from '../../testing/watched-clients'
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

const isCall = ({ message }: EndpointRequest) => message?.method === 'tools/call'
const gets = (served: Endpoint) => served.requests.filter(({ httpMethod }) => httpMethod === 'GET')
const resumptions = (served: Endpoint) =>
  gets(served).flatMap(({ headers }) => headers['last-event-id'] ?? [])

/** `onCall` and `onResume` write to a stream; `onResume` counts from 1. */
async function serveBreaks(
  onCall: (stream: ReturnType<typeof startStream>, call: EndpointRequest) => void,
  onResume: (stream: ReturnType<typeof startStream>, call: EndpointRequest, count: number) => void
): Promise<Endpoint> {
  let called: EndpointRequest | null = null
  let count = 0
  return (endpoint = await serveEndpoint((request, response) => {
    if (isCall(request)) {
      called = request
      onCall(startStream(response), request)
      response.end()
      return true
    }
    if (request.httpMethod !== 'GET' || request.headers['last-event-id'] === undefined || called === null)
      return false
    count += 1
    onResume(startStream(response), called, count)
    response.end()
    return true
  }))
}

describe('SYS-07: the broken stream of a call', () => {
  it('SYS-07 HTTP-06 HTTP-12 HTTP-13 HTTP-14: is resumed after the last event, and the answer still arrives', async () => {
    const served = await serveBreaks(
      (stream) => stream(null, 'id: e-1\nretry: 100\n'),
      (stream, call) => stream(createTextResult(call, 'resumed'), 'id: e-2\n')
    )
    const info = await watched.reach(served.url)
    expect(await watched.call(info, 'go')).toMatchObject({ content: [{ text: 'resumed' }] })
    expect(resumptions(served)).toEqual(['e-1'])
    expect(served.of('tools/call')).toHaveLength(1)
    expect(watched.sent.some(({ method }) => method === 'notifications/cancelled')).toBe(false)
  })

  it('HTTP-13: keeps its position if the resumed stream has no event id of its own', async () => {
    const served = await serveBreaks(
      (stream) => stream(null, 'id: e-7\nretry: 100\n'),
      (stream, call, count) => {
        if (count === 3) stream(createTextResult(call, 'at last'))
      }
    )
    expect(await watched.call(await watched.reach(served.url), 'go')).toMatchObject({
      content: [{ text: 'at last' }]
    })
    expect(resumptions(served)).toEqual(['e-7', 'e-7', 'e-7'])
  })

  it('HTTP-12: is resumed only after the time that the server wants', async () => {
    const served = await serveBreaks(
      (stream) => stream(null, 'id: e-1\nretry: 600\n'),
      (stream, call) => stream(createTextResult(call, 'patient'))
    )
    await watched.call(await watched.reach(served.url), 'go')
    const [call] = served.of('tools/call')
    const resumed = served.requests.find(({ headers }) => headers['last-event-id'] === 'e-1')
    const waitedMs = (resumed?.at ?? 0) - (call?.at ?? 0)
    expect(waitedMs).toBeGreaterThanOrEqual(595)
    expect(waitedMs).toBeLessThan(2_000)
  })

  it("HTTP-12: is tried less and less often without a message, and no longer than the call's limit", async () => {
    const served = await serveBreaks(
      (stream) => stream(null, 'id: e-0\nretry: 0\n'),
      (stream, _call, count) => stream(null, `id: e-${count}\nretry: 0\n`)
    )
    const info = await watched.reach(served.url)
    expect(await watched.call(info, 'go', {}, { timeoutMs: 1_500 })).toMatchObject({
      failure: { code: 'TOOL_TIMEOUT' }
    })
    const count = resumptions(served).length
    expect(count).toBeGreaterThan(2)
    expect(count).toBeLessThan(8)
    await watched.call(info, 'go', {}, { timeoutMs: 500 })
    const first = served.of('tools/call')[0]?.message?.id
    expect(served.of('notifications/cancelled')[0]?.message?.params).toMatchObject({ requestId: first })
  })

  it('HTTP-15: fails the call visibly if there is no event id, and the call is not sent again', async () => {
    const served = await serveBreaks(
      (stream) => stream({ jsonrpc: '2.0', method: 'notifications/other' }),
      () => {}
    )
    expect(await watched.call(await watched.reach(served.url), 'go')).toMatchObject({
      failure: {
        code: 'SERVER_RESTARTED',
        message: expect.stringContaining('ended before the full result') as string
      }
    })
    expect(served.of('tools/call')).toHaveLength(1)
  })

  it('HTTP-15: fails the call if the server has forgotten the position', async () => {
    endpoint = await serveEndpoint((request, response) => {
      if (!isCall(request)) return false
      startStream(response)(null, 'id: e-1\nretry: 100\n')
      response.end()
      return true
    })
    const outcome = await watched.call(await watched.reach(endpoint.url), 'go')
    expect(outcome).toMatchObject({ failure: { code: 'SERVER_RESTARTED' } })
  })

  it('HTTP-10 SEC-10: ignores replayed answers and answers of other streams', async () => {
    const served = await serveBreaks(
      (stream) => stream(null, 'id: e-1\nretry: 100\n'),
      (stream, call) => {
        stream({ jsonrpc: '2.0', id: 999, result: { content: [{ type: 'text', text: 'foreign' }] } })
        for (let times = 0; times < 5; times += 1)
          stream(createTextResult(call, `answer ${times}`), 'id: e-2\n')
      }
    )
    const outcome = await watched.call(await watched.reach(served.url), 'go')
    expect(outcome).toMatchObject({ content: [{ text: 'answer 0' }] })
    await vi.waitFor(() => expect(watched.log().join()).toContain('answered twice'), soon)
    expect(watched.log().join()).toContain('never sent: {"jsonrpc":"2.0","id":999')
  })
})

describe('the stream for server messages', () => {
  it('TRN-06 HTTP-07 HTTP-11: is opened again when the server closes it', async () => {
    const streams: http.ServerResponse[] = []
    endpoint = await serveEndpoint((request, response) => {
      if (request.httpMethod === 'GET') {
        startStream(response)
        streams.push(response)
        return true
      }
      if (request.message?.method !== 'initialize') return false
      return sendResult(response, request, { ...initialized, capabilities: { tools: { listChanged: true } } })
    })
    await watched.reach(endpoint.url)
    await vi.waitFor(() => expect(streams).toHaveLength(1), soon)
    streams[0]?.end()
    await vi.waitFor(() => expect(streams).toHaveLength(2), soon)
    streams[1]?.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n')
    await vi.waitFor(() => expect(watched.news('toolsChanged')).toHaveLength(1), soon)
    expect(watched.news('toolsChanging')).toHaveLength(1)
  })

  it('HTTP-11: is opened less and less often if the server keeps closing it', async () => {
    endpoint = await serveEndpoint((request, response) => {
      if (request.httpMethod !== 'GET') return false
      startStream(response)
      response.end('retry: 1\n\n')
      return true
    })
    const { url } = endpoint
    await watched.reach(url)
    await vi.waitFor(() => expect(gets(endpoint as Endpoint).length).toBeGreaterThan(4), soon)
    const times = gets(endpoint).map(({ at }) => at)
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    // A timer may be late, but never early.
    expect(gaps[0]).toBeGreaterThan(90)
    expect(gaps[3]).toBeGreaterThan(300)
  })

  it('HTTP-05 RPC-05 RPC-20: carries requests of the server while a call is open, which are answered by POST', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    endpoint = await serveEndpoint(async (request, response) => {
      if (request.message?.id === 'p1') release()
      if (!isCall(request)) return false
      const stream = startStream(response)
      stream({ jsonrpc: '2.0', id: 'p1', method: 'ping' })
      await released
      stream(createTextResult(request, 'after the ping'))
      response.end()
      return true
    })
    const outcome = await watched.call(await watched.reach(endpoint.url), 'go')
    expect(outcome).toMatchObject({ content: [{ text: 'after the ping' }] })
    const answers = endpoint.requests.filter(({ message }) => message?.id === 'p1')
    expect(answers.map(({ message }) => message)).toEqual([{ jsonrpc: '2.0', id: 'p1', result: {} }])
  })
})

describe('SYS-02: a server of revision 2025-03-26', () => {
  const revision = { ...initialized, protocolVersion: '2025-03-26' }

  it('SYS-02 RPC-14 RPC-18: resolves both requests with an event that has an array of two answers', async () => {
    const waiting: { request: EndpointRequest; response: http.ServerResponse }[] = []
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method === 'initialize') return sendResult(response, request, revision)
      if (!isCall(request)) return false
      waiting.push({ request, response })
      if (waiting.length < 2) return true
      const both = waiting.map((item, index) => createTextResult(item.request, `answer ${index}`))
      startStream(response)(both)
      for (const item of waiting) {
        if (item.response !== response) startStream(item.response)
        item.response.end()
      }
      return true
    })
    const info = await watched.reach(endpoint.url)
    const outcomes = await Promise.all([watched.call(info, 'go'), watched.call(info, 'go')])
    expect(outcomes).toMatchObject([{ content: [{ text: 'answer 0' }] }, { content: [{ text: 'answer 1' }] }])
    expect(watched.log().join()).not.toContain('several messages at once')
  })

  it('RPC-14: has an array in a body read message by message', async () => {
    endpoint = await serveEndpoint((request, response) => {
      if (request.message?.method === 'initialize') return sendResult(response, request, revision)
      if (!isCall(request)) return false
      const note = {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'info', data: 'on the way' }
      }
      return sendJson(response, [note, createTextResult(request, 'in a batch')])
    })
    const outcome = await watched.call(await watched.reach(endpoint.url), 'go')
    expect(outcome).toMatchObject({ content: [{ text: 'in a batch' }] })
    expect(watched.log()).toContain('on the way')
  })

  it('RPC-15 RPC-16 SYS-02: gets no array itself, and initialize in a separate request', async () => {
    endpoint = await serveEndpoint((request, response) =>
      request.message?.method === 'initialize' ? sendResult(response, request, revision) : false
    )
    const info = await watched.reach(endpoint.url)
    await Promise.all([watched.call(info, 'go'), watched.call(info, 'go')])
    expect(endpoint.requests.some(({ message }) => Array.isArray(message))).toBe(false)
    expect(endpoint.of('initialize')).toHaveLength(1)
  })

  it('RPC-18: may send an array in another revision, and its log says that it should not', async () => {
    endpoint = await serveEndpoint((request, response) =>
      isCall(request) ? sendJson(response, [createTextResult(request, 'lenient')]) : false
    )
    const outcome = await watched.call(await watched.reach(endpoint.url), 'go')
    expect(outcome).toMatchObject({ content: [{ text: 'lenient' }] })
    expect(watched.log().join()).toContain('several messages at once, which 2025-11-25 does not allow')
  })
})

describe('a response body that is silent for a long time', () => {
  it("is ended by the network's time limit, unless that is disabled", async () => {
    endpoint = await serveEndpoint((_request, response) => {
      startStream(response)('first')
      setTimeout(() => response.end('data: "last"\n\n'), 3_000)
      return true
    })
    const { url } = endpoint
    const read = async (bodyTimeout: number) => {
      const fetch = await loadFetch({ bodyTimeout, headersTimeout: 0 })
      return await (await fetch(url)).text()
    }
    const [short, patient] = await Promise.allSettled([read(1_000), read(0)])
    expect(short.status).toBe('rejected')
    expect(patient).toMatchObject({ value: expect.stringContaining('last') as string })
  })
})
