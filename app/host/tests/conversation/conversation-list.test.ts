/**
 * Titles, unsent drafts and folders of the list with a real history and a scripted model: what is kept over a restart.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply
} from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'

let top: string
let folder: string
let model: ScriptedModel
let host: OpenTestHost
let title: ScriptedReply

const isForTitle = (body: unknown) => JSON.stringify(body).includes('Write a title')

beforeEach(async () => {
  top = await mkdtemp(path.join(tmpdir(), 'parley-list-'))
  folder = top
  title = { text: '"Spring in the garden."\nMore.' }
  model = await createScriptedModel({
    script: ({ body }) => (isForTitle(body) ? title : { text: 'Plant them in March.' })
  })
  await start({ titles: 'model' })
})

afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(top, { recursive: true, force: true })
})

async function start(conversation: Record<string, unknown>, models: Record<string, unknown> = {}) {
  const settings = { conversation, models: { default: 'anthropic/claude-sonnet-4-5', ...models } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  await reopen()
}

async function reopen(): Promise<void> {
  host = await openHost({
    folder,
    environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl }
  })
  void host.start()
  await host.handlers['app.snapshot']({})
}

const snapshot = () => host.handlers['app.snapshot']({})
const find = async (id: string) => (await snapshot()).conversations.find((one) => one.id === id)

async function send(conversationId: string, text: string): Promise<void> {
  const nothing = { toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send']({ conversationId, text, ...nothing })
  await vi.waitFor(async () => expect((await find(conversationId))?.isRunning).toBe(false), soon)
}

async function begin(text: string): Promise<string> {
  const { id } = await host.handlers['conversation.create']({})
  await send(id, text)
  return id
}

const isTitled = (id: string, words: string) =>
  vi.waitFor(async () => expect((await find(id))?.title).toBe(words), soon)
const titleRequests = () => model.requests.filter(({ body }) => isForTitle(body))

describe('a title by a model', () => {
  it('comes after the first answer, once, from the same provider, and counts as use', async () => {
    const id = await begin('When do I plant tulips?')
    await isTitled(id, 'Spring in the garden')
    const [request] = titleRequests()
    expect(JSON.stringify(request!.body)).toContain('Plant them in March.')
    expect(request!.body.tools ?? []).toEqual([])
    const { requests } = await host.handlers['usage.read-conversation']({ conversationId: id })
    expect(requests).toBe(2)
    await send(id, 'And roses?')
    expect(titleRequests()).toHaveLength(1)
    await host.dispose()
    await reopen()
    expect((await find(id))?.title).toBe('Spring in the garden')
  })

  it("isn't requested if the user named the conversation", async () => {
    const { id } = await host.handlers['conversation.create']({})
    await host.handlers['conversation.rename']({ conversationId: id, title: 'Mine' })
    await send(id, 'When do I plant tulips?')
    await send(id, 'And roses?')
    expect((await find(id))?.title).toBe('Mine')
    expect(titleRequests()).toHaveLength(0)
  })

  it.each(['left out of requests', 'had summed up'])(
    "isn't requested from a provider that never got the first message, which was %s",
    async (how) => {
      await host.dispose()
      await start({ titles: 'words' })
      const id = await begin('The code of the shed is 4711')
      const { messages } = await host.handlers['conversation.read']({
        conversationId: id,
        lastId: null,
        limit: 9
      })
      const [first, answer] = messages.map((message) => message.id)
      await (how.startsWith('left')
        ? host.handlers['context.set-part']({
            conversationId: id,
            key: `messages:${first}`,
            isLeftOut: true
          })
        : host.handlers['context.set-summary']({
            conversationId: id,
            messageId: answer ?? '',
            text: 'They spoke of a shed.'
          }))
      await host.dispose()
      await start({ titles: 'model' })
      await send(id, 'When do I plant tulips?')
      await send(id, 'And roses?') // by now it would have been requested
      await host.dispose()
      expect(model.requests.slice(1).map(({ raw }) => JSON.stringify(raw))).not.toEqual([])
      for (const { raw } of model.requests.slice(1)) expect(JSON.stringify(raw)).not.toContain('4711')
      await reopen()
    }
  )

  it('leaves the first message as the title if it fails or is switched off', async () => {
    title = { failure: { status: 500, type: 'api_error', message: 'no' } }
    const failed = await begin('When do I plant tulips?')
    await vi.waitFor(() => expect(titleRequests().length).toBeGreaterThan(0), soon)
    expect((await find(failed))?.title).toBe('When do I plant tulips?')
    await host.dispose()
    await start({})
    const before = titleRequests().length
    const plain = await begin('When do I plant roses?')
    expect((await find(plain))?.title).toBe('When do I plant roses?')
    await host.dispose()
    expect(titleRequests()).toHaveLength(before)
    await reopen()
  })
})

describe('the model for a title', () => {
  const [answering, cheaper] = ['claude-sonnet-5-5', 'claude-haiku-4-5']
  const price = (dollars: number) => ({ inputPerMillion: dollars, outputPerMillion: dollars })

  /** The provider's models have these prices. The host is restarted with them. */
  async function startPriced(prices: Record<string, number>, limits: object = {}): Promise<void> {
    await host.dispose()
    folder = await mkdtemp(path.join(folder, 'priced-'))
    const known = Object.entries(prices).map(([name, dollars]) => [`anthropic/${name}`, price(dollars)])
    const models = { default: `anthropic/${answering}`, prices: Object.fromEntries(known), ...limits }
    await start({ titles: 'model' }, models)
    await vi.waitFor(async () => expect((await snapshot()).models.models.length).toBeGreaterThan(2), soon)
  }
  const asked = () => titleRequests().map(({ body }) => body.model)

  it('is the cheapest of the provider that has answered', async () => {
    await startPriced({ [answering]: 15, [cheaper]: 5 })
    await isTitled(await begin('When do I plant tulips?'), 'Spring in the garden')
    expect(asked()).toEqual([cheaper])
    expect(model.requests.find(({ body }) => !isForTitle(body))?.body.model).toBe(answering)
  })

  it('is the answering model if no other costs less', async () => {
    await startPriced({ [answering]: 5, [cheaper]: 15 })
    await isTitled(await begin('When do I plant tulips?'), 'Spring in the garden')
    expect(asked()).toEqual([answering])
  })

  it.each(['spendingPerDay', 'spendingPerMonth'])('is none once %s is reached', async (limit) => {
    // Ten tokens of input and five of output: the answer costs more than the limit.
    await startPriced({ [answering]: 100_000, [cheaper]: 90_000 }, { [limit]: 1 })
    const id = await begin('When do I plant tulips?')
    await host.dispose()
    expect(asked()).toEqual([])
    await reopen()
    expect((await find(id))?.title).toBe('When do I plant tulips?')
  })

  it('counts toward the limit: beyond it nothing is sent', async () => {
    await startPriced({ [answering]: 100_000, [cheaper]: 100_000 }, { spendingPerDay: 3 })
    const id = await begin('When do I plant tulips?')
    await isTitled(id, 'Spring in the garden')
    await send(id, 'And roses?')
    expect(model.requests).toHaveLength(2)
  })
})

describe('an unsent draft', () => {
  const draft = (conversationId: string | null, text: string) => ({
    conversationId,
    text,
    files: ['plan.pdf'],
    resources: [{ serverName: 'notes', uri: 'a://b', name: 'b' }]
  })

  it('is kept over a restart, for each conversation and the new one', async () => {
    const id = await begin('Hello')
    await host.handlers['draft.keep'](draft(id, 'Half a sen'))
    await host.handlers['draft.keep'](draft(null, 'Another'))
    await host.handlers['draft.keep'](draft('never-begun', 'Lost with it'))
    await host.dispose()
    await reopen()
    const { drafts } = await snapshot()
    expect(drafts?.toSorted((a, b) => a.text.localeCompare(b.text))).toEqual([
      draft(null, 'Another'),
      draft(id, 'Half a sen')
    ])
  })

  it('is removed when it is empty, and with its conversation', async () => {
    const [kept, gone] = [await begin('Hello'), await begin('Hello again')]
    for (const id of [kept, gone]) await host.handlers['draft.keep'](draft(id, 'Half a sen'))
    const empty = { conversationId: kept, text: '', resources: [], files: [] }
    await host.handlers['draft.keep'](empty)
    await host.handlers['conversation.delete']({ conversationIds: [gone] })
    expect((await snapshot()).drafts).toEqual([])
    await host.dispose()
    await reopen()
    expect((await snapshot()).drafts).toEqual([])
  })
})

describe('folders of the list', () => {
  it('keep conversations over a restart, are renamed, and release their conversations when they are deleted', async () => {
    const ids = [await begin('One'), await begin('Two')]
    const { folderId } = await host.handlers['folder.save']({ folderId: null, name: ' Garden ' })
    await host.handlers['folder.move-conversations']({
      conversationIds: [...ids, 'unknown'],
      folderId
    })
    await host.handlers['folder.save']({ folderId, name: 'Yard' })
    await host.dispose()
    await reopen()
    expect((await snapshot()).folders).toEqual([{ id: folderId, name: 'Yard' }])
    expect((await find(ids[0]!))?.drawerId).toBe(folderId)
    await host.handlers['folder.move-conversations']({ conversationIds: [ids[1]!], folderId: null })
    expect(await find(ids[1]!)).not.toHaveProperty('drawerId')
    await host.handlers['folder.remove']({ folderId })
    expect((await snapshot()).folders).toEqual([])
    expect(await find(ids[0]!)).not.toHaveProperty('drawerId')
  })

  it("refuse a conversation that doesn't exist, and an empty name", async () => {
    const id = await begin('One')
    const refused = { code: 'BRIDGE_INVALID_INPUT' }
    const { handlers } = host
    const putting = handlers['folder.move-conversations']({ conversationIds: [id], folderId: 'gone' })
    await expect(putting).rejects.toMatchObject(refused)
    await expect(handlers['folder.save']({ folderId: null, name: '  ' })).rejects.toMatchObject(refused)
  })

  it('archive and delete several conversations at once, and ignore unknown ones', async () => {
    const ids = [await begin('One'), await begin('Two'), await begin('Three')]
    await host.handlers['folder.set-place']({ conversationIds: [...ids, 'unknown'], place: 'archived' })
    expect((await snapshot()).conversations.map(({ shelf }) => shelf)).toEqual(ids.map(() => 'archived'))
    await host.handlers['conversation.delete']({ conversationIds: ['unknown', ids[0]!, ids[2]!, ids[2]!] })
    expect((await snapshot()).conversations.map(({ id }) => id)).toEqual([ids[1]])
  })
})
