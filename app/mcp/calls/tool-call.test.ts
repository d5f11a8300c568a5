/** Tool calls to real servers: results, time limits and cancellation. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../contract/json'
import { fixture, installed, watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import type { ConnectionInfo } from '../interface'
import { renderEnglish } from '../../testing/in-english'
import { soon } from '../../testing/soon'

const textResult = (words: string) => ({ content: [{ type: 'text', text: words }], isError: false })

let watched: WatchedClients
beforeEach(() => {
  watched = watchClients()
})
afterEach(() => watched.clients.shutdown())

const cancellations = () => watched.sent.filter(({ method }) => method === 'notifications/cancelled')
const toolCalls = () => watched.sent.filter(({ method }) => method === 'tools/call')

describe('results', () => {
  let info: ConnectionInfo
  beforeEach(async () => {
    info = await watched.startFile(fixture('mcp-calls.mjs'))
  })
  const call = (toolName: string, args: JsonObject = {}) => watched.call(info, toolName, args)

  it('SYS-39: returns text, returns structured content that fits its schema, and flags a missing field', async () => {
    expect(await call('get_weather', { location: 'New York' })).toMatchObject(
      textResult('Weather in New York: 22.5 °C, partly cloudy')
    )
    const whole = await call('get_weather_data')
    expect(whole).toMatchObject({ structuredContent: { humidity: 65 }, outputProblems: [] })
    const partial = await call('get_weather_data', { leave: 'humidity' })
    expect(renderEnglish(partial)).toMatchObject({
      type: 'completed',
      structuredContent: { temperature: 22.5 },
      outputProblems: [{ path: '/humidity', message: 'Is missing.' }]
    })
  })

  it('TOOL-23 SYS-03: reports structured content that the schema requires and the result lacks', async () => {
    expect(renderEnglish(await call('get_weather_data', { leave: 'content' }))).toMatchObject({
      type: 'completed',
      content: [{ type: 'text', text: 'Nothing structured' }],
      structuredContent: null,
      outputProblems: [{ path: '', message: expect.stringContaining('missing') as string }]
    })
  })

  it('TOOL-25: does not check an error result against the schema', async () => {
    expect(await call('get_weather_data', { leave: 'success' })).toMatchObject({
      isError: true,
      outputProblems: []
    })
    expect(await call('get_weather')).toMatchObject({ isError: false })
  })

  it('TOOL-16 TOOL-23: accepts any JSON value as structured content and checks it', async () => {
    expect(await call('measure', { value: [1, 2.5] })).toMatchObject({
      structuredContent: [1, 2.5],
      outputProblems: []
    })
    expect(renderEnglish(await call('measure', { value: [1, 'two'] }))).toMatchObject({
      structuredContent: [1, 'two'],
      outputProblems: [{ path: '/1', message: 'Must be a number.' }]
    })
    expect(renderEnglish(await call('measure', { value: 'none' }))).toMatchObject({
      outputProblems: [{ path: '', message: 'Must be a list.' }]
    })
  })

  it('TOOL-17 TOOL-18 TOOL-19 TOOL-20 TOOL-21: returns every kind of content, unknown kinds unchanged', async () => {
    expect(await call('contents')).toMatchObject({
      content: [
        { type: 'text', text: 'words' },
        { type: 'image', mimeType: 'image/png', data: 'AAEC' },
        { type: 'audio', mimeType: 'audio/wav', data: 'AwQF' },
        { type: 'resource-link', uri: 'memo://not-listed', name: 'A memo', mimeType: 'text/plain' },
        { type: 'resource', uri: 'memo://text', mimeType: 'text/plain', text: 'inside', blob: null },
        { type: 'resource', uri: 'memo://bytes', text: null, blob: 'BgcI' },
        { type: 'unknown', raw: { type: 'hologram', beams: 3 } }
      ]
    })
  })

  it('ECO-06: keeps the other content when a result has a video or partial results, which no revision defines', async () => {
    expect(await call('in-pieces')).toMatchObject({
      isError: false,
      content: [
        { type: 'text', text: 'first second' },
        { type: 'unknown', raw: { type: 'video', mimeType: 'video/mp4', data: 'AAEC' } },
        { type: 'text', text: 'after it' }
      ]
    })
    expect(await call('refuse')).toMatchObject({ type: 'failed', failure: { code: 'TOOL_ERROR' } })
  })

  it('META-13 META-14: keeps the valid audience and priority of a block and of its resource', async () => {
    const outcome = await call('contents')
    const blocks = outcome.type === 'completed' ? outcome.content : []
    expect(blocks[0]).toMatchObject({ annotations: { audience: ['user'], priority: 0.5 } })
    expect(blocks[1]).not.toHaveProperty('annotations')
    expect(blocks[4]).toMatchObject({ annotations: { audience: ['assistant'], priority: null } })
    expect(blocks[5]).toMatchObject({ annotations: { audience: ['user'], priority: 1 } })
  })

  it('TOOL-03: calls the tool by the exact name that the server listed', async () => {
    await call('odd-progress')
    expect(toolCalls()).toMatchObject([{ params: { name: 'odd-progress', arguments: {} } }])
    expect(toolCalls()[0]?.params?.['_meta']).toEqual({ progressToken: expect.any(Number) as number })
  })

  it('TOOL-26: turns a JSON-RPC error into a failure with its code and message', async () => {
    expect(await call('refuse')).toMatchObject({
      type: 'failed',
      failure: { code: 'TOOL_ERROR', message: expect.stringContaining('not today') as string }
    })
  })
})

describe('progress', () => {
  it('PROG-01 PROG-02: requests progress for every call with its own token', async () => {
    const info = await watched.startFile(fixture('mcp-calls.mjs'))
    await Promise.all([watched.call(info, 'get_weather'), watched.call(info, 'get_weather')])
    await watched.call(info, 'get_weather')
    const tokens = toolCalls().map(
      ({ params }) => (params?.['_meta'] as { progressToken: unknown } | undefined)?.progressToken
    )
    expect(tokens.every((token) => typeof token === 'string' || Number.isInteger(token))).toBe(true)
    expect(new Set(tokens).size).toBe(3)
  })

  it('PROG-03: accepts zero, fractions and progress without a total', async () => {
    const info = await watched.startFile(fixture('mcp-calls.mjs'))
    await watched.call(info, 'odd-progress')
    expect(watched.news('progressed').map(({ progress }) => progress)).toEqual([
      { progress: 0, total: null, message: null },
      { progress: 0.125, total: null, message: 'An eighth' }
    ])
  })

  it('PROG-06: ignores progress of unknown and of ended calls', async () => {
    const info = await watched.startFile(fixture('mcp-calls.mjs'))
    await watched.call(info, 'odd-progress')
    const { length } = watched.news('progressed')
    expect(await watched.call(info, 'late-progress')).toMatchObject(textResult('told'))
    expect(watched.news('progressed')).toHaveLength(length)
  })

  it('PROG-07: limits a flood of reports and emits the last one before the result', async () => {
    const info = await watched.startFile(fixture('mcp-calls.mjs'))
    await watched.call(info, 'flood', { count: 900 })
    expect(watched.news('progressed').length).toBeLessThan(90)
    expect(watched.news('progressed').at(-1)?.progress).toEqual({ progress: 900, total: 900, message: null })
  })
})

describe('time limits', () => {
  let info: ConnectionInfo
  beforeEach(async () => {
    info = await watched.startFile(fixture('mcp-calls.mjs'))
  })

  it('TIME-01 TIME-02: gives up a call after silence and cancels it at the server', async () => {
    const outcome = await watched.call(info, 'wait', {}, { timeoutMs: 200 })
    const message = expect.stringContaining("didn't respond for 0.2 s") as string
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'TOOL_TIMEOUT', message } })
    expect(cancellations()).toMatchObject([{ params: { requestId: toolCalls()[0]?.id } }])
  })

  it('TIME-03 TOOL-15: applies separate limits to two calls at once', async () => {
    const short = watched.call(info, 'wait', {}, { timeoutMs: 100 })
    const long = watched.call(info, 'work', { steps: 4 }, { timeoutMs: 5_000 })
    expect(await short).toMatchObject({ failure: { code: 'TOOL_TIMEOUT' } })
    expect(await long).toMatchObject(textResult('worked'))
  })

  it('TIME-04 TIME-05: extends the silence limit on progress, but not the total limit', async () => {
    const limits = { timeoutMs: 400, maxTotalTimeoutMs: 900 }
    expect(await watched.call(info, 'work', { steps: 6 }, limits)).toMatchObject(textResult('worked'))
    const outcome = await watched.call(info, 'work', { steps: 50 }, limits)
    const message = expect.stringContaining("didn't finish within 0.9 s") as string
    expect(outcome).toMatchObject({ failure: { code: 'TOOL_TIMEOUT', message } })
  })

  it('warns before a limit, and continues if the user keeps waiting', async () => {
    const before = Date.now()
    const running = watched.call(
      info,
      'work',
      { steps: 3, everyMs: 500 },
      { timeoutMs: 800, maxTotalTimeoutMs: 1_200 }
    )
    const callId = watched.lastCallId()
    await vi.waitFor(
      () =>
        expect(watched.news('limitNear').at(-1)).toMatchObject({ callId, timeLimit: { reason: 'total' } }),
      soon
    )
    expect(watched.news('limitNear').at(-1)?.timeLimit?.endsAt).toBeGreaterThanOrEqual(before + 1_200)
    await watched.clients.keepWaiting(callId)
    expect(watched.news('limitNear').at(-1)).toEqual({ callId, timeLimit: null })
    expect(await running).toMatchObject(textResult('worked'))
  })

  it('ignores unknown calls', async () => {
    await watched.clients.keepWaiting('unknown')
    await watched.clients.cancelCall('unknown')
    expect(cancellations()).toEqual([])
  })
})

describe('time while a question to the user is open', () => {
  it('does not count for the call that asks', async () => {
    const info = await watched.startFile(installed('server-everything'), ['stdio'])
    const limits = { timeoutMs: 600, maxTotalTimeoutMs: 700 }
    const running = watched.call(info, 'trigger-elicitation-request', {}, limits)
    await vi.waitFor(() => expect(watched.asked()).toHaveLength(1), soon)
    const past = Date.now() + 1_000 // more than both limits
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(past), soon)
    const { requestId } = watched.asked()[0] as { requestId: string }
    await watched.clients.answerRequest(requestId, { type: 'elicitation', action: 'decline', content: null })
    const outcome = await running
    expect(outcome).toMatchObject({ type: 'completed' })
    expect(JSON.stringify(outcome)).toContain('declined')
  })
})

describe('cancelling', () => {
  let info: ConnectionInfo
  beforeEach(async () => {
    info = await watched.startFile(fixture('mcp-calls.mjs'))
  })

  it('CANC-01 CANC-02 CANC-11: cancels the running request, and sends nothing once it is answered', async () => {
    const running = watched.call(info, 'wait')
    const callId = watched.lastCallId()
    await vi.waitFor(() => expect(toolCalls()).toHaveLength(1), soon)
    await watched.clients.cancelCall(callId)
    expect(await running).toEqual({ type: 'cancelled' })
    const [{ id } = { id: null }] = toolCalls()
    expect(cancellations()).toMatchObject([
      { params: { requestId: id, reason: 'The user stopped the call' } }
    ])
    await watched.call(info, 'get_weather')
    await watched.clients.cancelCall(watched.lastCallId())
    expect(cancellations()).toHaveLength(1)
  })

  it('CANC-03: never cancels the handshake, also when the start is stopped', async () => {
    const starting = watched.startFile(fixture('never-answers.mjs'))
    const stopped = expect(starting).rejects.toMatchObject({ code: 'SERVER_NOT_CONNECTED' })
    await vi.waitFor(() => expect(watched.methods().length).toBeGreaterThan(3), soon)
    await watched.clients.shutdown()
    await stopped
    const handshakes = watched.sent.filter(({ method }) => method === 'initialize').map(({ id }) => id)
    expect(
      cancellations().filter(({ params }) => handshakes.includes(params?.['requestId'] as number))
    ).toEqual([])
  })

  it('CANC-06 CANC-07: keeps the outcome when a late answer arrives, and reports it', async () => {
    const running = watched.call(info, 'late')
    const callId = watched.lastCallId()
    await vi.waitFor(() => expect(toolCalls()).toHaveLength(1), soon)
    await watched.clients.cancelCall(callId)
    expect(await running).toEqual({ type: 'cancelled' })
    await vi.waitFor(() => expect(watched.news('answeredLate')).toHaveLength(1), soon)
    expect(watched.news('answeredLate')[0]).toMatchObject({ callId, outcome: textResult('after all') })
    expect(await watched.call(info, 'get_weather', { location: 'Rome' })).toMatchObject({ type: 'completed' })
  })

  it('TIME-02 CANC-06: reports an answer that arrives after a time limit', async () => {
    const outcome = await watched.call(info, 'late', {}, { timeoutMs: 100 })
    expect(outcome).toMatchObject({ failure: { code: 'TOOL_TIMEOUT' } })
    await vi.waitFor(() => expect(watched.news('answeredLate')).toHaveLength(1), soon)
    expect(watched.news('answeredLate')[0]).toMatchObject({
      callId: watched.lastCallId(),
      outcome: textResult('after all')
    })
  })

  it('CANC-07: ends a call that is answered while it is stopped without a failure', async () => {
    for (let times = 0; times < 20; times += 1) {
      const running = watched.call(info, 'get_weather', { location: 'Rome' })
      if (times % 2 === 0) await new Promise((resolve) => setImmediate(resolve))
      await watched.clients.cancelCall(watched.lastCallId())
      expect(['completed', 'cancelled']).toContain((await running).type)
    }
    expect(watched.news('connectionClosed')).toEqual([])
  })
})

describe('late answers over HTTP', () => {
  const held: http.ServerResponse[] = []
  let listener: http.Server
  beforeEach(async () => {
    listener = http.createServer((request, response) => void answer(request, response))
    await once(listener.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(() => listener.close().closeAllConnections())

  /** Delays the answer to a call until the call is cancelled. */
  async function answer(request: http.IncomingMessage, response: http.ServerResponse) {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method } = JSON.parse((await request.toArray()).join('')) as { id?: number; method: string }
    const reply = (to: http.ServerResponse, body: object) =>
      to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const result = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'h', version: '1' }
    }
    if (method === 'initialize') return void reply(response, { jsonrpc: '2.0', id, result })
    if (method === 'tools/list') {
      const tools = [{ name: 'late', inputSchema: { type: 'object' } }]
      return void reply(response, { jsonrpc: '2.0', id, result: { tools } })
    }
    if (method === 'tools/call') return void held.push(Object.assign(response, { id }))
    response.writeHead(id === undefined ? 202 : 404).end()
    const [call] = method === 'notifications/cancelled' ? held : []
    if (call !== undefined) {
      const late = { content: [{ type: 'text', text: 'after all' }] }
      reply(call, { jsonrpc: '2.0', id: (call as unknown as { id: number }).id, result: late })
    }
  }

  it('CANC-06: reads a late answer from a stream that is still open', async () => {
    const { port } = listener.address() as AddressInfo
    const info = await watched.reach(`http://127.0.0.1:${port}/mcp`)
    const outcome = await watched.call(info, 'late', {}, { timeoutMs: 100 })
    expect(outcome).toMatchObject({ failure: { code: 'TOOL_TIMEOUT' } })
    await vi.waitFor(() => expect(watched.news('answeredLate')).toHaveLength(1), soon)
    expect(watched.news('answeredLate')[0]?.outcome).toMatchObject(textResult('after all'))
  })
})

describe('the trace of a call', () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

  it('goes to a server of the newest revision', async () => {
    const info = await watched.startFile(fixture('mcp-modern.mjs'))
    await watched.call(info, 'greet', { name: 'Ada' }, { traceparent })
    await watched.call(info, 'greet', { name: 'Ada' })
    const [traced, other] = toolCalls().map(({ params }) => params?.['_meta'])
    expect(traced).toMatchObject({ traceparent })
    expect(other).not.toHaveProperty('traceparent')
  })

  it('stays with Parley if the revision does not define it', async () => {
    const info = await watched.startFile(fixture('mcp-calls.mjs'))
    await watched.call(info, 'get_weather', { location: 'New York' }, { traceparent })
    expect(toolCalls()[0]?.params?.['_meta']).not.toHaveProperty('traceparent')
  })
})

describe('calls to a server of the newest revision', () => {
  it('TIME-02: cancels the request and ignores its further messages', async () => {
    const info = await watched.startFile(fixture('mcp-modern.mjs'))
    const outcome = await watched.call(info, 'wait', {}, { timeoutMs: 300 })
    expect(outcome).toMatchObject({ failure: { code: 'TOOL_TIMEOUT' } })
    expect(await watched.call(info, 'greet', { name: 'Ada' })).toMatchObject(textResult('Hello Ada'))
  })

  it('answers each round of questions together with the state that the server sent', async () => {
    const info = await watched.startFile(fixture('mcp-task-extension.mjs'))
    watched.answer = ({ requestId }) => {
      const content = { name: `answer to ${requestId}` }
      return { type: 'elicitation', action: 'accept', content }
    }
    const outcome = await watched.call(info, 'rounds', { rounds: 3 })
    expect(watched.asked().map((request) => 'message' in request && request.message)).toEqual([
      'Round 1',
      'Round 2',
      'Round 3'
    ])
    expect(JSON.stringify(outcome)).toContain(`answer to ${watched.asked()[2]?.requestId}`)
    expect(toolCalls()).toHaveLength(4)
  })

  it('gives up a call whose server sends questions endlessly', async () => {
    const info = await watched.startFile(fixture('mcp-task-extension.mjs'))
    watched.answer = () => ({ type: 'elicitation', action: 'decline', content: null })
    const outcome = await watched.call(info, 'rounds', { rounds: 50 })
    const message = expect.stringContaining('more than 10 times') as string
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'TOOL_ERROR', message } })
    expect(watched.asked().length).toBeLessThanOrEqual(11)
  })
})

describe('all tools of the everything server', () => {
  it('SYS-56: run, or report why not', async () => {
    const info = await watched.startFile(installed('server-everything'), ['stdio'])
    watched.answer = (request) =>
      request.type === 'sampling'
        ? {
            type: 'sampling',
            result: { content: [{ type: 'text', text: 'Hi' }], model: 'person', stopReason: 'endTurn' }
          }
        : { type: 'elicitation', action: 'decline', content: null }
    const args: Record<string, JsonObject> = {
      echo: { message: 'hello' },
      'get-sum': { a: 1, b: 2 },
      'get-structured-content': { location: 'New York' },
      'get-annotated-message': { messageType: 'success' },
      'get-resource-reference': { resourceType: 'Text', resourceId: 1 },
      'get-resource-links': { count: 2 },
      'trigger-long-running-operation': { duration: 0.2, steps: 2 },
      'trigger-sampling-request': { prompt: 'Say hi' },
      'simulate-research-query': { topic: 'bees' }
    }
    const tools = info.tools.filter(({ name }) => name !== 'gzip-file-as-resource') // needs the internet
    const outcomes = await Promise.all(
      tools.map(async ({ name }) => [name, await watched.call(info, name, args[name])] as const)
    )
    for (const [name, outcome] of outcomes) {
      expect([name, outcome.type]).toEqual([name, 'completed'])
      if (outcome.type === 'completed') expect([name, outcome.outputProblems]).toEqual([name, []])
    }
    expect(outcomes.length).toBeGreaterThanOrEqual(12)
  })
})
