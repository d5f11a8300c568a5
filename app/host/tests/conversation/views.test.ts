/**
 * The view of a tool call, through the whole core: read from the real server, opened in a frame of the test, which
 * speaks as a view does.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OpenView } from '../../../contract/bridge/view-calls'
import type { TestRun } from '../../../contract/workbench/tests'
import { isToolCall } from '../../../conversation/messages/transcript'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { openView } from '../../../testing/open-view'
import { createHold, createScriptedModel } from '../../../testing/scripted-model/scripted-model'
import type { ScriptedReply } from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'
import { toText } from '../../../texts/render-localized'
import type { ViewFrameOptions } from '../../../views/interface'

const server = fileURLToPath(new URL('../../../testing/servers/views.mjs', import.meta.url))
const everything = { recipientType: null, recipient: null, from: null, to: null, beforePosition: null }
const surroundings = { theme: 'dark', tokens: { '--surface': '#18191d' }, width: 640, height: 500 } as const

const send = { resources: [], prompt: null }

interface Sent {
  readonly id?: number
  readonly method?: string
  readonly params?: object
  readonly result?: object
  readonly error?: object
}

/** A frame whose messages the test writes and reads. */
interface TestFrame extends ViewFrameOptions {
  readonly sent: Sent[]
  readonly say: (message: object) => void
  isClosed: boolean
}

let folder: string
let host: OpenTestHost
/** Those with a page. */
let frames: TestFrame[]
let openFrames: number

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-views-'))
  frames = []
  openFrames = 0
})
afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function start({
  drawsViews = true,
  environment = {},
  entry = {},
  settings = {}
}: {
  readonly drawsViews?: boolean
  readonly environment?: Record<string, string>
  /** More of the server's entry. */
  readonly entry?: object
  readonly settings?: object
} = {}): Promise<void> {
  const views = { command: process.execPath, args: [server], ...entry }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { views }, ...settings }))
  host = await openHost({ folder, environment, ...(drawsViews && { openViewFrame: openTestFrame }) })
  void host.start()
  await vi.waitFor(async () => {
    await answerOf('server-trust', { type: 'server-trust', decision: 'trust' })
    expect((await host.handlers['app.snapshot']({})).servers[0]?.state).toBe('connected')
  }, soon)
}

function openTestFrame() {
  let frame: TestFrame | null = null
  openFrames += 1
  return {
    address: 'parley-view://proxy/',
    partition: `view-${frames.length + 1}`,
    show: (options: ViewFrameOptions) => {
      const say: TestFrame['say'] = (message) =>
        options.onMessage(JSON.stringify({ jsonrpc: '2.0', ...message }))
      frame = { ...options, sent: [], say, isClosed: false }
      frames.push(frame)
    },
    send: (message: unknown) => void frame?.sent.push(message as Sent),
    close: () => {
      openFrames -= 1
      if (frame !== null) frame.isClosed = true
    }
  }
}

async function answerOf(
  type: string,
  answer: Parameters<OpenTestHost['handlers']['consent.answer']>[0]['answer']
) {
  const question = host.question()
  if (question?.type === type) await host.handlers['consent.answer']({ questionId: question.id, answer })
}

async function findCallOf(conversationId: string) {
  return await vi.waitFor(async () => {
    const { messages } = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })
    const message = messages.at(-1)
    const part = message?.parts.find(isToolCall)
    if (message === undefined || part === undefined) throw new Error('no call yet')
    return { conversationId, messageId: message.id, callId: part.callId }
  }, soon)
}

/** Until its question. */
async function startCall(toolName: string) {
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
  const toolRequest = { serverName: 'views', toolName, arguments: { city: 'Oslo' } }
  await host.handlers['conversation.send']({ ...send, conversationId, text: '', toolRequest })
  await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
  const place = await findCallOf(conversationId)
  const waitForEnd = async () => (await answerEnded(host, conversationId)).parts.find(isToolCall)!
  return { place, waitForEnd }
}

async function callTool(toolName: string) {
  const { place, waitForEnd } = await startCall(toolName)
  await answerOf('tool-call', { type: 'tool-call', decision: 'allow-once' })
  return { place, part: await waitForEnd() }
}

const lastView = (): OpenView | undefined =>
  host.events.findLast(({ name }) => name === 'view.changed')?.payload as OpenView | undefined

/** What the official library does at its start. */
async function greet(frame: TestFrame, appCapabilities: object = {}): Promise<Sent> {
  const params = { protocolVersion: '2026-01-26', appInfo: { name: 'v', version: '1' }, appCapabilities }
  frame.say({ id: 1, method: 'ui/initialize', params })
  const answer = await vi.waitFor(() => {
    const found = frame.sent.find(({ id }) => id === 1)
    if (found === undefined) throw new Error('no answer yet')
    return found
  }, soon)
  frame.say({ method: 'ui/notifications/initialized', params: {} })
  return answer
}

async function openReadyView() {
  await start()
  const { place } = await callTool('chart')
  const { viewId } = await openView(host, { ...place, surroundings })
  const frame = frames[0]!
  await greet(frame)
  await vi.waitFor(() => expect(lastView()).toMatchObject({ state: 'ready' }), soon)
  return { frame, place, viewId }
}

const sentBy = (frame: TestFrame, method: string) => frame.sent.filter((message) => message.method === method)

/** The model answers with the replies, in a new conversation. */
async function startModel(replies: readonly ScriptedReply[], settings: object = {}) {
  const model = await createScriptedModel({ script: (_request, index) => replies[index] ?? {} })
  onTestFinished(() => model.close())
  const environment = { ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model.baseUrl }
  await start({ environment, settings })
  await vi.waitFor(async () => {
    expect((await host.handlers['app.snapshot']({})).models.isLoading).toBe(false)
  }, soon)
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-model']({ conversationId, model: 'anthropic/claude-sonnet-5-5' })
  const ask = (text: string) =>
    host.handlers['conversation.send']({ ...send, conversationId, text, toolRequest: null })
  const allow = async () => {
    await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
    await answerOf('tool-call', { type: 'tool-call', decision: 'allow-once' })
  }
  return { model, conversationId, ask, allow }
}

/** Opens the view of the last answer. */
async function openViewOf(conversationId: string): Promise<{ frame: TestFrame; viewId: string }> {
  const { id: messageId, parts } = await answerEnded(host, conversationId)
  const { callId } = parts.find(isToolCall)!
  const { viewId } = await openView(host, { conversationId, messageId, callId, surroundings })
  const frame = frames.at(-1)!
  await greet(frame)
  await vi.waitFor(() => expect(lastView()).toMatchObject({ viewId, state: 'ready' }), soon)
  return { frame, viewId }
}

const chart = { toolUses: [{ name: 'views__chart', input: { city: 'Oslo' } }] }

describe('the view of a call', () => {
  it('resources/read-referenced resources/prefetch: is the page of its server, read when it opens, without network, and learns its input and its result', async () => {
    await start()
    const { place, part } = await callTool('chart')
    expect(part.viewUri).toBe('ui://views/chart.html')
    const opened = await openView(host, { ...place, surroundings })
    expect(opened).toMatchObject({ address: 'parley-view://proxy/', partition: 'view-1' })
    const frame = frames[0]!
    expect(frame.html).toContain('<title>Chart</title>')
    expect(frame.policy('parley-view://proxy')).toContain("default-src 'none'")
    expect((await frame.load(new Request('https://example.com/'))).status).toBe(403)
    const { result } = await greet(frame)
    expect(result).toMatchObject({
      hostCapabilities: { serverTools: {}, logging: {}, openLinks: {}, sandbox: {} },
      hostContext: {
        theme: 'dark',
        displayMode: 'inline',
        containerDimensions: { width: 640, maxHeight: 500 }
      }
    })
    await vi.waitFor(() => expect(sentBy(frame, 'ui/notifications/tool-result')).toHaveLength(1), soon)
    expect(sentBy(frame, 'ui/notifications/tool-input')[0]?.params).toEqual({ arguments: { city: 'Oslo' } })
    expect(sentBy(frame, 'ui/notifications/tool-result')[0]?.params).toMatchObject({
      content: [{ type: 'text', text: 'Temperatures in Oslo: 12, 18, 24' }],
      structuredContent: { temperatures: [12, 18, 24] }
    })
    expect(lastView()).toMatchObject({ viewId: opened.viewId, state: 'ready', reason: null })
  })

  it('keeps its last messages for the page of its server until its conversation is deleted', async () => {
    const { place, viewId } = await openReadyView()
    const list = () => host.handlers['view.list-traces']({ serverName: 'views' })
    await host.handlers['view.close']({ viewId })
    const { conversationId } = place
    expect(await list()).toEqual([expect.objectContaining({ viewId, toolName: 'chart', conversationId })])
    const { messages } = await host.handlers['view.read-trace']({ viewId })
    const methods = messages.map(({ text }) => (JSON.parse(text ?? '{}') as Sent).method)
    expect(methods).toEqual(expect.arrayContaining(['ui/initialize', 'ui/notifications/tool-result']))
    await host.handlers['conversation.delete']({ conversationIds: [conversationId] })
    await vi.waitFor(async () => expect(await list()).toEqual([]), soon)
  })

  it('security/csp-audit-log: is in the log with its content policy', async () => {
    await start()
    const { place } = await callTool('chart')
    await openView(host, { ...place, surroundings })
    expect(host.logged).toContainEqual(
      expect.objectContaining({
        fields: {
          server: 'views',
          uri: 'ui://views/chart.html',
          policy: expect.stringContaining("default-src 'none'") as string
        }
      })
    )
  })

  it('opens while its call waits, but learns the input only after approval, and asks for nothing before', async () => {
    await start()
    const { place, waitForEnd } = await startCall('chart')
    await openView(host, { ...place, surroundings })
    const frame = frames[0]!
    await greet(frame)
    const ping = async (id: number) => {
      frame.say({ id, method: 'ping' })
      await vi.waitFor(() => expect(frame.sent.some((message) => message.id === id)).toBe(true), soon)
    }
    await ping(6)
    frame.say({ id: 7, method: 'tools/call', params: { name: 'chart', arguments: { city: 'Rome' } } })
    await ping(8)
    expect(sentBy(frame, 'ui/notifications/tool-input')).toEqual([])
    expect(host.question()).toMatchObject({ requestedBy: 'direct' })
    await answerOf('tool-call', { type: 'tool-call', decision: 'allow-once' })
    await waitForEnd()
    await vi.waitFor(() => expect(host.question()).toMatchObject({ requestedBy: 'view' }), soon)
    const order = frame.sent.flatMap(({ method = '' }) => (method.includes('/tool-') ? [method] : []))
    expect(order).toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result'])
  })

  it('lifecycle/tool-input-partial: learns the arguments while a model writes them, and none of them after the whole input', async () => {
    const hold = createHold()
    const input = { city: 'Oslo', days: ['Monday', 'Tuesday', 'Wednesday'] }
    const model = await createScriptedModel({
      script: (_request, index) =>
        index === 0 ? { toolUses: [{ name: 'views__chart', input, hold }] } : { text: 'Done.' }
    })
    onTestFinished(() => model.close())
    await start({ environment: { ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model.baseUrl } })
    await vi.waitFor(async () => {
      expect((await host.handlers['app.snapshot']({})).models.isLoading).toBe(false)
    }, soon)
    const { id: conversationId } = await host.handlers['conversation.create']({})
    await host.handlers['conversation.set-model']({ conversationId, model: 'anthropic/claude-sonnet-5-5' })
    await host.handlers['conversation.send']({ ...send, conversationId, text: 'Show it', toolRequest: null })
    const place = await findCallOf(conversationId)
    await openView(host, { ...place, surroundings })
    const frame = frames[0]!
    await greet(frame)
    const partial = () => sentBy(frame, 'ui/notifications/tool-input-partial')
    await vi.waitFor(() => expect(partial()[0]?.params).toMatchObject({ arguments: { city: 'Oslo' } }), soon)
    expect(sentBy(frame, 'ui/notifications/tool-input')).toEqual([])
    hold.release()
    await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
    await answerOf('tool-call', { type: 'tool-call', decision: 'allow-once' })
    await vi.waitFor(() => expect(sentBy(frame, 'ui/notifications/tool-result')).toHaveLength(1), soon)
    const methods = frame.sent.flatMap(({ method = '' }) => (method.includes('/tool-') ? [method] : []))
    expect(methods.slice(-2)).toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result'])
    expect(methods.filter((method) => method === 'ui/notifications/tool-input')).toHaveLength(1)
    expect(sentBy(frame, 'ui/notifications/tool-input')[0]?.params).toEqual({ arguments: input })
  })

  it('offers tools to the model while it is open, which run after approval', async () => {
    const replies = [
      { toolUses: [{ name: 'views__chart', input: { city: 'Oslo' } }] },
      { text: 'Shown.' },
      { toolUses: [{ name: 'views__app_move', input: { day: 2 } }] },
      { text: 'Moved.' },
      { text: 'Nothing to move.' }
    ]
    const model = await createScriptedModel({ script: (_request, index) => replies[index] ?? {} })
    onTestFinished(() => model.close())
    await start({ environment: { ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model.baseUrl } })
    await vi.waitFor(async () => {
      expect((await host.handlers['app.snapshot']({})).models.isLoading).toBe(false)
    }, soon)
    const { id: conversationId } = await host.handlers['conversation.create']({})
    await host.handlers['conversation.set-model']({ conversationId, model: 'anthropic/claude-sonnet-5-5' })
    const ask = (text: string) =>
      host.handlers['conversation.send']({ ...send, conversationId, text, toolRequest: null })
    const allow = async () => {
      await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
      await answerOf('tool-call', { type: 'tool-call', decision: 'allow-once' })
    }
    await ask('Show it')
    const place = await findCallOf(conversationId)
    await allow()
    const { viewId } = await openView(host, { ...place, surroundings })
    const frame = frames[0]!
    await greet(frame, { tools: {} })
    const answer = async (method: string, result: object) => {
      const request = await vi.waitFor(() => {
        const found = sentBy(frame, method).at(-1)
        if (found === undefined) throw new Error('not asked yet')
        return found
      }, soon)
      frame.say({ id: request.id, result })
      return request
    }
    const move = { name: 'move', description: 'Moves the chart', inputSchema: { type: 'object' } }
    await answer('tools/list', { tools: [move] })
    await answerEnded(host, conversationId)

    await ask('Move it')
    await allow()
    const asked = await answer('tools/call', { content: [{ type: 'text', text: 'It is at day 2' }] })
    expect(asked.params).toMatchObject({ name: 'move', arguments: { day: 2 } })
    const ended = await answerEnded(host, conversationId)
    expect(ended.parts.find(isToolCall)).toMatchObject({
      serverName: 'views',
      toolName: 'app/move',
      state: 'done'
    })
    expect(model.requests[3]?.text).toContain('It is at day 2')

    const closing = host.handlers['view.close']({ viewId })
    await answer('ui/resource-teardown', {})
    await closing
    await ask('Move it again')
    await answerEnded(host, conversationId)
    const toolsOf = (index: number) => model.requests[index]?.body.tools?.map(({ name }) => name)
    expect([toolsOf(2)?.includes('views__app_move'), toolsOf(4)?.includes('views__app_move')]).toEqual([
      true,
      false
    ])
  })

  it('is closed when its call is denied, and learns nothing but that', async () => {
    await start()
    const { place, waitForEnd } = await startCall('chart')
    await openView(host, { ...place, surroundings })
    const frame = frames[0]!
    await greet(frame)
    await answerOf('tool-call', { type: 'tool-call', decision: 'deny' })
    await waitForEnd()
    await vi.waitFor(() => expect(sentBy(frame, 'ui/notifications/tool-cancelled')).toHaveLength(1), soon)
    expect(sentBy(frame, 'ui/notifications/tool-cancelled')[0]?.params).toEqual({ reason: 'denied' })
    expect(sentBy(frame, 'ui/notifications/tool-input')).toEqual([])
    await vi.waitFor(() => expect(sentBy(frame, 'ui/resource-teardown')).toHaveLength(1), soon)
    const again = openView(host, { ...place, surroundings })
    await expect(again).rejects.toMatchObject({ code: 'VIEW_UNAVAILABLE' })
  })

  it.each([
    ['stop', 'cancelled'],
    ['server', 'SERVER_RESTARTED'],
    ['time', 'TOOL_TIMEOUT']
  ] as const)('learns that its call was cancelled: %s', async (end, reason) => {
    await start({ entry: end === 'time' ? { timeoutMs: 3_000 } : {} })
    const { place, waitForEnd } = await startCall('slow')
    await answerOf('tool-call', { type: 'tool-call', decision: 'allow-once' })
    await openView(host, { ...place, surroundings })
    const frame = frames[0]!
    await greet(frame)
    await vi.waitFor(() => expect(sentBy(frame, 'ui/notifications/tool-input')).toHaveLength(1), soon)
    if (end === 'stop') await host.handlers['conversation.stop']({ conversationId: place.conversationId })
    if (end === 'server') await host.handlers['server.control']({ serverName: 'views', act: 'stop' })
    await waitForEnd()
    await vi.waitFor(() => expect(sentBy(frame, 'ui/notifications/tool-cancelled')).toHaveLength(1), soon)
    expect(sentBy(frame, 'ui/notifications/tool-cancelled')[0]?.params).toEqual({ reason })
    expect(frame.isClosed).toBe(false)
  })

  it('dimensions/listen-size-changed: changes its mode with the window, and follows its wishes of size', async () => {
    const { frame, viewId } = await openReadyView()
    await host.handlers['view.show']({ viewId, surroundings, displayMode: 'fullscreen', setsMode: true })
    expect(sentBy(frame, 'ui/notifications/host-context-changed').at(-1)?.params).toMatchObject({
      displayMode: 'fullscreen',
      containerDimensions: { width: 640, height: 500 }
    })
    frame.onEscape()
    expect(lastView()).toMatchObject({ displayMode: 'inline' })
    await host.handlers['view.show']({ viewId, surroundings, displayMode: 'pip', setsMode: true })
    const change = sentBy(frame, 'ui/notifications/host-context-changed').at(-1)
    expect(change?.params).toMatchObject({ displayMode: 'pip' })
    const moved = { ...surroundings, theme: 'light', timeZone: 'Asia/Tokyo' } as const
    await host.handlers['view.show']({ viewId, surroundings: moved, displayMode: 'pip' })
    expect(sentBy(frame, 'ui/notifications/host-context-changed').at(-1)?.params).toEqual({
      theme: 'light',
      timeZone: 'Asia/Tokyo'
    })
    frame.say({ method: 'ui/notifications/size-changed', params: { width: 10, height: 333.4 } })
    await vi.waitFor(() => expect(lastView()).toMatchObject({ height: 333 }), soon)
    frame.say({ method: 'ui/notifications/size-changed', params: { height: 0 } })
    frame.say({ id: 99, method: 'ping' })
    await vi.waitFor(() => expect(frame.sent.some(({ id }) => id === 99)).toBe(true), soon)
    expect(lastView()).toMatchObject({ height: 333 })
  })

  it('keeps the mode that the user left, if the window measured in it before', async () => {
    const { frame, viewId } = await openReadyView()
    await host.handlers['view.show']({ viewId, surroundings, displayMode: 'fullscreen', setsMode: true })
    frame.onEscape()
    const moved = { ...surroundings, theme: 'light' } as const
    await host.handlers['view.show']({ viewId, surroundings: moved, displayMode: 'fullscreen' })
    expect(lastView()).toMatchObject({ displayMode: 'inline' })
    await host.handlers['view.show']({ viewId, surroundings: moved, displayMode: 'inline' })
    const [last] = sentBy(frame, 'ui/notifications/host-context-changed').slice(-1)
    expect(last?.params).toMatchObject({ theme: 'light', displayMode: 'inline' })
  })

  it('is shown only in modes that it supports, and each has one view at most', async () => {
    await start()
    const { place } = await callTool('chart')
    const open = async (appCapabilities: object) => {
      const { viewId } = await openView(host, { ...place, surroundings })
      await greet(frames.at(-1)!, appCapabilities)
      await vi.waitFor(() => expect(lastView()).toMatchObject({ viewId, state: 'ready' }), soon)
      return viewId
    }
    const show = (viewId: string, displayMode: OpenView['displayMode']) =>
      host.handlers['view.show']({ viewId, surroundings, displayMode, setsMode: true })
    const inlineOnly = await open({ availableDisplayModes: ['inline'] })
    await show(inlineOnly, 'fullscreen')
    expect(lastView()).toMatchObject({ displayMode: 'inline', displayModes: ['inline'] })
    const [first, second] = [await open({}), await open({})]
    await show(first, 'pip')
    await show(second, 'pip')
    const modes = host.events.flatMap(({ name, payload }) =>
      name === 'view.changed' ? [payload as OpenView] : []
    )
    expect(modes.findLast(({ viewId }) => viewId === first)?.displayMode).toBe('inline')
    expect(modes.findLast(({ viewId }) => viewId === second)?.displayMode).toBe('pip')
  })

  it('is asked to save its state, then closed', async () => {
    const { frame, viewId } = await openReadyView()
    const closing = host.handlers['view.close']({ viewId })
    const request = await vi.waitFor(() => {
      const [found] = sentBy(frame, 'ui/resource-teardown')
      if (found === undefined) throw new Error('not asked yet')
      return found
    }, soon)
    expect(frame.isClosed).toBe(false)
    frame.say({ id: request.id, result: {} })
    await closing
    expect(frame.isClosed).toBe(true)
    expect(lastView()).toMatchObject({ state: 'ended', reason: null })
  })

  it('ends without any other, with the reason of its frame', async () => {
    await start()
    const { place } = await callTool('chart')
    for (const reason of ['crashed', 'navigated'] as const) {
      await openView(host, { ...place, surroundings })
      const frame = frames.at(-1)!
      frame.onEnd(reason)
      expect([lastView()?.reason, frame.isClosed]).toEqual([reason, true])
    }
  })

  it('visibility/app-tool-call-guard tools/proxy-call: calls a tool of its server only after approval, which names the view', async () => {
    const { frame, place } = await openReadyView()
    const ask = async (id: number, name: string, decision: 'allow-once' | 'deny' | null) => {
      frame.say({ id, method: 'tools/call', params: { name, arguments: { city: 'Rome' } } })
      if (decision !== null) {
        await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
        expect(host.question()).toMatchObject({ requestedBy: 'view', serverName: 'views', toolName: name })
        await answerOf('tool-call', { type: 'tool-call', decision })
      }
      return await vi.waitFor(() => {
        const answer = frame.sent.find((message) => message.id === id)
        if (answer === undefined) throw new Error('no answer yet')
        return answer
      }, soon)
    }
    expect((await ask(10, 'chart', 'allow-once')).result).toMatchObject({
      content: [{ type: 'text', text: 'Temperatures in Rome: 12, 18, 24' }]
    })
    expect((await ask(11, 'model-only', null)).error).toBeDefined()
    expect((await ask(12, 'unknown', null)).error).toBeDefined()
    expect((await ask(13, 'chart', 'deny')).error).toBeDefined()
    // Otherwise it could ask again and again.
    expect((await ask(14, 'chart', null)).error).toBeDefined()
    expect(host.question()).toBeNull()
    const { entries } = await host.handlers['ledger.search']({ ...everything, text: 'Rome', limit: 9 })
    expect(entries).toHaveLength(1)
    const { conversationId, messageId } = place
    expect(entries[0]).toMatchObject({ kind: 'tool call', conversationId, messageId })
  })
})

describe('a call of a model with a view', () => {
  it('keeps its view when the model found the tool by a search', async () => {
    const search = { toolUses: [{ name: 'search_tools', input: { query: 'temperatures of a city' } }] }
    const replies = [search, chart, { text: 'Here it is.' }]
    const { model, conversationId, ask, allow } = await startModel(replies, {
      conversation: { toolShare: 0 }
    })
    await ask('Show it')
    await allow()
    const { id: messageId, parts } = await answerEnded(host, conversationId)
    expect(model.requests[0]?.body.tools?.map(({ name }) => name)).not.toContain('views__chart')
    const call = parts.filter(isToolCall).find(({ toolName }) => toolName === 'chart')
    expect(call).toMatchObject({ state: 'done', viewUri: 'ui://views/chart.html' })
    await openView(host, { conversationId, messageId, callId: call!.callId, surroundings })
    await greet(frames[0]!)
    await vi.waitFor(() => expect(sentBy(frames[0]!, 'ui/notifications/tool-result')).toHaveLength(1), soon)
  })

  it('sends the model only what the server answered, and nothing about the view', async () => {
    const { model, conversationId, ask, allow } = await startModel([
      chart,
      { text: 'Done.' },
      { text: 'Yes.' }
    ])
    await ask('Show it')
    await allow()
    await openViewOf(conversationId)
    await ask('Do you see it?')
    await answerEnded(host, conversationId)
    const results = model.requests
      .slice(1)
      .map(({ body }) =>
        body.messages.flatMap(({ content }) => content).find((block) => block['type'] === 'tool_result')
      )
    expect(results).toHaveLength(2)
    for (const result of results) {
      expect(JSON.stringify(result)).toContain('Temperatures in Oslo: 12, 18, 24')
      expect(JSON.stringify(result)).not.toMatch(/\b(view|app|ui:|shown|shows|displayed)/iu)
    }
    for (const { body } of model.requests) expect(JSON.stringify(body)).not.toContain('ui://')
  })

  it('has the message of its view queued while the model answers', async () => {
    const hold = createHold()
    const replies = [chart, { text: 'Done.' }, { text: 'One.', holdBefore: hold }, { text: 'Two.' }]
    const { model, conversationId, ask, allow } = await startModel(replies)
    await ask('Show it')
    await allow()
    const { frame } = await openViewOf(conversationId)
    await ask('Count')
    const content = [{ type: 'text', text: 'And July?' }]
    frame.say({ id: 20, method: 'ui/message', params: { role: 'user', content } })
    await vi.waitFor(() => expect(host.question()?.type).toBe('view-message'), soon)
    await answerOf('view-message', { type: 'view-message', decision: 'send' })
    await vi.waitFor(() => expect(frame.sent.find(({ id }) => id === 20)?.result).toEqual({}), soon)
    const read = async () =>
      (await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })).messages
    expect((await read()).at(-1)?.state).toBe('streaming')
    expect(model.requests).toHaveLength(3)
    hold.release()
    await vi.waitFor(async () => {
      const messages = await read()
      expect(messages).toHaveLength(6)
      expect(messages.at(-1)?.state).toBe('complete')
    }, soon)
    expect((await read())[4]?.parts).toMatchObject([{ type: 'resource', fromView: 'message' }])
    expect(model.requests[3]?.text).toContain('And July?')
  })
})

describe('a view that asks a model', () => {
  const params = {
    messages: [{ role: 'user', content: { type: 'text', text: 'Name the warmest month' } }],
    maxTokens: 50,
    includeContext: 'allServers'
  }

  async function openAsking(replies: readonly ScriptedReply[] = []) {
    const started = await startModel([chart, { text: 'Done.' }, ...replies])
    await started.ask('Show it')
    await started.allow()
    const opened = await openViewOf(started.conversationId)
    const { frame } = opened
    const request = (id: number, more: object = {}) =>
      frame.say({ id, method: 'sampling/createMessage', params: { ...params, ...more } })
    const answered = (id: number) =>
      vi.waitFor(() => {
        const found = frame.sent.find((message) => message.id === id)
        if (found === undefined) throw new Error('no answer yet')
        return found
      }, soon)
    const asked = (type: string) => vi.waitFor(() => expect(host.question()?.type).toBe(type), soon)
    return { ...started, ...opened, request, answered, asked }
  }

  it('gets the answer that you reviewed, of a request that you reviewed, which say that the app asks', async () => {
    const { frame, model, request, answered, asked, conversationId } = await openAsking([{ text: 'July.' }])
    expect(frame.sent.find(({ id }) => id === 1)?.result).toMatchObject({
      hostCapabilities: { sampling: {} }
    })
    request(20)
    await asked('sampling')
    const origin = { serverName: 'views', conversationId, toolName: 'chart', isFromView: true }
    expect(host.question()).toMatchObject({ ...origin, contextPreview: null, request: { maxTokens: 50 } })
    expect(model.requests).toHaveLength(2)
    await answerOf('sampling', { type: 'sampling', decision: 'approve' })
    await asked('sampling-answer')
    expect(host.question()).toMatchObject({ ...origin, content: [{ type: 'text', text: 'July.' }] })
    expect(frame.sent.some(({ id }) => id === 20)).toBe(false)
    await answerOf('sampling-answer', { type: 'sampling-answer', decision: 'send' })
    expect((await answered(20)).result).toMatchObject({
      role: 'assistant',
      content: { type: 'text', text: 'July.' }
    })
    expect(model.requests[2]?.body.tools ?? []).toEqual([])
    const { entries } = await host.handlers['ledger.search']({ ...everything, text: 'warmest', limit: 9 })
    expect(entries.map(({ kind, subject }) => (kind === 'view request' ? subject : kind)).toSorted()).toEqual(
      ['sampling request', 'sampling: done']
    )
  })

  it('learns that you declined, and has tools, audio and other impossible requests refused without a question', async () => {
    const { request, answered, asked, model } = await openAsking()
    request(20)
    await asked('sampling')
    await answerOf('sampling', { type: 'sampling', decision: 'decline' })
    expect((await answered(20)).error).toEqual({ code: -1, message: 'User rejected sampling request' })
    const { entries } = await host.handlers['ledger.search']({ ...everything, text: 'warmest', limit: 9 })
    expect(entries.map(({ subject }) => subject)).toEqual(['sampling: declined'])
    const content = { type: 'audio', data: 'AAEC', mimeType: 'audio/wav' }
    const wide = { type: 'image', data: 'iVBORw0KGgoAAAANSUhEUgAAdTAAAAAJCAYAAAA=', mimeType: 'image/png' }
    const refused = [
      { tools: [{ name: 'move', inputSchema: { type: 'object' } }] },
      { toolChoice: { mode: 'none' } },
      { messages: [{ role: 'user', content }] },
      { messages: [{ role: 'user', content: wide }] },
      { messages: [] },
      { maxTokens: 0 },
      { temperature: 9 },
      { systemPrompt: 'x'.repeat(100_001) }
    ]
    for (const [index, more] of refused.entries()) {
      request(30 + index, more)
      expect((await answered(30 + index)).error).toMatchObject({ code: -32_602 })
    }
    expect(host.question()).toBeNull()
    expect(model.requests).toHaveLength(2)
  })

  it('is refused beyond the limit of its server, which counts as a failure, not as your denial', async () => {
    const { request, answered, asked } = await openAsking()
    await host.handlers['sampling.set-rule']({ serverName: 'views', mode: 'ask', requestsPerMinute: 1 })
    request(20)
    await asked('sampling')
    await answerOf('sampling', { type: 'sampling', decision: 'decline' })
    await answered(20)
    request(21)
    const message = 'Sampling is limited for this server. Try again later.'
    expect((await answered(21)).error).toEqual({ code: -32_603, message })
    const { entries } = await host.handlers['ledger.search']({ ...everything, text: 'warmest', limit: 9 })
    expect(entries.map(({ subject }) => subject)).toEqual(['sampling: failed', 'sampling: declined'])
  })

  it('has its question closed when it ends', async () => {
    const { request, asked, frame, viewId } = await openAsking()
    request(20)
    await asked('sampling')
    const closing = host.handlers['view.close']({ viewId })
    await vi.waitFor(() => expect(sentBy(frame, 'ui/resource-teardown')).toHaveLength(1), soon)
    frame.say({ id: sentBy(frame, 'ui/resource-teardown')[0]?.id, result: {} })
    await closing
    await vi.waitFor(() => expect(host.question()).toBeNull(), soon)
    await vi.waitFor(async () => {
      const { entries } = await host.handlers['ledger.search']({ ...everything, text: 'warmest', limit: 9 })
      expect(entries.map(({ subject }) => subject)).toEqual(['sampling: withdrawn'])
    }, soon)
  })

  it('is not asked for where sampling is off for its server', async () => {
    const { viewId, frame, conversationId } = await openAsking()
    const closing = host.handlers['view.close']({ viewId })
    await vi.waitFor(() => expect(sentBy(frame, 'ui/resource-teardown')).toHaveLength(1), soon)
    frame.say({ id: sentBy(frame, 'ui/resource-teardown')[0]?.id, result: {} })
    await closing
    await host.handlers['sampling.set-rule']({ serverName: 'views', mode: 'off' })
    await vi.waitFor(async () => {
      const [view] = (await host.handlers['app.snapshot']({})).servers
      expect(view).toMatchObject({ state: 'connected' })
      expect(view?.clientCapabilities?.some((name) => name.startsWith('sampling'))).toBe(false)
    }, soon)
    const { frame: next } = await openViewOf(conversationId)
    const initialized = next.sent.find(({ id }) => id === 1)?.result as { hostCapabilities: object }
    expect(initialized.hostCapabilities).not.toHaveProperty('sampling')
    next.say({ id: 20, method: 'sampling/createMessage', params })
    await vi.waitFor(() => {
      expect(next.sent.find(({ id }) => id === 20)?.error).toMatchObject({ code: -32_601 })
    }, soon)
  })
})

it('has up to ten views of a conversation open, which end with it', async () => {
  await start()
  const places = []
  const { place, part } = await callTool('chart')
  expect(part.state).toBe('done')
  for (let count = 0; count < 10; count += 1) {
    const { viewId } = await openView(host, { ...place, surroundings })
    await greet(frames[count]!)
    places.push(viewId)
  }
  expect(new Set(places).size).toBe(10)
  await vi.waitFor(() => {
    for (const frame of frames) expect(sentBy(frame, 'ui/notifications/tool-result')).toHaveLength(1)
  }, soon)
  const removing = host.handlers['conversation.delete']({ conversationIds: [place.conversationId] })
  await vi.waitFor(() => {
    for (const frame of frames) expect(sentBy(frame, 'ui/resource-teardown')).toHaveLength(1)
  }, soon)
  for (const frame of frames) frame.say({ id: sentBy(frame, 'ui/resource-teardown')[0]?.id, result: {} })
  await removing
  await vi.waitFor(() => expect(frames.filter(({ isClosed }) => isClosed)).toHaveLength(10), soon)
})

it('lets no view answer or cancel what another one was asked or asks, with guessed ids', async () => {
  await start()
  const { place } = await callTool('chart')
  for (const index of [0, 1]) {
    await openView(host, { ...place, surroundings })
    await greet(frames[index]!)
  }
  const [first, second] = [frames[0]!, frames[1]!]
  first.say({ id: 7, method: 'tools/call', params: { name: 'chart', arguments: { city: 'Rome' } } })
  await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
  for (const id of [0, 1, 2, 7]) {
    second.say({ id, result: { content: [{ type: 'text', text: 'forged' }] } })
    second.say({ method: 'notifications/cancelled', params: { requestId: id } })
  }
  second.say({ id: 8, method: 'tools/call', params: { name: 'other__chart', arguments: {} } })
  await vi.waitFor(() => expect(second.sent.find(({ id }) => id === 8)?.error).toBeDefined(), soon)
  expect(host.question()?.type).toBe('tool-call')
  await answerOf('tool-call', { type: 'tool-call', decision: 'allow-once' })
  await vi.waitFor(() => {
    expect(JSON.stringify(first.sent.find(({ id }) => id === 7)?.result)).toContain('Temperatures in Rome')
  }, soon)
  expect(second.sent.some(({ id }) => id === 7)).toBe(false)
  expect(JSON.stringify([...first.sent, ...second.sent])).not.toContain('forged')
})

describe('the page of a view', () => {
  it('is inspected without opening it', async () => {
    await start()
    const page = { serverName: 'views', uri: 'ui://views/online.html' }
    expect(await host.handlers['view.inspect'](page)).toMatchObject({
      permissions: ['geolocation'],
      policies: { withHosts: expect.stringContaining("default-src 'none'") as string }
    })
    expect(frames).toEqual([])
    expect(host.question()).toBeNull()
  })
})

describe('a call without a view', () => {
  it('has none to open', async () => {
    await start()
    const { place } = await callTool('chart')
    const opening = openView(host, { ...place, callId: 'unknown', surroundings })
    await expect(opening).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' })
  })

  it('says that its server has to be connected', async () => {
    await start()
    const { place } = await callTool('chart')
    await host.handlers['server.control']({ serverName: 'views', act: 'stop' })
    const opening = openView(host, { ...place, surroundings })
    await expect(opening).rejects.toMatchObject({ code: 'SERVER_NOT_CONNECTED' })
    expect(frames).toEqual([])
    expect(openFrames).toBe(0)
  })
})

it('capabilities/mimetypes-required: declares views to servers only where there is a window', async () => {
  for (const drawsViews of [true, false]) {
    await start({ drawsViews })
    const [view] = (await host.handlers['app.snapshot']({})).servers
    const declared = view?.clientCapabilities ?? []
    expect(declared.some((name) => name.includes('io.modelcontextprotocol/ui'))).toBe(drawsViews)
    if (drawsViews) await host.dispose()
  }
})

describe('the app of a saved test', () => {
  const text =
    'tests:\n  - name: draws\n    call: chart\n    arguments: { city: Oslo }\n    expect: { app: true }\n'

  async function runTest() {
    await start()
    const running = host.handlers['test.run']({
      serverName: 'views',
      text,
      names: null,
      serverNames: ['views'],
      models: []
    })
    await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
    await answerOf('tool-call', { type: 'tool-call', decision: 'allow-once' })
    const { app } = await vi.waitFor(() => {
      const run = host.events.findLast(({ name }) => name === 'test.run-changed')?.payload as TestRun
      if (run.results[0]?.app === undefined) throw new Error('no app yet')
      return run.results[0]
    }, soon)
    const { toolName, ...place } = app!
    expect(toolName).toBe('chart')
    await openView(host, { ...place, surroundings })
    const readResult = async () => {
      const [result] = (await running).results
      const said = result?.failures.map((failure) => toText(failure))
      return { state: result?.state, said, app: result?.app }
    }
    return { frame: frames[0]!, readResult }
  }

  it('passes the test once the app says that it is initialized', async () => {
    const { frame, readResult } = await runTest()
    await greet(frame)
    expect(await readResult()).toEqual({ state: 'passed', said: [], app: undefined })
  })

  it('fails the test if the app crashes before that', async () => {
    const { frame, readResult } = await runTest()
    frame.onEnd('crashed')
    const said = ['Expected an app. The app crashed.']
    expect(await readResult()).toEqual({ state: 'failed', said, app: undefined })
  })
})
