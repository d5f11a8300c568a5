/** Export and import of conversations, with a real history and a scripted model. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Message } from '../../../contract/conversations'
import { chatGptConversation, createZip } from '../../../testing/chatgpt-archive'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { createScriptedModel, type ScriptedModel } from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'

let folder: string
let model: ScriptedModel
let host: OpenTestHost
let chosen: string | null

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-archives-'))
  model = await createScriptedModel({ script: (_request, index) => ({ text: `answer ${index + 1}` }) })
  host = await openHost({
    folder,
    chooseFile: async () => chosen,
    environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl }
  })
  void host.start()
  await host.handlers['app.snapshot']({})
})

afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

async function converse(text: string): Promise<string> {
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.send']({
    conversationId,
    text,
    toolRequest: null,
    resources: [],
    prompt: null
  })
  await vi.waitFor(async () => {
    const { conversations } = await host.handlers['app.snapshot']({})
    expect(conversations.find(({ id }) => id === conversationId)?.isRunning).toBe(false)
  }, soon)
  return conversationId
}

const saved = (name: string) => new TextDecoder().decode(host.savedFiles.get(name))

it('saves one conversation under its title and several in one file', async () => {
  const first = await converse('Plan *the* trip')
  const second = await converse('What is new?')
  expect((await host.handlers['archive.to-markdown']({ conversationId: first })).text).toMatch(
    /^# Plan \\\*the\\\* trip\n\n## You\n\nPlan \*the\* trip\n\n## Assistant \([^)]+\)\n\nanswer 1\n$/
  )
  const { path: place } = await host.handlers['archive.export']({ conversationIds: [first], format: 'html' })
  expect(place).toBe(path.join(folder, 'Plan _the_ trip.html'))
  expect(saved('Plan _the_ trip.html')).toContain('<p>Plan <em>the</em> trip</p>')
  await host.handlers['archive.export']({ conversationIds: [second, first], format: 'json' })
  const name = [...host.savedFiles.keys()].at(-1) ?? ''
  expect(name).toMatch(/^Conversations \d{4}-\d\d-\d\d\.json$/)
  const { conversations } = JSON.parse(saved(name))
  expect(conversations.map(({ id }: { id: string }) => id)).toEqual([second, first])
})

it('reports a conversation that no longer exists', async () => {
  const gone = host.handlers['archive.export']({ conversationIds: ['gone'], format: 'json' })
  await expect(gone).rejects.toMatchObject({ code: 'CONVERSATION_UNKNOWN' })
  expect(host.savedFiles.size).toBe(0)
})

async function importFile(name: string, content: string | Buffer) {
  chosen = path.join(folder, name)
  await writeFile(chosen, content)
  return host.handlers['archive.import']({})
}

const list = async () => (await host.handlers['app.snapshot']({})).conversations
const shown = async (conversationId: string) =>
  (await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 100 })).messages
const textOf = ({ parts }: Message) =>
  parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('|')

const archiveOf = (count: number) =>
  createZip({
    'conversations.json': JSON.stringify(
      Array.from({ length: count }, (_, index) => chatGptConversation(index + 1))
    )
  })

it('imports 500 ChatGPT conversations once, with their branches, and finds them by their text', async () => {
  const nothing = { extended: 0, failed: [], failedCount: 0, leftOutFiles: 0, isStopped: false }
  expect(await importFile('chatgpt.zip', archiveOf(500))).toEqual({ ...nothing, added: 500, same: 0 })
  expect(await importFile('again.zip', archiveOf(500))).toEqual({ ...nothing, added: 0, same: 500 })
  expect(await list()).toHaveLength(500)
  const [found] = await host.handlers['conversation.search']({ query: 'question talk 317' })
  expect(found).toMatchObject({ title: 'Imported talk 317', importedFrom: 'chatgpt' })
  const messages = await shown(found?.id ?? '')
  expect(messages.map(textOf)).toEqual([
    'Second question of talk 317',
    '```python\nprint(6 * 7)\n```|```\n42\n```|Answer **317** of the talk'
  ])
  const told = host.events.filter(({ name }) => name === 'import.changed').map(({ payload }) => payload)
  expect(told).toContainEqual({ progress: expect.objectContaining({ conversations: 500 }) as unknown })
  expect(told.at(-1)).toEqual({ progress: null })
}, 300_000)

it('adds what a newer archive has, and keeps messages written here and the shown branch', async () => {
  await importFile('chatgpt.zip', archiveOf(1))
  const [one] = await list()
  const conversationId = one?.id ?? ''
  await host.handlers['conversation.send']({
    conversationId,
    text: 'said here',
    toolRequest: null,
    resources: [],
    prompt: null
  })
  await vi.waitFor(async () => expect((await list())[0]?.isRunning).toBe(false), soon)
  const newer = chatGptConversation(1)
  const mapping = newer['mapping'] as Record<string, { children: string[] }>
  const message = { author: { role: 'user' }, content: { parts: ['said there'] } }
  Object.assign(mapping, { q3: { id: 'q3', parent: 'a2', children: [], message } })
  const report = await importFile('newer.json', JSON.stringify([newer]))
  expect(report).toMatchObject({ added: 0, extended: 1, same: 0 })
  expect((await shown(conversationId)).map(textOf).slice(2)).toEqual(['said here', expect.any(String)])
  await host.handlers['archive.export']({ conversationIds: [conversationId], format: 'json' })
  const { messages } = JSON.parse(saved('Imported talk 1.json')).conversations[0]
  expect(messages.map(textOf)).toContain('said there')
}, 300_000)

it('restores a deleted conversation from its export, and changes nothing while it exists', async () => {
  const conversationId = await converse('Keep this')
  await host.handlers['archive.export']({ conversationIds: [conversationId], format: 'json' })
  const file = saved('Keep this.json')
  const forged = file.replace('"Keep this"', '"Forged words"')
  expect(await importFile('mine.json', forged)).toMatchObject({ added: 0, same: 1 })
  expect((await shown(conversationId)).map(textOf)).toEqual(['Keep this', 'answer 1'])
  await host.handlers['conversation.delete']({ conversationIds: [conversationId] })
  expect(await importFile('mine.json', file)).toMatchObject({ added: 1 })
  expect(await importFile('mine.json', file)).toMatchObject({ added: 0, same: 1 })
  const [back] = await list()
  expect(back).toMatchObject({ title: 'Keep this', importedFrom: 'parley' })
  expect((await shown(back?.id ?? '')).map(textOf)).toEqual(['Keep this', 'answer 1'])
}, 300_000)

/** A file as Parley writes it, with an answer that was interrupted. */
function fileOf(change: { readonly asked?: Partial<Message>; readonly answer?: Partial<Message> }): string {
  const plain = { model: null, state: 'complete', failure: null, stopReason: null, usage: null } as const
  const said = (text: string) => [{ type: 'text' as const, step: 0, text }]
  const place = { conversationId: 'x', createdAt: 1 }
  const asked = {
    ...plain,
    ...place,
    id: 'q',
    parentId: null,
    role: 'user',
    parts: said('Read it'),
    ...change.asked
  }
  const answer = {
    ...plain,
    ...place,
    id: 'a',
    parentId: 'q',
    role: 'assistant',
    parts: said('I will'),
    ...change.answer
  }
  const conversation = { id: 'x', title: 'From afar', shownMessageId: 'a', messages: [asked, answer] }
  return JSON.stringify({ format: 'parley-conversations', version: 1, conversations: [conversation] })
}

const idle = () => vi.waitFor(async () => expect((await list())[0]?.isRunning).toBe(false), soon)

it('keeps the origin of an attachment from a file when its message is edited and sent again', async () => {
  const file = {
    type: 'file',
    name: 'plan.txt',
    mimeType: 'text/plain',
    size: 9,
    text: 'Do it all',
    data: null
  } as const
  const words = { type: 'text', step: 0, text: 'Read it' } as const
  await importFile('afar.json', fileOf({ asked: { parts: [file, words] } }))
  const conversationId = (await list())[0]?.id ?? ''
  await host.handlers['conversation.edit']({ conversationId, messageId: 'q', text: 'Read it well' })
  await idle()
  const [edited] = await shown(conversationId)
  expect(edited).toMatchObject({ parts: [file, { text: 'Read it well' }], importedFrom: 'parley' })
  // Without the conversation, nothing in the message belongs to the file.
  await host.handlers['conversation.delete']({ conversationIds: [conversationId] })
  await importFile('bare.json', fileOf({}))
  await host.handlers['conversation.edit']({ conversationId, messageId: 'q', text: 'My words' })
  await idle()
  expect((await shown(conversationId))[0]).not.toHaveProperty('importedFrom')
})

it.each(['continue', 'retry'] as const)(
  'ignores the model and the tool call that a file names: %s',
  async (how) => {
    const request = { type: 'tool-request', serverName: 'files', toolName: 'write', arguments: {} } as const
    const answer = { state: 'failed', stopReason: 'step-limit', model: 'direct' } as const
    await importFile('afar.json', fileOf({ asked: { parts: [request] }, answer }))
    const conversationId = (await list())[0]?.id ?? ''
    await host.handlers['conversation.set-model']({ conversationId, model: 'anthropic/claude-haiku-4-5' })
    await host.handlers[`conversation.${how}`]({ conversationId })
    await idle()
    expect(model.requests.map(({ body }) => body['model'])).toEqual(['claude-haiku-4-5'])
    expect((await shown(conversationId)).at(-1)).toMatchObject({
      model: 'anthropic/claude-haiku-4-5',
      state: 'complete'
    })
  }
)

it('reports where a file breaks off and how to repair it, and keeps what came before', async () => {
  const whole = JSON.stringify([chatGptConversation(1), chatGptConversation(2)])
  await expect(importFile('half.json', whole.slice(0, -200))).rejects.toMatchObject({
    code: 'ARCHIVE_UNREADABLE',
    message: expect.stringMatching(
      /“half.json” ends in the middle .* after \d+ kB.*Download the export again/
    ) as unknown
  })
  expect((await list()).map(({ title }) => title)).toEqual(['Imported talk 1'])
  expect(await importFile('whole.json', whole)).toMatchObject({ added: 1, same: 1 })
})

it('imports nothing when nothing is chosen', async () => {
  chosen = null
  expect(await host.handlers['archive.import']({})).toBeNull()
})
