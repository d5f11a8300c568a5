/** Apps on the page of their server, through the whole core: without a conversation, and with the same questions. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '../../../contract/bridge/calls'
import type { TracedViewMessage } from '../../../contract/bridge/inspected-view-calls'
import type { OpenView } from '../../../contract/bridge/view-calls'
import type { Question, QuestionAnswer } from '../../../contract/questions/questions'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { fakeFrame } from '../../../testing/open-view'
import { soon } from '../../../testing/soon'
import type { ViewFrameOptions } from '../../../views/interface'

const server = fileURLToPath(new URL('../../../testing/servers/views.mjs', import.meta.url))
const everything = { recipientType: null, recipient: null, from: null, to: null, beforePosition: null }
const context = {
  theme: 'light',
  tokens: {},
  displayMode: 'inline',
  width: 640,
  height: 500,
  locale: 'en',
  timeZone: 'Europe/Vienna',
  hasTouch: false,
  hasHover: true,
  safeArea: { top: 0, right: 0, bottom: 0, left: 0 }
} as const
const chart = { serverName: 'views', toolName: 'chart', context }
const result = { content: [{ type: 'text', text: 'by hand' }] }

interface Sent {
  readonly id?: number
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

let folder: string
let host: OpenTestHost
let frame: ViewFrameOptions
let sent: Sent[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-inspected-'))
  sent = []
  const views = { command: process.execPath, args: [server] }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { views } }))
  host = await openHost({
    folder,
    openViewFrame: () =>
      fakeFrame(
        (options) => {
          frame = options
        },
        (message) => void sent.push(message as Sent)
      )
  })
  void host.start()
  await vi.waitFor(async () => {
    await answer({ type: 'server-trust', decision: 'trust' })
    expect((await host.handlers['app.snapshot']({})).servers[0]?.state).toBe('connected')
  }, soon)
})
afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function answer(given: QuestionAnswer): Promise<void> {
  const question = host.question()
  if (question?.type === given.type)
    await host.handlers['consent.answer']({ questionId: question.id, answer: given })
}

async function waitForQuestion<K extends Question['type']>(type: K) {
  return await vi.waitFor(() => {
    const question = host.question()
    if (question?.type !== type) throw new Error('not asked yet')
    return question as Extract<Question, { type: K }>
  }, soon)
}

const say = (message: object) => frame.onMessage(JSON.stringify({ jsonrpc: '2.0', ...message }))
const lastView = () =>
  host.events.findLast(({ name }) => name === 'view.changed')?.payload as OpenView | undefined
const methods = () => sent.flatMap(({ method }) => method ?? [])
const traced = (): readonly TracedViewMessage[] =>
  host.events.flatMap(({ name, payload }) =>
    name === 'view.messaged' ? (payload as { messages: TracedViewMessage[] }).messages : []
  )

async function answerTo(id: number): Promise<Sent> {
  return await vi.waitFor(() => {
    const found = sent.find((message) => message.id === id)
    if (found === undefined) throw new Error('no answer yet')
    return found
  }, soon)
}

async function openReady(toolName = 'chart', displayModes = ['inline', 'fullscreen']): Promise<string> {
  const { viewId } = await host.handlers['view.open-inspected']({ ...chart, toolName })
  const params = {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'v', version: '1' },
    appCapabilities: { availableDisplayModes: displayModes }
  }
  say({ id: 1, method: 'ui/initialize', params })
  await answerTo(1)
  say({ method: 'ui/notifications/initialized', params: {} })
  await vi.waitFor(() => expect(lastView()).toMatchObject({ viewId, state: 'ready' }), soon)
  return viewId
}

type Step = CallInput<'view.send-step'>['step']
const send = (viewId: string, step: Step) => host.handlers['view.send-step']({ viewId, step })
const input: Step = { type: 'input', arguments: { city: 'Oslo' } }

/** `work`: what a handler returned. */
async function refusal(work: unknown): Promise<string> {
  try {
    await work
    return 'none'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('an app on the page of its server', () => {
  it('opens without a conversation, a call or a question, and gets what the user sends in the order of the specification', async () => {
    const viewId = await openReady()
    expect(host.question()).toBeNull()
    expect(frame.policy('parley-view://proxy')).toContain("default-src 'none'")
    expect(methods()).toEqual([])
    expect(lastView()?.steps).toEqual(['partial-input', 'input', 'cancelled', 'call'])
    expect(await refusal(send(viewId, { type: 'result', result }))).toBe('REQUEST_REFUSED')
    await send(viewId, { type: 'partial-input', text: '{"city":"Os' })
    await send(viewId, { type: 'partial-input', text: '{"city":"Oslo","more' })
    await send(viewId, input)
    expect(lastView()?.steps).toEqual(['result', 'cancelled', 'call'])
    for (const late of [input, { type: 'partial-input', text: '{}' } as const])
      expect(await refusal(send(viewId, late))).toBe('REQUEST_REFUSED')
    await send(viewId, { type: 'result', result })
    expect(lastView()?.steps).toEqual([])
    expect(await refusal(send(viewId, { type: 'cancelled', reason: 'late' }))).toBe('REQUEST_REFUSED')
    expect(sent.slice(1).map(({ method, params }) => ({ method, params }))).toEqual([
      { method: 'ui/notifications/tool-input-partial', params: { arguments: { city: 'Os' } } },
      { method: 'ui/notifications/tool-input-partial', params: { arguments: { city: 'Oslo' } } },
      { method: 'ui/notifications/tool-input', params: { arguments: { city: 'Oslo' } } },
      { method: 'ui/notifications/tool-result', params: result }
    ])
    const { conversations } = await host.handlers['app.snapshot']({})
    expect(conversations).toEqual([])
  })

  it('gets nothing before it has started', async () => {
    const { viewId } = await host.handlers['view.open-inspected'](chart)
    expect(await refusal(send(viewId, input))).toBe('REQUEST_REFUSED')
    expect(sent).toEqual([])
  })

  it('learns that the call was cancelled, also before its input', async () => {
    const viewId = await openReady()
    await send(viewId, { type: 'cancelled', reason: 'user' })
    expect(methods()).toEqual(['ui/notifications/tool-cancelled'])
    expect(await refusal(send(viewId, input))).toBe('REQUEST_REFUSED')
  })

  it.each<[string, Step]>([
    ['partial input', { type: 'partial-input', text: '[1' }],
    ['partial input', { type: 'partial-input', text: 'city' }]
  ])('refuses %s that is no beginning of an object', async (_name, step) => {
    const viewId = await openReady()
    expect(await refusal(send(viewId, step))).toBe('BRIDGE_INVALID_INPUT')
    expect(methods()).toEqual([])
  })

  it('refuses a result that is none, and lets the user correct it', async () => {
    const viewId = await openReady()
    await send(viewId, input)
    const broken = { content: [{ type: 'text' }] }
    expect(await refusal(send(viewId, { type: 'result', result: broken }))).toBe('BRIDGE_INVALID_INPUT')
    await send(viewId, { type: 'result', result })
    expect(methods()).toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result'])
  })

  it('has its tool called after the usual question, which offers no permission for a conversation, and with a record', async () => {
    const viewId = await openReady()
    const calling = host.handlers['view.call-tool']({ viewId, arguments: { city: 'Oslo' } })
    const question = await waitForQuestion('tool-call')
    expect(question).toMatchObject({ serverName: 'views', toolName: 'chart', requestedBy: 'direct' })
    expect(question.scopes).not.toContain('conversation')
    expect(question.scopes).toContain('always')
    expect(methods()).toEqual([])
    expect(lastView()?.steps).toEqual([])
    const forConversation = answer({ type: 'tool-call', decision: 'allow-conversation' })
    expect(await refusal(forConversation)).toBe('BRIDGE_INVALID_INPUT')
    await answer({ type: 'tool-call', decision: 'allow-once', arguments: { city: 'Bergen' } })
    await calling
    expect(sent.slice(1)).toMatchObject([
      { method: 'ui/notifications/tool-input', params: { arguments: { city: 'Bergen' } } },
      {
        method: 'ui/notifications/tool-result',
        params: { structuredContent: { temperatures: [12, 18, 24] } }
      }
    ])
    const { entries } = await host.handlers['ledger.search']({ ...everything, text: 'Bergen', limit: 9 })
    expect(entries).toMatchObject([
      { kind: 'tool call', subject: 'chart', recipient: 'views', conversationId: null, messageId: null }
    ])
  })

  it('is called with the input that it already has', async () => {
    const viewId = await openReady()
    await send(viewId, input)
    const calling = host.handlers['view.call-tool']({ viewId, arguments: { city: 'Rome' } })
    expect((await waitForQuestion('tool-call')).arguments).toEqual({ city: 'Oslo' })
    await answer({ type: 'tool-call', decision: 'allow-once' })
    await calling
    expect(methods()).toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result'])
  })

  it('learns only that the call was cancelled when the user denies it', async () => {
    const viewId = await openReady()
    const calling = refusal(host.handlers['view.call-tool']({ viewId, arguments: { city: 'Oslo' } }))
    await waitForQuestion('tool-call')
    await answer({ type: 'tool-call', decision: 'deny' })
    expect(await calling).toBe('REQUEST_REFUSED')
    expect(methods()).toEqual(['ui/notifications/tool-cancelled'])
  })

  it('can be given other arguments when they break the schema of the tool', async () => {
    const viewId = await openReady()
    const calling = host.handlers['view.call-tool']({ viewId, arguments: { city: 5 } })
    expect(await refusal(calling)).toBe('TOOL_INVALID_ARGUMENTS')
    expect(lastView()?.steps).toContain('call')
    expect(methods()).toEqual([])
  })

  it('asks for its own tool calls as in a conversation, without a permission for one', async () => {
    await openReady()
    say({ id: 10, method: 'tools/call', params: { name: 'chart', arguments: { city: 'Rome' } } })
    const question = await waitForQuestion('tool-call')
    expect(question).toMatchObject({ requestedBy: 'view' })
    expect(question.scopes).not.toContain('conversation')
    await answer({ type: 'tool-call', decision: 'allow-once' })
    expect((await answerTo(10)).result).toMatchObject({ content: [{ type: 'text' }] })
    say({ id: 11, method: 'tools/call', params: { name: 'model-only', arguments: {} } })
    expect((await answerTo(11)).error).toBeDefined()
  })

  it('has no conversation: a message is refused with the reason, and model context is only shown', async () => {
    await openReady()
    const initialized = await answerTo(1)
    expect(initialized.result?.['hostCapabilities']).not.toHaveProperty('message')
    say({
      id: 10,
      method: 'ui/message',
      params: { role: 'user', content: [{ type: 'text', text: 'Hello' }] }
    })
    expect((await answerTo(10)).error?.message).toContain('no conversation')
    say({ id: 11, method: 'ui/update-model-context', params: { content: [{ type: 'text', text: 'rain' }] } })
    expect((await answerTo(11)).result).toEqual({})
    expect(host.question()).toBeNull()
    expect(host.events.filter(({ name }) => name === 'view.context-changed')).toEqual([])
  })

  it('opens a link after the question, recorded without a conversation', async () => {
    await openReady()
    say({ id: 10, method: 'ui/open-link', params: { url: 'https://example.com/a' } })
    await waitForQuestion('link')
    await answer({ type: 'link', decision: 'open' })
    expect((await answerTo(10)).result).toEqual({})
    expect(host.openedLinks).toEqual(['https://example.com/a'])
    const { entries } = await host.handlers['ledger.search']({ ...everything, text: 'example.com', limit: 9 })
    expect(entries.map(({ conversationId }) => conversationId)).toEqual(entries.map(() => null))
  })

  it('gets only the fields of its context that changed', async () => {
    const viewId = await openReady()
    await host.handlers['view.change-context']({ viewId, context: { ...context, theme: 'dark' } })
    const phone = { width: 390, height: 844, hasTouch: true, hasHover: false }
    const safeArea = { top: 47, right: 0, bottom: 34, left: 0 }
    await host.handlers['view.change-context']({
      viewId,
      context: { ...context, theme: 'dark', ...phone, safeArea, locale: 'de-AT' }
    })
    await host.handlers['view.change-context']({
      viewId,
      context: { ...context, theme: 'dark', ...phone, safeArea, locale: 'de-AT', displayMode: 'fullscreen' },
      setsMode: true
    })
    expect(sent.slice(1)).toEqual([
      expect.objectContaining({ method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } }),
      expect.objectContaining({
        params: {
          containerDimensions: { width: 390, maxHeight: 844 },
          locale: 'de-AT',
          deviceCapabilities: { touch: true, hover: false },
          safeAreaInsets: safeArea
        }
      }),
      expect.objectContaining({
        params: { displayMode: 'fullscreen', containerDimensions: { width: 390, height: 844 } }
      })
    ])
    expect(lastView()?.displayMode).toBe('fullscreen')
    await host.handlers['view.change-context']({ viewId, context: { ...context, width: 700 } })
    expect(lastView()?.displayMode).toBe('fullscreen')
  })

  it('has its wish of a mode until the user grants it, also if the window measures it meanwhile', async () => {
    const viewId = await openReady()
    say({ id: 2, method: 'ui/request-display-mode', params: { mode: 'fullscreen' } })
    await vi.waitFor(() => expect(lastView()?.wantedMode).toBe('fullscreen'), soon)
    await host.handlers['view.change-context']({ viewId, context: { ...context, width: 700 } })
    expect(lastView()?.wantedMode).toBe('fullscreen')
    const wanted = { ...context, width: 700, displayMode: 'fullscreen' } as const
    await host.handlers['view.change-context']({ viewId, context: wanted, setsMode: true })
    expect((await answerTo(2)).result).toEqual({ mode: 'fullscreen' })
  })

  it('is shown in no mode that it does not support, and in no language or time zone that does not exist', async () => {
    const viewId = await openReady('chart', ['inline'])
    await host.handlers['view.change-context']({
      viewId,
      context: { ...context, displayMode: 'pip' },
      setsMode: true
    })
    expect(methods()).toEqual([])
    for (const wrong of [{ locale: 'no language' }, { timeZone: 'Middle/Earth' }]) {
      const changing = async () =>
        await host.handlers['view.change-context']({ viewId, context: { ...context, ...wrong } })
      expect(await refusal(changing())).toBe('BRIDGE_INVALID_INPUT')
    }
  })

  it('has its messages shown in order, with what Parley refused', async () => {
    const viewId = await openReady()
    await send(viewId, input)
    frame.onMessage('"no object"')
    say({ id: 7, method: 'ui/initialize', params: {} })
    const wanted = [
      ['in', 'ui/initialize'],
      ['out', 'hostCapabilities'],
      ['in', 'ui/notifications/initialized'],
      ['out', 'ui/notifications/tool-input'],
      ['in', 'no object'],
      ['in', 'ui/initialize'],
      ['out', 'already initialized']
    ]
    await vi.waitFor(() => expect(traced()).toHaveLength(wanted.length), soon)
    for (const [index, [direction, text]] of wanted.entries())
      expect(traced()[index]).toMatchObject({
        index,
        direction,
        text: expect.stringContaining(text!) as string
      })
    expect(traced().map(({ refusal: why }) => why)).toEqual([
      ...[null, null, null, null],
      'a message: not-json-rpc',
      'ui/initialize: The view is already initialized',
      null
    ])
  })

  it('ends its call, and the question, when it is closed', async () => {
    const viewId = await openReady()
    const calling = refusal(host.handlers['view.call-tool']({ viewId, arguments: { city: 'Oslo' } }))
    await waitForQuestion('tool-call')
    const closing = host.handlers['view.close']({ viewId })
    say({ id: sent.find(({ method }) => method === 'ui/resource-teardown')?.id, result: {} })
    await closing
    expect(await calling).not.toBe('none')
    await vi.waitFor(() => expect(host.question()).toBeNull(), soon)
    expect(await refusal(Promise.resolve().then(() => send(viewId, input)))).toBe('VIEW_UNAVAILABLE')
  })
})

it('opens no app of a tool without one', async () => {
  const opening = host.handlers['view.open-inspected']({ ...chart, toolName: 'unknown' })
  expect(await refusal(opening)).toBe('TOOL_UNKNOWN')
})
