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
import { isToolCall } from '../../../conversation/messages/transcript'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { createHold, createScriptedModel } from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'
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
let frames: TestFrame[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-views-'))
  frames = []
})
afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function start({
  drawsViews = true,
  environment = {}
}: { readonly drawsViews?: boolean; readonly environment?: Record<string, string> } = {}): Promise<void> {
  const settings = { mcpServers: { views: { command: process.execPath, args: [server] } } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  host = await openHost({ folder, environment, ...(drawsViews && { openViewFrame: openTestFrame }) })
  void host.start()
  await vi.waitFor(async () => {
    await answerOf('server-trust', { type: 'server-trust', decision: 'trust' })
    expect((await host.handlers['app.snapshot']({})).servers[0]?.state).toBe('connected')
  }, soon)
}

function openTestFrame(options: ViewFrameOptions) {
  const frame: TestFrame = {
    ...options,
    sent: [],
    say: (message) => options.onMessage(JSON.stringify({ jsonrpc: '2.0', ...message })),
    isClosed: false
  }
  frames.push(frame)
  return {
    address: 'parley-view://proxy/',
    partition: `view-${frames.length}`,
    send: (message: unknown) => void frame.sent.push(message as Sent),
    close: () => {
      frame.isClosed = true
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
  const { viewId } = await host.handlers['view.open']({ ...place, surroundings })
  const frame = frames[0]!
  await greet(frame)
  await vi.waitFor(() => expect(lastView()).toMatchObject({ state: 'ready' }), soon)
  return { frame, place, viewId }
}

const sentBy = (frame: TestFrame, method: string) => frame.sent.filter((message) => message.method === method)

describe('the view of a call', () => {
  it('resources/read-referenced resources/prefetch: is the page of its server, read when it opens, without network, and learns its input and its result', async () => {
    await start()
    const { place, part } = await callTool('chart')
    expect(part.viewUri).toBe('ui://views/chart.html')
    const opened = await host.handlers['view.open']({ ...place, surroundings })
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

  it('security/csp-audit-log: is in the log with its content policy', async () => {
    await start()
    const { place } = await callTool('chart')
    await host.handlers['view.open']({ ...place, surroundings })
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
    await host.handlers['view.open']({ ...place, surroundings })
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
    await host.handlers['view.open']({ ...place, surroundings })
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
    const { viewId } = await host.handlers['view.open']({ ...place, surroundings })
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
    await host.handlers['view.open']({ ...place, surroundings })
    const frame = frames[0]!
    await greet(frame)
    await answerOf('tool-call', { type: 'tool-call', decision: 'deny' })
    await waitForEnd()
    await vi.waitFor(() => expect(sentBy(frame, 'ui/notifications/tool-cancelled')).toHaveLength(1), soon)
    expect(sentBy(frame, 'ui/notifications/tool-cancelled')[0]?.params).toEqual({ reason: 'denied' })
    expect(sentBy(frame, 'ui/notifications/tool-input')).toEqual([])
    await vi.waitFor(() => expect(sentBy(frame, 'ui/resource-teardown')).toHaveLength(1), soon)
    const again = host.handlers['view.open']({ ...place, surroundings })
    await expect(again).rejects.toMatchObject({ code: 'VIEW_UNAVAILABLE' })
  })

  it.each([
    ['stop', 'cancelled'],
    ['server', 'SERVER_RESTARTED']
  ] as const)('learns that its call was cancelled: %s', async (end, reason) => {
    await start()
    const { place, waitForEnd } = await startCall('slow')
    await answerOf('tool-call', { type: 'tool-call', decision: 'allow-once' })
    await host.handlers['view.open']({ ...place, surroundings })
    const frame = frames[0]!
    await greet(frame)
    await vi.waitFor(() => expect(sentBy(frame, 'ui/notifications/tool-input')).toHaveLength(1), soon)
    if (end === 'stop') await host.handlers['conversation.stop']({ conversationId: place.conversationId })
    else await host.handlers['server.control']({ serverName: 'views', act: 'stop' })
    await waitForEnd()
    await vi.waitFor(() => expect(sentBy(frame, 'ui/notifications/tool-cancelled')).toHaveLength(1), soon)
    expect(sentBy(frame, 'ui/notifications/tool-cancelled')[0]?.params).toEqual({ reason })
    expect(frame.isClosed).toBe(false)
  })

  it('dimensions/listen-size-changed: changes its mode with the window, and follows its wishes of size', async () => {
    const { frame, viewId } = await openReadyView()
    await host.handlers['view.show']({ viewId, surroundings, displayMode: 'fullscreen' })
    expect(sentBy(frame, 'ui/notifications/host-context-changed').at(-1)?.params).toMatchObject({
      displayMode: 'fullscreen',
      containerDimensions: { width: 640, height: 500 }
    })
    frame.onEscape()
    expect(lastView()).toMatchObject({ displayMode: 'inline' })
    await host.handlers['view.show']({ viewId, surroundings, displayMode: 'pip' })
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

  it('is shown only in modes that it supports, and each has one view at most', async () => {
    await start()
    const { place } = await callTool('chart')
    const open = async (appCapabilities: object) => {
      const { viewId } = await host.handlers['view.open']({ ...place, surroundings })
      await greet(frames.at(-1)!, appCapabilities)
      await vi.waitFor(() => expect(lastView()).toMatchObject({ viewId, state: 'ready' }), soon)
      return viewId
    }
    const show = (viewId: string, displayMode: OpenView['displayMode']) =>
      host.handlers['view.show']({ viewId, surroundings, displayMode })
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
      await host.handlers['view.open']({ ...place, surroundings })
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

describe('a call without a view', () => {
  it('has none to open', async () => {
    await start()
    const { place } = await callTool('chart')
    const opening = host.handlers['view.open']({ ...place, callId: 'unknown', surroundings })
    await expect(opening).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' })
  })

  it('says that its server has to be connected', async () => {
    await start()
    const { place } = await callTool('chart')
    await host.handlers['server.control']({ serverName: 'views', act: 'stop' })
    const opening = host.handlers['view.open']({ ...place, surroundings })
    await expect(opening).rejects.toMatchObject({ code: 'SERVER_NOT_CONNECTED' })
    expect(frames).toEqual([])
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
