import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { longestViewMessage } from '../interface'
import { openView, sentMethods } from '../testing/open-view'
import type { OpenedView, OpenViewOptions } from '../testing/open-view'

const initialize = {
  jsonrpc: '2.0',
  id: 'first',
  method: 'ui/initialize',
  params: { appInfo: { name: 'hostile', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' }
}
const initialized = { jsonrpc: '2.0', method: 'ui/notifications/initialized' }

let consoleSpies: ReturnType<typeof vi.spyOn>[] = []

beforeEach(() => {
  vi.useFakeTimers()
  consoleSpies = (['debug', 'log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))
})

afterEach(() => {
  for (const spy of consoleSpies) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function say(view: OpenedView, ...messages: readonly unknown[]): Promise<void> {
  for (const message of messages) {
    view.session.receive(typeof message === 'string' ? message : JSON.stringify(message))
    await vi.advanceTimersByTimeAsync(0)
  }
}

async function openReady(options: OpenViewOptions = {}): Promise<OpenedView> {
  const view = openView(options)
  await say(view, initialize, initialized)
  return view
}

function request(id: unknown, method: string, params: object = {}): object {
  return { jsonrpc: '2.0', id, method, params }
}

function notification(method: string, params: object = {}): object {
  return { jsonrpc: '2.0', method, params }
}

function answersTo({ sent }: OpenedView, id: unknown): readonly JSONRPCMessage[] {
  return sent.filter((message) => 'id' in message && message.id === id && !('method' in message))
}

const refusal = (code: number, message: unknown = expect.any(String)) => ({ error: { code, message } })

describe('a hostile view at the handshake', () => {
  it('gets nothing done before it is initialized', async () => {
    const callTool = vi.fn()
    const view = openView({ handlers: { callTool } })
    view.session.sendInput({ secret: 1 })
    const early = [
      request(1, 'tools/call', { name: 'x' }),
      notification('ui/notifications/size-changed', { height: 9 })
    ]
    await say(
      view,
      ...early,
      initialized,
      initialize,
      request(2, 'tools/call', { name: 'x' }),
      ...early.slice(1)
    )
    for (const id of [1, 2]) expect(answersTo(view, id)).toMatchObject([refusal(-32_600)])
    expect(callTool).not.toHaveBeenCalled()
    expect(view.sizes).toEqual([])
    expect(sentMethods(view)).toEqual([])
    expect(view.states).toEqual([])
  })

  it('is answered to a ping at any time', async () => {
    const view = openView()
    await say(view, request(1, 'ping'))
    expect(answersTo(view, 1)).toMatchObject([{ result: {} }])
  })

  it('is refused a second ui/initialize, before and after the handshake', async () => {
    const view = openView()
    view.session.receive(JSON.stringify(initialize))
    await say(view, { ...initialize, id: 'second' }, initialized, { ...initialize, id: 'third' })
    for (const id of ['second', 'third']) expect(answersTo(view, id)).toMatchObject([refusal(-32_600)])
    expect(view.states).toHaveLength(1)
  })

  it('is not ready before it has the answer to ui/initialize', async () => {
    const view = openView()
    view.session.sendInput({ secret: 1 })
    view.session.receive(JSON.stringify(initialize))
    view.session.receive(JSON.stringify(initialized))
    await vi.advanceTimersByTimeAsync(0)
    expect(view.states).toEqual([])
    await say(view, initialized, initialized)
    expect(sentMethods(view)).toEqual(['ui/notifications/tool-input'])
    expect(view.states).toHaveLength(1)
  })

  it('may ask at the same moment in which it is initialized, and not after its end', async () => {
    const callTool = vi.fn(() => Promise.resolve({ content: [] }))
    const view = openView({ handlers: { callTool } })
    await say(view, initialize)
    view.session.receive(JSON.stringify(initialized))
    view.session.receive(JSON.stringify(request(1, 'tools/call', { name: 'x' })))
    await vi.advanceTimersByTimeAsync(0)
    expect(answersTo(view, 1)).toMatchObject([{ result: { content: [] } }])
    const ended = openView({ handlers: { callTool } })
    await say(ended, initialize)
    ended.session.receive(JSON.stringify(initialized))
    ended.session.receive(JSON.stringify(request(1, 'tools/call', { name: 'x' })))
    ended.session.end(null)
    await vi.advanceTimersByTimeAsync(0)
    expect(callTool).toHaveBeenCalledTimes(1)
  })

  it('can initialize again after an invalid ui/initialize', async () => {
    const view = openView()
    await say(view, request('bad', 'ui/initialize', { protocolVersion: 7 }))
    expect(answersTo(view, 'bad')).toMatchObject([refusal(-32_602)])
    await say(view, initialized)
    expect(view.states).toEqual([])
    await say(view, initialize, { ...initialized, params: { anything: 1 } })
    expect(view.states).toHaveLength(1)
  })

  it('gets the version that Parley supports, if it asks for another one', async () => {
    const view = openView()
    await say(view, { ...initialize, params: { ...initialize.params, protocolVersion: '2099-01-01' } })
    expect(answersTo(view, 'first')).toMatchObject([{ result: { protocolVersion: '2026-01-26' } }])
  })
})

describe('hostile messages of a view', () => {
  it.each([
    ['no JSON', '{"jsonrpc":"2.0"'],
    ['a number', '7'],
    ['null', 'null'],
    ['a batch', JSON.stringify([initialize])],
    ['another version', JSON.stringify({ ...initialize, jsonrpc: '1.0' })],
    ['an id that is an object', JSON.stringify({ ...initialize, id: {} })],
    ['an id of null', JSON.stringify({ ...initialize, id: null })],
    ['an endless id', JSON.stringify({ ...initialize, id: 'x'.repeat(201) })],
    ['parameters that are a list', JSON.stringify({ ...initialize, params: [1] })],
    [
      'a nesting of 65 levels',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(63)}${']'.repeat(63)}}}`
    ]
  ])('ignores %s', async (_what, text) => {
    const view = openView()
    await say(view, text)
    expect(view.sent).toEqual([])
    expect(view.logged).toEqual([expect.stringMatching(/^warn: Refused a message: /)])
  })

  it('counts brackets in strings as text', async () => {
    const view = openView()
    await say(view, request(1, 'ping', { text: `\\"${'['.repeat(100)}\\`, more: '"{"'.repeat(100) }))
    expect(answersTo(view, 1)).toMatchObject([{ result: {} }])
  })

  it('answers unknown methods with "method not found"', async () => {
    const view = await openReady()
    const methods = [
      'ui/read-conversation',
      'sampling/createMessage',
      'prompts/get',
      'elicitation/create',
      '__proto__'
    ]
    await say(
      view,
      ...methods.map((method, index) => request(index, method)),
      notification('ui/notifications/unknown')
    )
    for (const index of methods.keys()) expect(answersTo(view, index)).toMatchObject([refusal(-32_601)])
  })

  it('ignores answers to requests that Parley never sent', async () => {
    const view = await openReady()
    const guesses = [0, 1, 'first', ''].map((id) => ({ jsonrpc: '2.0', id, result: {} }))
    await say(view, ...guesses, { jsonrpc: '2.0', id: 0, error: { code: 1, message: 'x' } })
    expect(view.logged).toEqual(Array.from({ length: 5 }, () => 'warn: Refused an answer without a request'))
  })

  it('accepts the answer to a request once, also after wrong guesses', async () => {
    const view = await openReady()
    const answer = { jsonrpc: '2.0', id: 0, result: {} }
    await say(view, answer)
    void view.session.teardown('closed')
    await vi.advanceTimersByTimeAsync(0)
    expect(view.sent.at(-1)).toMatchObject({ id: 0, method: 'ui/resource-teardown' })
    expect(view.states).toHaveLength(1)
    await say(view, answer, answer)
    expect(view.states.at(-1)).toEqual({ type: 'ended', reason: null })
  })

  it('security/sandbox-proxy-ready: ignores messages of a sandbox proxy, and progress', async () => {
    const view = await openReady()
    await say(
      view,
      notification('ui/notifications/sandbox-proxy-ready'),
      notification('ui/notifications/sandbox-resource-ready', { html: '' }),
      notification('notifications/progress', { progressToken: 0, progress: 1 })
    )
    expect(view.logged).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^warn: Refused .*not for views$/))
    )
    expect(sentMethods(view)).toEqual([])
  })

  it('drops keys that would become the prototype of a copy', async () => {
    const seen: unknown[] = []
    const view = await openReady({
      handlers: {
        callTool: (call) => {
          seen.push(call)
          return Promise.resolve({ content: [] })
        }
      }
    })
    const hostile =
      '{"__proto__":{"isAdmin":true},"__pr\\u006fto__":{"isAdmin":true},"constructor":{"prototype":1},"a":2}'
    await say(
      view,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"list":[${hostile}]}}}`
    )
    expect(JSON.stringify(seen)).toBe(
      '[{"name":"x","arguments":{"list":[{"constructor":{"prototype":1},"a":2}]}}]'
    )
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })

  it('refuses a second request with the id of an open one, and too many open ones', async () => {
    const view = await openReady({ handlers: { callTool: () => new Promise(() => undefined) } })
    const call = (id: number) => request(id, 'tools/call', { name: 'x' })
    await say(view, call(1), call(1))
    expect(answersTo(view, 1)).toMatchObject([refusal(-32_600, 'A request with this id is still open')])
    await say(view, ...Array.from({ length: 100 }, (_, index) => call(index + 2)))
    expect(answersTo(view, 101)).toMatchObject([refusal(-32_600, 'Too many requests are open')])
    await say(view, notification('notifications/cancelled', { requestId: 1 }), call(102))
    expect(answersTo(view, 102)).toEqual([])
  })

  it('clamps sizes, and ignores what is no number', async () => {
    const view = await openReady()
    const sizes = [
      '{"width":1e9,"height":1e9}',
      '{"width":-5,"height":0}',
      '{"height":120.5}',
      '{"width":1e999,"height":10}',
      '{"width":null,"height":"NaN"}',
      '{}'
    ]
    await say(
      view,
      ...sizes.map((size) => `{"jsonrpc":"2.0","method":"ui/notifications/size-changed","params":${size}}`)
    )
    expect(view.sizes).toEqual([
      { width: 4_000, height: 4_000 },
      { width: 0, height: 0 },
      { height: 120.5 },
      {}
    ])
  })

  it('cuts and cleans the names of refused methods in the log', async () => {
    const view = openView()
    await say(view, notification(`\u202eevil\n\u001b[31m${'x'.repeat(5_000)}`))
    expect(view.logged[0]).toMatch(/^warn: Refused evil/)
    expect(view.logged[0]).not.toContain('\u202e')
    expect(view.logged[0]?.length).toBeLessThan(300)
  })

  it('cuts and cleans the log of a view', async () => {
    const view = await openReady()
    const text = `\u202eevil\u001b[31m${'x'.repeat(5_000)}`
    await say(
      view,
      notification('notifications/message', { level: 'warning', data: text }),
      notification('notifications/message', { level: 'emergency', data: { a: 1 } })
    )
    expect(view.logged[0]).toMatch(/^warn: evilx+/)
    expect(view.logged[0]?.length).toBeLessThan(2_100)
    expect(view.logged[1]).toBe('error: {"a":1}')
  })
})

describe('any messages of a view', () => {
  const methods = [
    'ping',
    'tools/call',
    'tools/list',
    'resources/read',
    'prompts/list',
    'ui/open-link',
    'ui/download-file',
    'ui/message',
    'ui/update-model-context',
    'ui/request-display-mode',
    'ui/notifications/size-changed',
    'ui/notifications/request-teardown',
    'notifications/message',
    'notifications/cancelled'
  ]
  const message = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.nat(3), fc.constantFrom('first', null, 1.5)),
      method: fc.constantFrom(...methods),
      params: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom('url', 'contents', 'content', 'uri'), fc.jsonValue())
      ),
      result: fc.jsonValue()
    },
    { requiredKeys: ['jsonrpc'] }
  )

  it('throw nothing, and reach neither console nor handlers before the handshake', async () => {
    const isAnswer = (sent: JSONRPCMessage) => !('method' in sent)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(message, fc.string())),
        fc.boolean(),
        async (messages, hasHandshake) => {
          const view = hasHandshake ? await openReady() : openView()
          await say(view, ...messages)
          expect(view.sent.every(isAnswer)).toBe(true)
          if (!hasHandshake) expect(view.sizes).toEqual([])
          view.session.end(null)
        }
      )
    )
  })
})

describe('a view that sends too much', () => {
  it('ends with a message of more than 10 MB, without parsing it', async () => {
    const view = await openReady()
    const parse = vi.spyOn(JSON, 'parse')
    await say(view, `"${'x'.repeat(longestViewMessage)}"`)
    expect(view.states.at(-1)).toEqual({ type: 'ended', reason: 'too-large' })
    expect(parse).not.toHaveBeenCalled()
  })

  it('ends with a message of more than 200,000 values, without parsing it', async () => {
    const numbers = (count: number) =>
      request(count, 'ping', { numbers: Array.from({ length: count }, () => 1) })
    const view = await openReady()
    await say(view, numbers(199_000))
    expect(answersTo(view, 199_000)).toMatchObject([{ result: {} }])
    const text = JSON.stringify(numbers(200_001))
    const parse = vi.spyOn(JSON, 'parse')
    await say(view, text)
    expect(view.states.at(-1)).toEqual({ type: 'ended', reason: 'too-large' })
    expect(parse).not.toHaveBeenCalled()
  })

  it('has 100 of 1,000 requests in a second open, gets errors for the others, and ends with the next one', async () => {
    const callTool = vi.fn(() => new Promise<never>(() => {}))
    const view = await openReady({ handlers: { callTool } })
    view.wait(1_000)
    const ask = (id: number) => view.session.receive(JSON.stringify(request(id, 'tools/call', { name: 'x' })))
    for (let id = 1; id <= 1_000; id += 1) ask(id)
    await vi.advanceTimersByTimeAsync(0)
    expect(callTool).toHaveBeenCalledTimes(100)
    expect(view.sent.filter((message) => 'error' in message)).toHaveLength(900)
    expect(view.states).toHaveLength(1)
    ask(1_001)
    expect(view.states.at(-1)).toEqual({ type: 'ended', reason: 'flooded' })
  })

  it('ends with the 1,001st message in a second', async () => {
    const view = openView()
    const ping = JSON.stringify(notification('ping'))
    for (let sent = 0; sent < 1_000; sent += 1) view.session.receive(ping)
    expect(view.states).toEqual([])
    view.session.receive(ping)
    view.session.receive(JSON.stringify(initialize))
    await vi.advanceTimersByTimeAsync(0)
    expect(view.states).toEqual([{ type: 'ended', reason: 'flooded' }])
    expect(view.sent).toEqual([])
  })
})
