/** Context of a conversation with a real history and a scripted model: its size, its summaries, and what is kept. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '../../../contract/conversations'
import type { ContextView } from '../../../contract/models/context-view'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { createHold, createScriptedModel } from '../../../testing/scripted-model/scripted-model'
import type { ScriptedModel, ScriptedReply } from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'

const tooLong: ScriptedReply['failure'] = {
  status: 400,
  type: 'invalid_request_error',
  message: 'prompt is too long: 212034 tokens > 200000 maximum'
}
const otters = 'Otters sleep hand in hand. '

let folder: string
let model: ScriptedModel
let host: OpenTestHost
let id: string
let reply: (asked: string) => ScriptedReply

const isSummary = (asked: string) => asked.includes('Write a summary')

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-context-'))
  reply = (asked) => ({ text: isSummary(asked) ? 'They talked about otters.' : 'Noted.' })
  model = await createScriptedModel({ script: ({ raw }) => reply(JSON.stringify(raw)) })
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: {} }))
  await start()
  id = (await host.handlers['conversation.create']({})).id
  await host.handlers['conversation.set-model']({ conversationId: id, model: 'anthropic/claude-sonnet-5-5' })
})
afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const environment = { ANTHROPIC_API_KEY: 'sk-test-of-context', ANTHROPIC_BASE_URL: model.baseUrl }
  host = await openHost({ folder, environment })
  await host.start()
  await vi.waitFor(
    async () => expect((await host.handlers['app.snapshot']({})).models.isLoading).toBe(false),
    soon
  )
}

async function ask(text: string): Promise<Message> {
  await host.handlers['conversation.send']({
    conversationId: id,
    text,
    toolRequest: null,
    resources: [],
    prompt: null
  })
  return await answerEnded(host, id)
}

const all = async () =>
  (await host.handlers['conversation.read']({ conversationId: id, lastId: null, limit: 50 })).messages
const sent = () => JSON.stringify(model.requests.at(-1)?.raw)

async function context(): Promise<ContextView> {
  const view = await host.handlers['context.read']({ conversationId: id })
  if (view === null) throw new Error('no context')
  return view
}

async function sumUp(text?: string): Promise<string> {
  const messageId = (await context()).summaryEnd ?? ''
  const made = await host.handlers['context.summarize']({ conversationId: id, messageId })
  await host.handlers['context.set-summary']({ conversationId: id, messageId, text: text ?? made.text })
  return messageId
}

describe('how full the context is', () => {
  it("estimates the size from the length of the next request, then uses the provider's count, and shows none in Direct mode", async () => {
    const before = await context()
    expect(before).toMatchObject({ isCorrected: false, isFull: false, summaryEnd: null, leftOutResults: 0 })
    reply = () => ({ text: 'Noted.', usage: { inputTokens: 50_000, outputTokens: 5 } })
    await ask(otters.repeat(100))
    const after = await context()
    expect(after.isCorrected).toBe(true)
    expect(after.tokens).toBeGreaterThan(49_000)
    expect(after.tokens).toBeLessThan(51_000)
    expect(after.contextTokens).toBeGreaterThan(100_000)
    await host.handlers['conversation.set-model']({ conversationId: id, model: 'direct' })
    expect(await host.handlers['context.read']({ conversationId: id })).toBeNull()
  })

  it('is full beyond the share that the user set', async () => {
    reply = () => ({ text: 'Noted.', usage: { inputTokens: 120_000, outputTokens: 5 } })
    await ask(otters)
    const { contextTokens } = await context()
    const share = Math.floor((100 * 100_000) / contextTokens)
    await host.handlers['settings.set']({ values: { 'conversation.contextShare': Math.max(10, share) } })
    expect(await context()).toMatchObject({ isFull: true })
  })
})

describe('what was sent', () => {
  it('keeps the exact body of each request until the message is deleted or Parley ends', async () => {
    await ask(otters)
    const { id: messageId } = await ask('And seals?')
    const [only, ...others] = await host.handlers['context.list-sent']({ messageId })
    expect(others).toEqual([])
    expect(only).toMatchObject({ model: 'anthropic/claude-sonnet-5-5', isKept: true })
    const { text } = model.requests.at(-1)!
    expect(only?.bytes).toBe(Buffer.byteLength(text))
    const requestId = only?.id ?? ''
    expect(await host.handlers['context.read-sent']({ requestId })).toEqual({ body: text })
    expect(text).not.toContain('sk-test-of-context')
    await host.handlers['conversation.delete-message']({ conversationId: id, messageId })
    expect(await host.handlers['context.list-sent']({ messageId })).toEqual([])
    expect(await host.handlers['context.read-sent']({ requestId })).toBeNull()
  })
})

describe('a summary', () => {
  it('summarizes everything before the last message by the model, without tools, and counts once it is accepted', async () => {
    await ask(otters)
    await ask('And seals?')
    const before = await all()
    const messageId = (await context()).summaryEnd ?? ''
    expect(messageId).toBe(before[1]?.id)
    const made = await host.handlers['context.summarize']({ conversationId: id, messageId })
    expect(made.text).toBe('They talked about otters.')
    expect(model.requests.at(-1)?.raw['tools'] ?? []).toEqual([])
    expect(sent()).toContain(otters.trim())
    expect(sent()).not.toContain('And seals?')
    expect(await all()).toEqual(before)

    await host.handlers['context.set-summary']({ conversationId: id, messageId, text: 'Otters, in short.' })
    await ask('Go on')
    expect(sent()).toContain('Otters, in short.')
    expect(sent()).toContain('And seals?')
    expect(sent()).not.toContain(otters.trim())
    // Every message is still there.
    expect((await all()).map(({ parts }) => parts).slice(0, 4)).toEqual(before.map(({ parts }) => parts))
  })

  it('is kept over a restart, and can be changed and removed', async () => {
    await ask(otters)
    await ask('And seals?')
    const messageId = await sumUp()
    await host.dispose()
    await start()
    await host.handlers['context.set-summary']({ conversationId: id, messageId, text: 'Changed words.' })
    await ask('Go on')
    expect(sent()).toContain('Changed words.')
    await host.handlers['context.set-summary']({ conversationId: id, messageId, text: null })
    await ask('Go on')
    expect(sent()).not.toContain('Changed words.')
    expect(sent()).toContain(otters.trim())
  })

  it('belongs to its branch: another branch is sent in full', async () => {
    await ask(otters)
    await ask('And seals?')
    await sumUp('Only here.')
    const [first] = await all()
    await host.handlers['conversation.edit']({
      conversationId: id,
      messageId: first?.id ?? '',
      text: 'Whales'
    })
    await answerEnded(host, id)
    expect(sent()).not.toContain('Only here.')
  })

  it('is made in portions if the text is too long for the model', async () => {
    await ask(otters.repeat(2_000))
    await ask('And seals?')
    const asked: string[] = []
    reply = (raw) => {
      if (!isSummary(raw)) return { text: 'Noted.' }
      asked.push(raw)
      return raw.length > 30_000 ? { failure: tooLong } : { text: `summary ${asked.length}` }
    }
    const messageId = (await context()).summaryEnd ?? ''
    const { text } = await host.handlers['context.summarize']({ conversationId: id, messageId })
    expect(asked.length).toBeGreaterThan(2)
    expect(text).toBe(`summary ${asked.length}`)
    // Each portion is sent with the summary so far.
    expect(asked.at(-1)).toContain(`summary ${asked.length - 1}`)
  })

  it('changes nothing if it is stopped while the model writes', async () => {
    await ask(otters)
    await ask('And seals?')
    const before = await all()
    const hold = createHold()
    reply = () => ({ text: 'never', holdBefore: hold })
    const messageId = (await context()).summaryEnd ?? ''
    const making = host.handlers['context.summarize']({ conversationId: id, messageId })
    const failed = expect(making).rejects.toMatchObject({ code: 'TOOL_CANCELLED' })
    await vi.waitFor(() => expect(model.requests).toHaveLength(3), soon)
    await host.handlers['conversation.stop']({ conversationId: id })
    await failed
    hold.release()
    expect(await all()).toEqual(before)
  })

  it('counts toward spending and is recorded in the ledger as any request to a model', async () => {
    await ask(otters)
    await ask('And seals?')
    await sumUp()
    const { requests } = await host.handlers['usage.read-conversation']({ conversationId: id })
    expect(requests).toBe(3)
    const page = await host.handlers['ledger.search']({
      recipientType: 'model',
      recipient: null,
      text: '',
      from: null,
      to: null,
      beforePosition: null,
      limit: 50
    })
    expect(page.entries.filter(({ conversationId }) => conversationId === id)).toHaveLength(3)
  })

  it.each([
    ['no answer', async () => (await all())[0]?.id ?? '', 'x'],
    ['a message of another branch', async () => 'elsewhere', 'x'],
    ['an empty text', async () => (await all())[1]?.id ?? '', '  ']
  ])('is refused for %s', async (_what, place, text) => {
    await ask(otters)
    const input = { conversationId: id, messageId: await place(), text }
    await expect(host.handlers['context.set-summary'](input)).rejects.toMatchObject({
      code: 'BRIDGE_INVALID_INPUT'
    })
  })
})

describe('a provider that reports that the request is too long', () => {
  it('continues the answer with a summary', async () => {
    await ask(otters)
    reply = (asked) => {
      if (isSummary(asked)) return { text: 'They talked about otters.' }
      return asked.includes(otters.trim()) ? { failure: tooLong } : { text: 'Seals as well.' }
    }
    const failed = await ask('And seals?')
    expect(failed).toMatchObject({ state: 'failed', failure: { code: 'MODEL_TOO_LONG' } })
    const messageId = (await context()).summaryEnd ?? ''
    const { text } = await host.handlers['context.summarize']({ conversationId: id, messageId })
    await host.handlers['context.set-summary']({ conversationId: id, messageId, text, goesOn: true })
    const answer = await answerEnded(host, id)
    expect(answer).toMatchObject({ state: 'complete', parts: [{ text: 'Seals as well.' }] })
    expect(await all()).toHaveLength(4)
  })
})

describe('parts of the request', () => {
  it('leaves out the chosen parts, also after a restart, until the user includes them again', async () => {
    await host.handlers['settings.set']({ values: { 'conversation.systemPrompt': 'Always be brief.' } })
    await ask(otters)
    await ask('And seals?')
    const keys = async () => (await host.handlers['context.read-parts']({ conversationId: id })) ?? []
    const [system, first] = (await keys()).filter(({ kind }) => kind === 'system' || kind === 'messages')
    expect(await host.handlers['context.read-part']({ conversationId: id, key: 'system' })).toEqual([
      { by: null, text: 'Always be brief.' }
    ])
    for (const part of [system, first])
      await host.handlers['context.set-part']({ conversationId: id, key: part?.key ?? '', isLeftOut: true })
    await host.dispose()
    await start()
    expect((await keys()).filter(({ isLeftOut }) => isLeftOut)).toHaveLength(2)
    await ask('Go on')
    expect(sent()).not.toContain('Always be brief.')
    expect(sent()).not.toContain(otters.trim())
    expect(sent()).toContain('And seals?')
    await host.handlers['context.set-part']({ conversationId: id, key: 'system', isLeftOut: false })
    await ask('Go on')
    expect(sent()).toContain('Always be brief.')
    expect(await all()).toHaveLength(8)
  })
})
