/**
 * Branches of a conversation with a real history and a scripted model: what is sent to the model, and what is kept over
 * a restart.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '../../../contract/conversations'
import type { EventPayload } from '../../../contract/bridge/events'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { createScriptedModel, type ScriptedModel } from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'

let folder: string
let model: ScriptedModel
let host: OpenTestHost
let conversationId: string

/** Answers each request with its number and the requested model. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-branches-'))
  model = await createScriptedModel({
    script: ({ body }, index) => ({ text: `answer ${index + 1} of ${String(body['model'])}` })
  })
  await start()
  conversationId = (await host.handlers['conversation.create']({})).id
})

afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  host = await openHost({
    folder,
    environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl }
  })
  void host.start()
  await host.handlers['app.snapshot']({})
}

const read = () => host.handlers['conversation.read']({ conversationId, lastId: null, limit: 100 })

const wordsOf = ({ parts }: Message) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('|')

async function shown(): Promise<string[]> {
  return (await read()).messages.map(wordsOf)
}

async function ended(): Promise<void> {
  await vi.waitFor(async () => {
    const { conversations } = await host.handlers['app.snapshot']({})
    expect(conversations.find(({ id }) => id === conversationId)?.isRunning).toBe(false)
  }, soon)
}

async function say(text: string): Promise<void> {
  await host.handlers['conversation.send']({
    conversationId,
    text,
    toolRequest: null,
    resources: [],
    prompt: null
  })
  await ended()
}

async function messageAt(index: number): Promise<Message> {
  return (await read()).messages.at(index)!
}

async function edit(index: number, text: string): Promise<void> {
  await host.handlers['conversation.edit']({ conversationId, messageId: (await messageAt(index)).id, text })
  await ended()
}

async function regenerate(index: number, more: { readonly model?: string } = {}): Promise<void> {
  const { id: messageId } = await messageAt(index)
  await host.handlers['conversation.regenerate']({ conversationId, messageId, ...more })
  await ended()
}

/** All messages at this position of the shown branch. */
async function inPlaceOf(index: number): Promise<readonly string[]> {
  const page = await read()
  return page.branches?.[page.messages.at(index)!.id] ?? []
}

async function showBranch(messageId: string | undefined): Promise<void> {
  await host.handlers['conversation.show-branch']({ conversationId, messageId: messageId ?? '' })
}

const sent = (index: number) =>
  model.requests[index]!.body.messages.map(({ content }) =>
    content.map((block) => String(block['text'])).join('|')
  )

const title = async () => (await host.handlers['app.snapshot']({})).conversations[0]?.title

const eventsOf = <N extends 'branch.shown' | 'message.changed'>(name: N) =>
  host.events.filter((event) => event.name === name).map(({ payload }) => payload as EventPayload<N>)

describe('an edited message', () => {
  it('sends only what came before it, and restores the whole old branch, also after a restart', async () => {
    for (const text of ['one', 'two', 'three']) await say(text)
    const before = await shown()
    await edit(2, 'two, said better')
    expect(await shown()).toEqual([
      ...before.slice(0, 2),
      'two, said better',
      expect.stringContaining('answer 4')
    ])
    expect(sent(3)).toEqual([...before.slice(0, 2), 'two, said better'])
    const [old, edited] = await inPlaceOf(2)
    expect(edited).toBe((await messageAt(2)).id)

    await showBranch(old)
    expect(await shown()).toEqual(before)
    await host.dispose()
    await start()
    expect(await shown()).toEqual(before)
    expect(await inPlaceOf(2)).toEqual([old, edited])
    await say('four')
    expect(sent(4)).toEqual([...before, 'four'])
    await showBranch(edited)
    expect((await shown())[2]).toBe('two, said better')
  })

  it('updates the title of the conversation if it is the first', async () => {
    await say('one')
    await edit(0, 'other first words')
    expect(await title()).toBe('other first words')
    await showBranch((await inPlaceOf(0))[0])
    expect(await title()).toBe('one')
    await host.handlers['conversation.rename']({ conversationId, title: 'Named by me' })
    await edit(0, 'third words')
    expect(await title()).toBe('Named by me')
  })

  it('publishes the branch that is now shown', async () => {
    await say('one')
    await edit(0, 'better')
    const told = eventsOf('branch.shown').at(-1)!
    expect(told.messages.map(wordsOf)).toEqual(['better'])
    expect(told.branches?.[told.messages[0]!.id]).toHaveLength(2)
    await showBranch(told.branches?.[told.messages[0]!.id]?.[0])
    expect(eventsOf('branch.shown').at(-1)?.messages.map(wordsOf)).toEqual([
      'one',
      expect.stringContaining('answer 1')
    ])
  })

  it('refuses an empty text, an edit while an answer is written, and a message of another branch', async () => {
    await say('one')
    const { id: messageId } = await messageAt(0)
    const attempt = (text: string, of = messageId) =>
      host.handlers['conversation.edit']({ conversationId, messageId: of, text })
    await expect(attempt('  ')).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    await expect(attempt('to an answer', (await messageAt(1)).id)).rejects.toMatchObject({
      code: 'BRIDGE_INVALID_INPUT'
    })
    await attempt('better')
    await expect(attempt('again')).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' })
    await expect(showBranch(messageId)).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' })
    await ended()
    await expect(attempt('not shown any more')).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    expect(await shown()).toEqual(['better', expect.stringContaining('answer 2')])
  })
})

describe('a regenerated answer', () => {
  it("adds it as an alternative, by another model if one is named, and keeps the conversation's model", async () => {
    await say('one')
    await say('two')
    const [first] = await shown()
    await regenerate(1, { model: 'anthropic/claude-haiku-4-5' })
    expect(await shown()).toEqual([first, 'answer 3 of claude-haiku-4-5'])
    expect(sent(2)).toEqual([first])
    expect(await messageAt(1)).toMatchObject({
      model: 'anthropic/claude-haiku-4-5',
      tookMs: expect.any(Number)
    })
    const own = (await host.handlers['app.snapshot']({})).conversations[0]?.model
    expect(own).not.toBe('anthropic/claude-haiku-4-5')
    await regenerate(1)
    expect((await messageAt(1)).model).toBe(own)
    expect(await inPlaceOf(1)).toHaveLength(3)
    await showBranch((await inPlaceOf(1))[0])
    expect(await shown()).toHaveLength(4)
  })
})

describe('a deleted message', () => {
  const remove = (messageId: string) =>
    host.handlers['conversation.delete-message']({ conversationId, messageId })
  const found = async (words: string) => host.handlers['conversation.search']({ query: words })

  it('removes it with everything after it from search and history, also after a restart, and appends new messages to the rest', async () => {
    for (const text of ['one', 'remorse', 'three']) await say(text)
    const before = await shown()
    await edit(4, 'three, said better')
    expect(await found('remorse')).toHaveLength(1)
    await remove((await messageAt(2)).id)
    expect(await shown()).toEqual(before.slice(0, 2))
    expect(await found('remorse')).toEqual([])
    expect(eventsOf('branch.shown').at(-1)?.messages.map(wordsOf)).toEqual(before.slice(0, 2))
    await host.dispose()
    await start()
    expect(await shown()).toEqual(before.slice(0, 2))
    await say('four')
    expect(sent(4)).toEqual([...before.slice(0, 2), 'four'])
  })

  it('shows the other branch as the only one', async () => {
    await say('one')
    const [, first] = await shown()
    await regenerate(1)
    await remove((await messageAt(1)).id)
    expect(await shown()).toEqual(['one', first])
    expect(await inPlaceOf(1)).toEqual([])
    await say('two')
    expect(sent(2)).toEqual(['one', first, 'two'])
  })

  it('leaves an empty conversation that can be continued when the first is deleted', async () => {
    await say('one')
    await remove((await messageAt(0)).id)
    expect(await shown()).toEqual([])
    await say('again')
    expect(sent(1)).toEqual(['again'])
  })

  it('deletes only in the shown branch', async () => {
    await say('one')
    await expect(remove('unknown')).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    expect(await shown()).toHaveLength(2)
  })
})
