import { ProtocolError } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HostError } from '../../base/host-error'
import { quote } from '../../texts/render-localized'
import type { ViewDownload, ViewHandlers } from '../interface'
import { openView } from '../testing/open-view'
import type { OpenedView, OpenViewOptions } from '../testing/open-view'

const png = 'iVBORw0KGgoAAAANSUhEUg'

let consoleSpies: ReturnType<typeof vi.spyOn>[] = []

beforeEach(() => {
  consoleSpies = (['debug', 'log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))
})

afterEach(() => {
  for (const spy of consoleSpies) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

async function connect(
  handlers: Partial<ViewHandlers> = {},
  options: OpenViewOptions = {}
): Promise<OpenedView> {
  const view = openView({ ...options, handlers })
  await view.app.connect(view.transport)
  return view
}

describe('what a view asks of its server', () => {
  it('tools/proxy-call capabilities/server-passthrough: passes calls, resources and prompts to the handlers, and their answers to the view', async () => {
    const asked: unknown[] = []
    const record =
      <T>(answer: T) =>
      (request: unknown, signal: AbortSignal) => {
        asked.push(request, signal.aborted)
        return Promise.resolve(answer)
      }
    const tool = { name: 'refresh', inputSchema: { type: 'object' as const } }
    const { app } = await connect({
      callTool: record({ content: [{ type: 'text', text: 'fresh' }], isError: true }),
      listTools: record({ tools: [tool] }),
      readResource: record({ contents: [{ uri: 'data://1', text: 'one' }] }),
      listResources: record({ resources: [{ uri: 'data://1', name: 'one' }] }),
      listResourceTemplates: record({ resourceTemplates: [{ uriTemplate: 'data://{id}', name: 'any' }] }),
      listPrompts: record({ prompts: [{ name: 'explain' }] })
    })
    const call = { name: 'refresh', arguments: { all: true } }
    expect(await app.callServerTool(call)).toMatchObject({ isError: true })
    expect(await app.request({ method: 'tools/list', params: {} })).toEqual({ tools: [tool] })
    expect(await app.readServerResource({ uri: 'data://1' })).toMatchObject({ contents: [{ text: 'one' }] })
    expect(await app.listServerResources()).toMatchObject({ resources: [{ name: 'one' }] })
    expect(await app.request({ method: 'resources/templates/list', params: {} })).toMatchObject({
      resourceTemplates: [{ name: 'any' }]
    })
    expect(await app.request({ method: 'prompts/list', params: {} })).toMatchObject({
      prompts: [{ name: 'explain' }]
    })
    expect(asked.filter((item) => item !== false)).toEqual([call, {}, { uri: 'data://1' }, {}, {}, {}])
  })

  it('sends the view the message of an expected failure, and no message of a bug', async () => {
    const failures = [
      new HostError('TOOL_ERROR', quote('The user denied the call'), { data: { path: '/home/secret' } }),
      new TypeError('cannot read /home/secret'),
      new ProtocolError(-32_602, 'Unknown tool')
    ]
    const { app, sent, logged } = await connect({
      callTool: () => Promise.reject(failures.shift() ?? new Error('none'))
    })
    for (const message of ['The user denied the call', 'Internal error', 'Unknown tool'])
      await expect(app.callServerTool({ name: 'x' })).rejects.toThrow(message)
    expect(JSON.stringify(sent)).not.toContain('secret')
    expect(logged).toEqual(['error: TypeError: cannot read /home/secret'])
  })
})

describe('what a view asks of Parley', () => {
  it('links/open-external: opens https, http and mailto addresses after the handler agrees', async () => {
    const openLink = vi.fn((url: string) => Promise.resolve(!url.includes('denied')))
    const { app } = await connect({ openLink })
    const good = ['https://example.com/a?b#c', 'http://localhost:3000/', 'mailto:someone@example.com']
    for (const url of good) expect(await app.openLink({ url })).toEqual({})
    expect(openLink.mock.calls.map(([url]) => url)).toEqual(good)
    expect(await app.openLink({ url: 'https://denied.example' })).toEqual({ isError: true })
  })

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'parley://install',
    'parley-view://other',
    'vscode://file/x',
    'smb://server/share',
    'ms-settings:',
    '/relative',
    '',
    ' javascript:alert(1)',
    `https://example.com/${'x'.repeat(9_000)}`
  ])('links/open-external: never asks about %j', async (url) => {
    const openLink = vi.fn()
    const { app } = await connect({ openLink })
    expect(await app.openLink({ url })).toEqual({ isError: true })
    expect(openLink).not.toHaveBeenCalled()
  })

  it('downloads: names files after the last part of their address, safely', async () => {
    const saved: ViewDownload[] = []
    const { app } = await connect({
      downloadFile: (files) => {
        saved.push(...files)
        return Promise.resolve(true)
      }
    })
    const uris = [
      'file:///reports/Q3%20report.csv?x=1#y',
      'ui://view/..%2F..%2F.bashrc',
      'file:///C:%5CWindows%5Cevil.exe',
      'file:///photo%E2%80%AEgpj.exe',
      'https://example.com/',
      'data://%E0%A4%A',
      `file:///${'n'.repeat(500)}.csv`
    ]
    const answer = await app.downloadFile({
      contents: [
        ...uris.map((uri) => ({
          type: 'resource' as const,
          resource: { uri, mimeType: 'text/csv', text: 'ä' }
        })),
        { type: 'resource', resource: { uri: 'file:///image.png', blob: 'AAEC' } },
        { type: 'resource_link', uri: 'data://big/all.bin', name: '../ignored' }
      ]
    })
    expect(answer).toEqual({})
    const names = saved.map(({ name }) => name)
    expect(names.slice(0, 6)).toEqual([
      'Q3 report.csv',
      '_.._.bashrc',
      'C__Windows_evil.exe',
      'photogpj.exe',
      'example.com',
      '%E0%A4%A'
    ])
    expect(names[6]).toHaveLength(200)
    expect(saved[0]).toMatchObject({ type: 'content', mimeType: 'text/csv', data: Buffer.from('ä') })
    expect(saved[7]).toEqual({
      type: 'content',
      name: 'image.png',
      mimeType: null,
      data: Buffer.from([0, 1, 2])
    })
    expect(saved[8]).toEqual({ type: 'link', name: 'all.bin', mimeType: null, uri: 'data://big/all.bin' })
  })

  it('downloads: refuses none, and more than 20 files', async () => {
    const downloadFile = vi.fn()
    const { app } = await connect({ downloadFile })
    const file = { type: 'resource' as const, resource: { uri: 'file:///a', text: '' } }
    for (const count of [0, 21])
      expect(await app.downloadFile({ contents: Array.from({ length: count }, () => file) })).toEqual({
        isError: true
      })
    expect(downloadFile).not.toHaveBeenCalled()
  })

  it('messages/add-to-conversation: learns only whether the message was sent', async () => {
    const message = vi.fn(() => Promise.resolve(message.mock.calls.length === 1))
    const { app } = await connect({ message })
    const content = [{ type: 'text' as const, text: 'Show July' }]
    expect(await app.sendMessage({ role: 'user', content })).toEqual({})
    expect(await app.sendMessage({ role: 'user', content })).toEqual({ isError: true })
    expect(message).toHaveBeenLastCalledWith(content, expect.any(AbortSignal))
  })

  it('model-context/provide-future-turns: gives each update to the handler', async () => {
    const updateModelContext = vi.fn(() => Promise.resolve())
    const { app } = await connect({ updateModelContext })
    await app.updateModelContext({ content: [{ type: 'text', text: 'July' }] })
    await app.updateModelContext({ content: [{ type: 'image', data: png, mimeType: 'image/png' }] })
    await app.updateModelContext({ structuredContent: { month: 7 } })
    expect(updateModelContext).toHaveBeenLastCalledWith(
      { structuredContent: { month: 7 } },
      expect.any(AbortSignal)
    )
  })

  it('refuses content that it did not announce, and too much of it', async () => {
    const { app } = await connect()
    const audio = { type: 'audio' as const, data: 'AAEC', mimeType: 'audio/wav' }
    const long = { type: 'text' as const, text: 'x'.repeat(100_001) }
    const image = { type: 'image' as const, data: png, mimeType: 'image/png' }
    for (const content of [[audio], [long]]) {
      await expect(app.sendMessage({ role: 'user', content })).rejects.toMatchObject({ code: -32_602 })
      await expect(app.updateModelContext({ content })).rejects.toMatchObject({ code: -32_602 })
    }
    await expect(app.sendMessage({ role: 'user', content: [image] })).rejects.toMatchObject({ code: -32_602 })
    const broken = { ...image, data: 'AAEC' }
    const large = { ...image, data: png.padEnd(5_000_001, 'A') }
    // A small file of 30,000 × 9 pixels.
    const wide = { ...image, data: `data:image/png;base64,${png}AAdTAAAAAJCAYAAAA=` }
    for (const content of [[broken], [large], [wide]])
      await expect(app.updateModelContext({ content })).rejects.toMatchObject({ code: -32_602 })
    await expect(app.updateModelContext({ structuredContent: { long } })).rejects.toMatchObject({
      code: -32_602
    })
  })

  it('display/return-resulting-mode display/unavailable-returns-current display/decline-undeclared: changes only to modes that both sides support', async () => {
    const requestDisplayMode = vi.fn(() => Promise.resolve('inline' as const))
    const { app } = await connect(
      { requestDisplayMode },
      { appCapabilities: { availableDisplayModes: ['inline', 'fullscreen', 'pip'] } }
    )
    expect(await app.requestDisplayMode({ mode: 'pip' })).toEqual({ mode: 'inline' })
    expect(requestDisplayMode).not.toHaveBeenCalled()
    expect(await app.requestDisplayMode({ mode: 'fullscreen' })).toEqual({ mode: 'inline' })
    expect(requestDisplayMode).toHaveBeenCalledWith('fullscreen', expect.any(AbortSignal))
  })

  it('gives a request for a model to the handler without tools and context, and the text of the answer to the view', async () => {
    const createMessage = vi.fn<ViewHandlers['createMessage']>(() =>
      Promise.resolve({ content: [{ type: 'text', text: 'July.' }], model: 'm', stopReason: 'endTurn' })
    )
    const { app } = await connect({ createMessage }, { session: { capabilities: { sampling: {} } } })
    const answer = await app.createSamplingMessage({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Which month?' }] },
        { role: 'user', content: { type: 'image', data: png, mimeType: 'text/html' } }
      ],
      maxTokens: 9,
      includeContext: 'allServers',
      metadata: { user: 'me' }
    })
    expect(answer).toEqual({
      role: 'assistant',
      content: { type: 'text', text: 'July.' },
      model: 'm',
      stopReason: 'endTurn'
    })
    expect(createMessage.mock.calls[0]?.[0]).toEqual({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Which month?' }] },
        { role: 'user', content: [{ type: 'image', data: `${png}==`, mimeType: 'image/png' }] }
      ],
      systemPrompt: null,
      hints: [],
      priorities: { cost: null, speed: null, intelligence: null },
      maxTokens: 9,
      temperature: null,
      stopSequences: [],
      includeContext: 'none',
      tools: [],
      toolChoice: null
    })
  })

  it('tells the host that the view wants to be closed', async () => {
    const requestTeardown = vi.fn()
    const { app, states } = await connect({ requestTeardown })
    await app.requestTeardown()
    await vi.waitFor(() => expect(requestTeardown).toHaveBeenCalledOnce())
    expect(states).toHaveLength(1)
  })
})
