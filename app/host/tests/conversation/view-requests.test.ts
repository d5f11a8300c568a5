/**
 * What a view asks for beside tool calls, through the whole core and against a real server: what the user is asked, what
 * happens after each answer, what the view learns, and what the activity log has.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { QuestionAnswer } from '../../../contract/questions/questions'
import { isToolCall } from '../../../conversation/messages/transcript'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { fakeFrame, openView } from '../../../testing/open-view'
import { soon } from '../../../testing/soon'
import { toEnglish } from '../../../texts/render-localized'
import type { ViewFrameOptions } from '../../../views/interface'

const server = fileURLToPath(new URL('../../../testing/servers/views.mjs', import.meta.url))
const surroundings = { theme: 'dark', tokens: {}, width: 640, height: 500 } as const

interface Sent {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

let folder: string
let host: OpenTestHost
let frame: ViewFrameOptions
let sent: Sent[]
let place: { readonly conversationId: string; readonly messageId: string; readonly callId: string }
let viewId: string
let lastId = 1

const say = (message: object) => frame.onMessage(JSON.stringify({ jsonrpc: '2.0', ...message }))

async function answerQuestion(answer: QuestionAnswer): Promise<void> {
  const question = await vi.waitFor(() => {
    const found = host.question()
    if (found?.type !== answer.type) throw new Error('not asked yet')
    return found
  }, soon)
  await host.handlers['consent.answer']({ questionId: question.id, answer })
}

/** Sends a request of the view, and resolves with its answer. */
async function ask(method: string, params: object): Promise<Sent> {
  lastId += 1
  const id = lastId
  say({ id, method, params })
  return await vi.waitFor(() => {
    const found = sent.find((message) => message.id === id)
    if (found === undefined) throw new Error('no answer yet')
    return found
  }, soon)
}

async function greet(): Promise<Sent> {
  const appInfo = { name: 'v', version: '1' }
  const params = { protocolVersion: '2026-01-26', appInfo, appCapabilities: {} }
  const initialized = await ask('ui/initialize', params)
  say({ method: 'ui/notifications/initialized', params: {} })
  return initialized
}

async function askAndAnswer(method: string, params: object, answer: QuestionAnswer): Promise<Sent> {
  const [result] = await Promise.all([ask(method, params), answerQuestion(answer)])
  return result
}

/** Newest first: `subject | excerpt`. */
async function readLog(): Promise<readonly string[]> {
  const { entries } = await host.handlers['ledger.search']({
    recipientType: null,
    recipient: null,
    from: null,
    to: null,
    beforePosition: null,
    text: '',
    messageId: place.messageId,
    limit: 100
  })
  return entries
    .filter(({ kind }) => kind === 'view request' || kind === 'link')
    .map(({ subject, excerpt }) => `${subject} | ${excerpt}`)
}

async function readMessages() {
  const { conversationId } = place
  return (await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 20 })).messages
}

const lastContext = () => {
  const event = host.events.findLast(({ name }) => name === 'view.context-changed')
  return event?.payload as { context: { contextId: string; contents: object[] } | null } | undefined
}

async function send(text: string, viewContexts: string[] = []): Promise<void> {
  const { conversationId } = place
  const message = { conversationId, text, toolRequest: null, resources: [], prompt: null, viewContexts }
  await host.handlers['conversation.send'](message)
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-view-requests-'))
  const settings = { mcpServers: { views: { command: process.execPath, args: [server] } } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  sent = []
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
  await answerQuestion({ type: 'server-trust', decision: 'trust' })
  await vi.waitFor(
    async () => expect((await host.handlers['app.snapshot']({})).servers[0]?.state).toBe('connected'),
    soon
  )
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
  const toolRequest = { serverName: 'views', toolName: 'requests', arguments: {} }
  const message = { conversationId, text: '', toolRequest, resources: [], prompt: null }
  await host.handlers['conversation.send'](message)
  await answerQuestion({ type: 'tool-call', decision: 'allow-once' })
  place = await vi.waitFor(async () => {
    const page = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })
    const answered = page.messages.at(-1)
    const part = answered?.parts.find(isToolCall)
    if (answered?.state !== 'complete' || part === undefined) throw new Error('no call yet')
    return { conversationId, messageId: answered.id, callId: part.callId }
  }, soon)
  ;({ viewId } = await openView(host, { ...place, surroundings }))
  const initialized = await greet()
  expect(initialized.result?.['hostCapabilities']).toEqual({
    openLinks: {},
    downloadFile: {},
    serverTools: {},
    serverResources: {},
    logging: {},
    message: { text: {} },
    updateModelContext: { text: {}, image: {}, structuredContent: {} },
    sandbox: {}
  })
})

afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

describe('a link of a view', () => {
  it('opens after the link question, which says that the app asks', async () => {
    const url = 'https://example.com/a?b=c'
    const asking = ask('ui/open-link', { url })
    await vi.waitFor(() => expect(host.question()).not.toBeNull(), soon)
    expect(host.question()).toMatchObject({ type: 'link', url, host: 'example.com', isFromView: true })
    expect(host.openedLinks).toEqual([])
    await answerQuestion({ type: 'link', decision: 'open' })
    expect((await asking).result).toEqual({})
    expect(host.openedLinks).toEqual([url])
    expect(await readLog()).toEqual([
      'link: done | https://example.com/a?b=c',
      'https://example.com/a | https://example.com/a'
    ])
  })

  it('reports a declined link as an error, and opens nothing', async () => {
    const answer = await askAndAnswer(
      'ui/open-link',
      { url: 'mailto:a@example.com?subject=Hi&attach=/etc/passwd' },
      { type: 'link', decision: 'decline' }
    )
    expect(answer.result).toEqual({ isError: true })
    expect(host.openedLinks).toEqual([])
    expect(await readLog()).toEqual(['link: declined | mailto:a@example.com?subject=Hi&attach=/etc/passwd'])
  })

  it('shows only what a mail address may fill in', async () => {
    const asking = ask('ui/open-link', { url: 'mailto:a@example.com?subject=Hi&attach=/etc/passwd' })
    await vi.waitFor(() => expect(host.question()).not.toBeNull(), soon)
    expect(host.question()).toMatchObject({ url: 'mailto:a@example.com?subject=Hi', host: 'example.com' })
    await answerQuestion({ type: 'link', decision: 'cancel' })
    await asking
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'mailto:nobody', 'parley://install?name=x'])(
    'asks nothing about %s',
    async (url) => {
      expect((await ask('ui/open-link', { url })).result).toEqual({ isError: true })
      expect(host.question()).toBeNull()
      expect(host.openedLinks).toEqual([])
    }
  )
})

describe('files of a view', () => {
  it('are saved under a safe name after the question, also files from its server', async () => {
    const resource = { uri: 'file:///a/..%2FCON.txt', mimeType: 'text/plain', text: 'hello' }
    const contents = [
      { type: 'resource', resource },
      { type: 'resource_link', uri: 'data://bytes', name: 'bytes' }
    ]
    const asking = ask('ui/download-file', { contents })
    await vi.waitFor(() => expect(host.question()).not.toBeNull(), soon)
    const files = [
      { name: '_CON.txt', mimeType: 'text/plain', size: 5 },
      { name: 'bytes', mimeType: 'application/octet-stream', size: 3 }
    ]
    expect(host.question()).toMatchObject({ type: 'view-files', serverName: 'views', files })
    expect(host.savedFiles.size).toBe(0)
    await answerQuestion({ type: 'view-files', decision: 'save' })
    expect((await asking).result).toEqual({})
    expect([...host.savedFiles.keys()]).toEqual(['_CON.txt', 'bytes'])
    expect(await readLog()).toEqual(['files: done | _CON.txt\nbytes', 'resource: done | data://bytes'])
  })

  it('are not saved when declined, and never loaded from the web', async () => {
    const contents = [{ type: 'resource', resource: { uri: 'file:///a.txt', text: 'a' } }]
    const declined = await askAndAnswer(
      'ui/download-file',
      { contents },
      {
        type: 'view-files',
        decision: 'decline'
      }
    )
    expect(declined.result).toEqual({ isError: true })
    const linked = { contents: [{ type: 'resource_link', uri: 'https://example.com/a.zip', name: 'a' }] }
    expect((await ask('ui/download-file', linked)).error?.message).toContain('no file from a web address')
    expect(host.savedFiles.size).toBe(0)
  })
})

describe('a message of a view', () => {
  const content = [{ type: 'text', text: 'Show July\u202E' }]

  it('messages/consent messages/add-to-conversation: is sent as written by the app, after a question with the whole text', async () => {
    const asking = ask('ui/message', { role: 'user', content })
    await vi.waitFor(() => expect(host.question()).not.toBeNull(), soon)
    expect(host.question()).toMatchObject({ type: 'view-message', text: 'Show July\u202E', context: null })
    expect(await readMessages()).toHaveLength(2)
    await answerQuestion({ type: 'view-message', decision: 'send' })
    // It learns nothing about the conversation.
    expect((await asking).result).toEqual({})
    const message = (await readMessages())[2]
    expect(message).toMatchObject({ role: 'user' })
    expect(message?.parts).toMatchObject([
      { type: 'resource', serverName: 'views', fromView: 'message', contents: [{ text: 'Show July\u202E' }] }
    ])
    expect(await readLog()).toEqual(['message: done | Show July\u202E'])
  })

  it('is not sent when declined', async () => {
    const answer = await askAndAnswer(
      'ui/message',
      { role: 'user', content },
      {
        type: 'view-message',
        decision: 'decline'
      }
    )
    expect(answer.result).toEqual({ isError: true })
    expect(await readMessages()).toHaveLength(2)
  })

  it('takes along what the view gave for the model, which the question shows', async () => {
    await ask('ui/update-model-context', { structuredContent: { month: 7 } })
    const asking = ask('ui/message', { role: 'user', content })
    await vi.waitFor(() => expect(host.question()).not.toBeNull(), soon)
    expect(host.question()).toMatchObject({ context: [{ mimeType: 'application/json' }] })
    await answerQuestion({ type: 'view-message', decision: 'send' })
    await asking
    expect((await readMessages())[2]?.parts).toMatchObject([{ fromView: 'context' }, { fromView: 'message' }])
    expect(lastContext()?.context).toBeNull()
  })
})

describe('what a view gives for the model', () => {
  it('model-context/last-wins model-context/provide-future-turns: goes with the next message of the user, once, as content of its server', async () => {
    await ask('ui/update-model-context', { content: [{ type: 'text', text: 'June' }] })
    await ask('ui/update-model-context', {
      content: [{ type: 'text', text: 'July' }],
      structuredContent: { month: 7 }
    })
    expect(await readMessages()).toHaveLength(2)
    const { contextId = '', contents = [] } = lastContext()?.context ?? {}
    expect(contents).toMatchObject([{ text: 'July' }, { text: '{\n  "month": 7\n}' }])
    await send('And now?', [contextId])
    expect((await readMessages())[2]?.parts).toMatchObject([
      { type: 'resource', serverName: 'views', fromView: 'context', contents },
      { type: 'text', text: 'And now?' }
    ])
    expect(lastContext()?.context).toBeNull()
    expect(await readLog()).toEqual(['context: done | July\n{\n  "month": 7\n}'])
  })

  it('model-context/overwrite-defer-dedupe-display: stays back if the window showed another update, or the user removed it', async () => {
    await ask('ui/update-model-context', { content: [{ type: 'text', text: 'June' }] })
    const seen = lastContext()?.context?.contextId ?? ''
    await ask('ui/update-model-context', { content: [{ type: 'text', text: 'July' }] })
    await send('And now?', [seen])
    await vi.waitFor(async () => expect(await readMessages()).toHaveLength(4), soon)
    expect((await readMessages())[2]?.parts).toMatchObject([{ type: 'text' }])
    const contextId = lastContext()?.context?.contextId ?? ''
    await host.handlers['view.forget-context']({ contextId })
    expect(lastContext()?.context).toBeNull()
    expect(await readLog()).toEqual(['context: declined | July'])
  })

  it('is gone when the view ends, and after an update without content', async () => {
    const content = [{ type: 'text', text: 'June' }]
    await ask('ui/update-model-context', { content })
    await ask('ui/update-model-context', {})
    expect(lastContext()?.context).toBeNull()
    await ask('ui/update-model-context', { content })
    frame.onEnd('crashed')
    expect(lastContext()?.context).toBeNull()
  })
})

describe('what a view reads of its server', () => {
  it('gets resources with their bytes, and the lists, each in the activity log', async () => {
    expect((await ask('resources/read', { uri: 'data://bytes' })).result).toEqual({
      contents: [{ uri: 'data://bytes', mimeType: 'application/octet-stream', blob: 'AAEC' }]
    })
    expect((await ask('resources/list', {})).result).toMatchObject({ resources: [{ uri: 'data://bytes' }] })
    expect((await ask('resources/templates/list', {})).result).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'data://{name}', name: 'any' }]
    })
    expect((await ask('prompts/list', {})).result).toMatchObject({
      prompts: [{ name: 'explain', arguments: [{ name: 'city', required: true }] }]
    })
    expect((await ask('resources/read', { uri: 'ui://other/page.html' })).error).toBeDefined()
    expect(host.question()).toBeNull()
    expect(await readLog()).toEqual([
      'resource: failed | ui://other/page.html',
      'list: done | prompts/list',
      'list: done | resources/templates/list',
      'list: done | resources/list',
      'resource: done | data://bytes'
    ])
  })

  it('writes to the log of its server, as the app', async () => {
    say({ method: 'notifications/message', params: { level: 'warning', data: 'low memory' } })
    const line = { serverName: 'views', source: 'log', level: 'warning', text: 'requests: low memory' }
    await vi.waitFor(() => expect(host.logged).toContainEqual(expect.objectContaining(line)), soon)
  })
})

describe('a view that asks too much', () => {
  it('is refused everything else while one of its questions is open', async () => {
    const first = ask('ui/open-link', { url: 'https://example.com/1' })
    await vi.waitFor(() => expect(host.question()).not.toBeNull(), soon)
    const others = await Promise.all(
      Array.from({ length: 60 }, () =>
        ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'x' }] })
      )
    )
    expect(others.every(({ error }) => error !== undefined)).toBe(true)
    expect((await host.handlers['app.snapshot']({})).questions).toHaveLength(1)
    await answerQuestion({ type: 'link', decision: 'decline' })
    await first
  })

  it('has at most ten of 1,000 calls in a second waiting, in one question, and gets errors for the others', async () => {
    const before = performance.now()
    const asking = Array.from({ length: 900 }, () => ask('tools/call', { name: 'chart', arguments: {} }))
    await vi.waitFor(() => expect(sent.filter(({ error }) => error !== undefined).length).toBe(890), soon)
    const taken = performance.now() - before
    expect(host.question()).toMatchObject({ type: 'tool-call' })
    expect((await host.handlers['app.snapshot']({})).questions.length).toBeLessThanOrEqual(10)
    expect(taken).toBeLessThan(2_000)
    await host.handlers['view.close']({ viewId })
    void Promise.allSettled(asking)
    await vi.waitFor(() => expect(host.question()).toBeNull(), soon)
  })

  it('has to wait behind the question whether it may ask again', async () => {
    const params = { url: 'https://example.com/' }
    for (let count = 0; count < 2; count += 1)
      await askAndAnswer('ui/open-link', params, { type: 'link', decision: 'decline' })
    const third = ask('ui/open-link', params)
    await vi.waitFor(
      () => expect(host.question()).toMatchObject({ type: 'ask-again', isFromView: true }),
      soon
    )
    await answerQuestion({ type: 'ask-again', decision: 'refuse' })
    expect((await third).result).toEqual({ isError: true })
  })

  it('has its question closed when it ends, and the conversation says so', async () => {
    void ask('ui/open-link', { url: 'https://example.com/' }).catch(() => {})
    await vi.waitFor(() => expect(host.question()).not.toBeNull(), soon)
    await host.handlers['view.close']({ viewId })
    await vi.waitFor(() => expect(host.question()).toBeNull(), soon)
    await vi.waitFor(async () => {
      const note = (await readMessages())[1]?.parts.find(({ type }) => type === 'note')
      expect(note?.type === 'note' ? toEnglish(note.text) : null).toContain(
        'the question closed before you answered'
      )
    }, soon)
    expect(await readLog()).toEqual(['link: withdrawn | https://example.com/'])
  })

  it('is closed by `Close the app` in its question', async () => {
    void ask('ui/open-link', { url: 'https://example.com/' }).catch(() => {})
    const question = await vi.waitFor(() => {
      const found = host.question()
      if (found === null) throw new Error('not asked yet')
      return found
    }, soon)
    await host.handlers['consent.stop']({ questionId: question.id, what: 'call' })
    await vi.waitFor(() => {
      const view = host.events.findLast(({ name }) => name === 'view.changed')?.payload
      expect(view).toMatchObject({ state: 'ended' })
    }, soon)
  })

  it('may ask again after the user opened it again', async () => {
    const isRefused = async (asksAgain: boolean) => {
      await openView(host, { ...place, surroundings, asksAgain })
      await greet()
      const asking = ask('ui/open-link', { url: 'https://example.com/' })
      const isAsked = vi.waitFor(() => expect(host.question()).not.toBeNull(), soon).then(() => false)
      return await Promise.race([asking.then(({ result }) => result?.['isError'] === true), isAsked])
    }
    void ask('ui/open-link', { url: 'https://example.com/' }).catch(() => {})
    await vi.waitFor(() => expect(host.question()).not.toBeNull(), soon)
    await host.handlers['consent.stop']({ questionId: host.question()?.id ?? '', what: 'call' })
    expect(await isRefused(false)).toBe(true)
    expect(await isRefused(true)).toBe(false)
    expect(host.question()).toMatchObject({ type: 'link', isFromView: true })
  })
})
