/**
 * Choices for one conversation, through the whole core with real servers: what a model is offered, what is kept over a
 * restart, and that no choice is a permission.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '../../../contract/bridge/calls'
import type { ConversationChoices } from '../../../contract/conversation/choices'
import type { ConversationSummary, Message } from '../../../contract/conversations'
import type { FolderChoice } from '../../../contract/conversation/folders'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply
} from '../../../testing/scripted-model/scripted-model'
import { followTurn } from '../../areas/folders-area'
import { soon } from '../../../testing/soon'

const server = fileURLToPath(new URL('../../../testing/servers/word-file.mjs', import.meta.url))

let folder: string
let host: OpenTestHost
let model: ScriptedModel
let replies: ScriptedReply[]
let conversationId: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-choices-'))
  replies = []
  model = await createScriptedModel({ script: () => replies.shift() ?? { text: 'Done.' } })
  const entries = await Promise.all(
    ['garden', 'kitchen'].map(async (name) => {
      const says = path.join(folder, `${name}.json`)
      const tools = [{ name: `${name}_look` }, { name: `${name}_write` }]
      await writeFile(says, JSON.stringify({ instructions: `Words of the ${name}.`, tools }))
      return [name, { command: process.execPath, args: [server, `--says=${says}`] }] as const
    })
  )
  const settings = {
    models: { default: 'anthropic/claude-haiku-4-5' },
    conversation: { systemPrompt: 'For all.', temperature: 0.9 },
    mcpServers: Object.fromEntries(entries)
  }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
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
  await vi.waitFor(async () => {
    const question = host.question()
    if (question?.type === 'server-trust') {
      const answer = { type: 'server-trust', decision: 'trust' } as const
      await host.handlers['consent.answer']({ questionId: question.id, answer })
    }
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers.map(({ state }) => state)).toEqual(['connected', 'connected'])
  }, soon)
}

async function send(more: Partial<CallInput<'conversation.send'>> = {}): Promise<Message> {
  const message = { conversationId, text: 'Hello', toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send']({ ...message, ...more })
  await vi.waitFor(async () => expect((await summary()).isRunning).toBe(false), soon)
  const { messages } = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })
  return messages.at(-1)!
}

async function summary(): Promise<ConversationSummary> {
  const { conversations } = await host.handlers['app.snapshot']({})
  return conversations.find(({ id }) => id === conversationId)!
}

const choose = (choices: ConversationChoices) =>
  host.handlers['conversation.set-choices']({ conversationId, choices })
const lastBody = () => model.requests.at(-1)!.body as unknown as Record<string, unknown>
const offered = () => (lastBody()['tools'] as { name: string }[] | undefined)?.map(({ name }) => name) ?? []
const told = () => JSON.stringify(lastBody()['system'] ?? '')

describe('a server that is switched off for a conversation', () => {
  it("isn't offered to the model, with tools or instructions, until it is switched on again", async () => {
    await send({ choices: { offServers: ['kitchen'] } })
    expect(offered()).toEqual(['garden__garden_look', 'garden__garden_write'])
    expect(told()).toContain('Words of the garden.')
    expect(JSON.stringify(lastBody())).not.toContain('kitchen')
    await host.dispose()
    await start()
    await send()
    expect(JSON.stringify(lastBody())).not.toContain('kitchen')
    await choose({})
    await send()
    expect(offered()).toHaveLength(4)
    expect(await summary()).not.toHaveProperty('choices')
  })

  it('gets no call that a model makes anyway, and causes no question', async () => {
    replies = [{ toolUses: [{ name: 'kitchen__kitchen_look', input: {} }] }]
    const { parts } = await send({ choices: { offServers: ['kitchen'] } })
    expect(parts).toContainEqual(
      expect.objectContaining({ type: 'tool-call', state: 'failed', serverName: null })
    )
    expect(host.question()).toBeNull()
  })

  it('gets no call in the step after it was switched off', async () => {
    const look = { toolUses: [{ name: 'kitchen__kitchen_look', input: {} }] }
    replies = [{ toolUses: [{ name: 'garden__garden_look', input: {} }] }, look]
    const sent = send()
    await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
    await choose({ offServers: ['kitchen'] })
    const answer = { type: 'tool-call', decision: 'allow-once' } as const
    await host.handlers['consent.answer']({ questionId: host.question()!.id, answer })
    const { parts } = await sent
    const called = parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
    expect(called.map(({ serverName }) => serverName)).toEqual(['garden', null])
    expect(called[1]).toMatchObject({ state: 'failed', failure: { code: 'TOOL_UNKNOWN' } })
    expect(JSON.stringify(model.requests[1]!.body.tools)).not.toContain('kitchen')
  })

  it("isn't read for a message, for any input from the window", async () => {
    await choose({ offServers: ['kitchen'] })
    const off = { code: 'SERVER_NOT_CONNECTED', message: expect.objectContaining({}) }
    const resource = { serverName: 'kitchen', uri: 'a://b', name: 'b' }
    await expect(send({ resources: [resource] })).rejects.toMatchObject({ code: off.code })
    const prompt = { serverName: 'kitchen', name: 'p', arguments: {} }
    await expect(send({ prompt })).rejects.toMatchObject({ code: off.code })
    const toolRequest = { serverName: 'kitchen', toolName: 'kitchen_look', arguments: {} }
    await expect(send({ toolRequest })).rejects.toMatchObject({ code: off.code })
    expect(model.requests).toHaveLength(0)
  })

  it("doesn't get the folders of the conversation", async () => {
    const joined: (readonly FolderChoice[])[] = []
    const roots = { join: (_id: string, folders: readonly FolderChoice[]) => void joined.push(folders) }
    const folders = ['/plans', { path: '/soups', servers: ['kitchen'] }]
    const changed = { ...(await summary()), isRunning: true, folders, choices: { offServers: ['kitchen'] } }
    const event = { name: 'conversation.changed', payload: changed } as const
    followTurn(roots as Parameters<typeof followTurn>[0], event, () => ['garden', 'kitchen'])
    expect(joined).toEqual([
      [
        { path: '/plans', servers: ['garden'] },
        { path: '/soups', servers: [] }
      ]
    ])
  })
})

it('switches off a single tool', async () => {
  await send({ choices: { offTools: [{ serverName: 'garden', toolName: 'garden_write' }] } })
  expect(offered()).toEqual(['garden__garden_look', 'kitchen__kitchen_look', 'kitchen__kitchen_write'])
})

it("uses the system prompt and parameters of the conversation instead of the settings', in this conversation only", async () => {
  await send({ choices: { systemPrompt: 'Be a pirate.', temperature: 0.1, maxOutputTokens: 77 } })
  expect(told()).toContain('Be a pirate.')
  expect(told()).not.toContain('For all.')
  expect(lastBody()).toMatchObject({ temperature: 0.1, max_tokens: 77 })
  conversationId = (await host.handlers['conversation.create']({})).id
  await send()
  expect(told()).toContain('For all.')
  expect(lastBody()).toMatchObject({ temperature: 0.9 })
})

it('limits the number of steps to the chosen one', async () => {
  const look = { toolUses: [{ name: 'garden__missing', input: {} }] }
  replies = [look, look, look]
  const { stopReason } = await send({ choices: { maxToolSteps: 2 } })
  expect(stopReason).toBe('step-limit')
  expect(model.requests).toHaveLength(2)
})

describe('code mode', () => {
  it('is switched on for one conversation only, and off again', async () => {
    await send({ choices: { codeMode: true } })
    expect(offered()).toEqual(['run_script'])
    expect(told()).toContain('garden__garden_look(')
    await choose({ codeMode: false })
    await send()
    expect(offered()).toHaveLength(4)
  })

  it.each([
    ['allow', ['run_script'], true],
    ['deny', expect.arrayContaining(['garden__garden_look']), false]
  ] as const)(
    'asks the user when a model requests it, and keeps the answer: %s',
    async (decision, next, codeMode) => {
      replies = [{ toolUses: [{ name: 'ask_for_scripts', input: { reason: 'Much to read.' } }] }]
      const sent = send()
      await vi.waitFor(() => expect(host.question()?.type).toBe('scripts'), soon)
      expect(host.question()).toMatchObject({ conversationId, reason: 'Much to read.' })
      const answer = { type: 'scripts', decision } as const
      await host.handlers['consent.answer']({ questionId: host.question()!.id, answer })
      await sent
      expect(offered()).toEqual(next)
      await host.dispose()
      await start()
      expect((await summary()).choices).toEqual({ codeMode })
    }
  )
})

it('resets the choices of an empty conversation that is offered again', async () => {
  await choose({ systemPrompt: 'Be a pirate.' })
  expect((await host.handlers['conversation.create']({})).id).toBe(conversationId)
  expect(await summary()).not.toHaveProperty('choices')
})

describe('an assistant', () => {
  const pirate = {
    name: '  Pirate ',
    model: 'direct',
    folders: ['/ships'],
    choices: { systemPrompt: 'Be a pirate.', offServers: ['kitchen'] }
  }
  const list = async () => (await host.handlers['app.snapshot']({})).assistants

  it('is saved, changed and deleted, and leaves conversations that began with it unchanged', async () => {
    const { assistantId } = await host.handlers['assistant.save']({ assistantId: null, ...pirate })
    const kept = { ...pirate, id: assistantId, name: 'Pirate' }
    expect(await list()).toEqual([kept])
    await send({ choices: { ...pirate.choices, assistantId } })
    await host.handlers['assistant.save']({
      assistantId,
      ...pirate,
      choices: { systemPrompt: 'Be a parrot.' }
    })
    await send()
    expect(told()).toContain('Be a pirate.')
    await host.dispose()
    await start()
    expect(await list()).toEqual([{ ...kept, choices: { systemPrompt: 'Be a parrot.' } }])
    await host.handlers['assistant.remove']({ assistantId })
    expect(await list()).toEqual([])
    expect((await summary()).choices).toEqual({ ...pirate.choices, assistantId })
  })

  it('applies to a conversation as a whole, with folders and model', async () => {
    await send()
    const { choices, folders, model: answers } = pirate
    await host.handlers['conversation.set-choices']({ conversationId, choices, folders, model: answers })
    expect(await summary()).toMatchObject({ choices, folders, model: 'direct' })
    await expect(
      host.handlers['conversation.set-choices']({ conversationId, choices: {}, folders: ['ships'] })
    ).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    expect((await summary()).choices).toEqual(choices)
  })

  it('needs a name', async () => {
    await expect(
      host.handlers['assistant.save']({ assistantId: null, ...pirate, name: '   ' })
    ).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
  })
})
