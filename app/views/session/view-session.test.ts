import type { CallToolResult } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openView, sentMethods } from '../testing/open-view'
import type { OpenedView } from '../testing/open-view'

const result: CallToolResult = { content: [{ type: 'text', text: 'done' }], structuredContent: { total: 3 } }

/** Records what the view receives of its call, in order. */
function watch({ app }: OpenedView): unknown[] {
  const seen: unknown[] = []
  app.addEventListener('toolinputpartial', (params) => seen.push(['partial', params.arguments]))
  app.addEventListener('toolinput', (params) => seen.push(['input', params.arguments]))
  app.addEventListener('toolresult', (params) => seen.push(['result', params]))
  app.addEventListener('toolcancelled', (params) => seen.push(['cancelled', params.reason]))
  return seen
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
}

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

describe('the handshake of a view', () => {
  it('lifecycle/initialize-capabilities context/initialize-hostcontext: tells the view who Parley is, what it can do, and the whole host context', async () => {
    const view = openView({ session: { sandbox: { permissions: { microphone: {} } } } })
    await view.app.connect(view.transport)
    expect(view.app.getHostVersion()).toEqual({ name: 'Parley', version: '1.2.3' })
    expect(view.app.getHostCapabilities()).toEqual({
      openLinks: {},
      downloadFile: {},
      serverTools: {},
      serverResources: {},
      logging: {},
      sandbox: { permissions: { microphone: {} } },
      updateModelContext: { text: {}, image: {}, structuredContent: {} },
      message: { text: {} }
    })
    expect(view.app.getHostContext()).toMatchObject({ theme: 'light', displayMode: 'inline' })
    expect(view.states).toEqual([{ type: 'ready', displayModes: ['inline', 'fullscreen'] }])
  })

  it('sends nothing before the view is initialized, and everything in order then', async () => {
    const view = openView()
    const seen = watch(view)
    view.session.sendPartialInput({ city: 'Par' })
    view.session.sendInput({ city: 'Paris' })
    view.session.sendResult(result)
    view.session.changeContext({ theme: 'dark' })
    await settle()
    expect(view.sent).toEqual([])
    await view.app.connect(view.transport)
    await settle()
    expect(seen).toEqual([
      ['input', { city: 'Paris' }],
      ['result', result]
    ])
    expect(view.app.getHostContext()).toMatchObject({ theme: 'dark', displayMode: 'inline' })
    expect(sentMethods(view)).not.toContain('ui/notifications/host-context-changed')
  })

  it('sends a change of context that comes during the handshake after it', async () => {
    const view = openView()
    const changes: unknown[] = []
    view.app.addEventListener('hostcontextchanged', (change) => changes.push(change))
    const { transport } = view
    await view.app.connect({
      ...transport,
      send: (message) => {
        const sent = transport.send(message)
        if ('id' in message) view.session.changeContext({ theme: 'dark' })
        return sent
      },
      // The library sets it on the object that it gets.
      set onmessage(listener: NonNullable<typeof transport.onmessage>) {
        transport.onmessage = listener
      }
    })
    await settle()
    expect(changes).toEqual([{ theme: 'dark' }])
  })

  it('display/no-undeclared-mode: names the display modes that both sides support', async () => {
    const view = openView({ appCapabilities: { availableDisplayModes: ['fullscreen', 'pip'] } })
    await view.app.connect(view.transport)
    expect(view.states).toEqual([{ type: 'ready', displayModes: ['fullscreen'] }])
  })
})

describe('the call of a view', () => {
  it('lifecycle/tool-input: sends the input exactly once', async () => {
    const view = openView()
    const seen = watch(view)
    await view.app.connect(view.transport)
    view.session.sendInput({ city: 'Paris' })
    view.session.sendInput({ city: 'Rome' })
    await settle()
    expect(seen).toEqual([['input', { city: 'Paris' }]])
  })

  it('lifecycle/tool-result: sends the result once, and not before the input', async () => {
    const view = openView()
    const seen = watch(view)
    await view.app.connect(view.transport)
    view.session.sendResult(result)
    view.session.sendResult({ content: [] })
    await settle()
    expect(seen).toEqual([])
    view.session.sendInput({ city: 'Paris' })
    view.session.sendCancelled('too late')
    await settle()
    expect(seen).toEqual([
      ['input', { city: 'Paris' }],
      ['result', result]
    ])
  })

  it('lifecycle/tool-input-partial-stop: sends no partial input after the input', async () => {
    const view = openView()
    const seen = watch(view)
    await view.app.connect(view.transport)
    view.session.sendPartialInput({ city: 'P' })
    view.session.sendPartialInput({ city: 'Par' })
    view.session.sendInput({ city: 'Paris' })
    view.session.sendPartialInput({ city: 'Paris, T' })
    await settle()
    expect(seen).toEqual([
      ['partial', { city: 'P' }],
      ['partial', { city: 'Par' }],
      ['input', { city: 'Paris' }]
    ])
  })

  it('lifecycle/tool-cancelled: says that a call was cancelled, before its input or after', async () => {
    const early = openView()
    const seenEarly = watch(early)
    await early.app.connect(early.transport)
    early.session.sendPartialInput({ city: 'P' })
    early.session.sendCancelled('stopped by the user')
    early.session.sendPartialInput({ city: 'Par' })
    early.session.sendInput({ city: 'Paris' })
    early.session.sendResult(result)
    await settle()
    expect(seenEarly).toEqual([
      ['partial', { city: 'P' }],
      ['cancelled', 'stopped by the user']
    ])
    const late = openView()
    const seenLate = watch(late)
    late.session.sendInput({})
    late.session.sendCancelled('timeout')
    late.session.sendCancelled('again')
    await late.app.connect(late.transport)
    await settle()
    expect(seenLate).toEqual([
      ['input', {}],
      ['cancelled', 'timeout']
    ])
  })

  it('context/context-changed: sends only what changed in the host context', async () => {
    const view = openView()
    const changes: unknown[] = []
    view.app.addEventListener('hostcontextchanged', (change) => changes.push(change))
    await view.app.connect(view.transport)
    view.session.changeContext({ theme: 'light' })
    view.session.changeContext({ theme: 'dark', displayMode: 'inline' })
    view.session.changeContext({ displayMode: 'fullscreen' })
    await settle()
    expect(changes).toEqual([{ theme: 'dark' }, { displayMode: 'fullscreen' }])
  })
})

describe('the end of a view', () => {
  it('lifecycle/teardown-notify lifecycle/teardown-await: waits for the answer of the view', async () => {
    const view = openView()
    let finishSaving: (() => void) | undefined
    view.app.onteardown = () =>
      new Promise((resolve) => {
        finishSaving = () => resolve({})
      })
    await view.app.connect(view.transport)
    const teardown = view.session.teardown('closed by the user')
    void view.session.teardown('again')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(sentMethods(view)).toEqual(['ui/resource-teardown'])
    expect(view.sent.at(-1)).toMatchObject({ params: { reason: 'closed by the user' } })
    expect(view.states).toHaveLength(1)
    finishSaving?.()
    await teardown
    expect(view.states.at(-1)).toEqual({ type: 'ended', reason: null })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('lifecycle/teardown-await: waits 2 s for a view that never answers', async () => {
    const view = openView()
    view.app.onteardown = () => new Promise(() => undefined)
    await view.app.connect(view.transport)
    void view.session.teardown('closed')
    await vi.advanceTimersByTimeAsync(1_999)
    expect(view.states).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(view.states.at(-1)).toEqual({ type: 'ended', reason: null })
  })

  it('ends a view at once that was never initialized', async () => {
    const view = openView()
    await view.session.teardown('closed')
    expect(view.states).toEqual([{ type: 'ended', reason: null }])
    expect(view.sent).toEqual([])
  })

  it('reports the first reason only, and reads and sends nothing after it', async () => {
    const callTool = vi.fn()
    const view = openView({ handlers: { callTool } })
    const seen = watch(view)
    await view.app.connect(view.transport)
    view.session.end('crashed')
    view.session.end('navigated')
    void view.session.teardown('closed')
    view.session.sendInput({})
    view.session.changeContext({ theme: 'dark' })
    const call = view.app.callServerTool({ name: 'x' }, { timeout: 100 })
    await Promise.all([expect(call).rejects.toThrow('timed out'), vi.advanceTimersByTimeAsync(200)])
    expect(view.states.slice(1)).toEqual([{ type: 'ended', reason: 'crashed' }])
    expect(seen).toEqual([])
    expect(callTool).not.toHaveBeenCalled()
  })

  it('aborts what the view asked for', async () => {
    const signals: AbortSignal[] = []
    const view = openView({
      handlers: {
        callTool: (_request, signal) => {
          signals.push(signal)
          return new Promise(() => undefined)
        }
      }
    })
    await view.app.connect(view.transport)
    const cancelled = new AbortController()
    view.app.callServerTool({ name: 'a' }, { signal: cancelled.signal }).catch(() => undefined)
    view.app.callServerTool({ name: 'b' }).catch(() => undefined)
    await settle()
    cancelled.abort()
    await settle()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    view.session.end(null)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    await view.app.close()
  })
})
