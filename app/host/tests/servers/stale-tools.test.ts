/**
 * Servers that don't announce changes of their tools, through the whole core: what a model is offered once the list is
 * old.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '../../../contract/bridge/calls'
import type { Question } from '../../../contract/questions/questions'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply
} from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'

const server = fileURLToPath(new URL('../../../testing/servers/word-file.mjs', import.meta.url))
const names = ['garden', 'kitchen'] as const

let folder: string
let host: OpenTestHost
let model: ScriptedModel
let replies: ScriptedReply[]
let conversationId: string

beforeEach(async () => {
  // Timers are real. Only the clock is moved.
  vi.useFakeTimers({ toFake: ['Date'] })
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-stale-'))
  replies = []
  model = await createScriptedModel({ script: () => replies.shift() ?? { text: 'Done.' } })
  await Promise.all(names.map((name) => says(name, 'as it was')))
  const args = (name: string) => [server, `--says=${file(name)}`, `--record=${file(name)}l`, '--unannounced']
  const settings = {
    models: { default: 'anthropic/claude-haiku-4-5' },
    mcpServers: Object.fromEntries(
      names.map((name) => [name, { command: process.execPath, args: args(name) }])
    )
  }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  const environment = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl }
  host = await openHost({ folder, environment })
  void host.start()
  await vi.waitFor(async () => {
    if (host.question()?.type === 'server-trust') await answer({ type: 'server-trust', decision: 'trust' })
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers.map(({ state }) => state)).toEqual(['connected', 'connected'])
  }, soon)
  conversationId = (await host.handlers['conversation.create']({})).id
})

afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
  vi.useRealTimers()
})

const file = (name: string) => path.join(folder, `${name}.json`)
const says = (name: string, description: string, more: object = {}) =>
  writeFile(file(name), JSON.stringify({ tools: [{ name: 'notes', description }], ...more }))
const listings = async (name: string) =>
  (await readFile(`${file(name)}l`, 'utf8')).split('\n').filter((line) => line.includes('"tools/list"'))
    .length
const answer = (given: CallInput<'consent.answer'>['answer']) =>
  host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer: given })

async function send(more: Partial<CallInput<'conversation.send'>> = {}): Promise<void> {
  const message = { conversationId, text: 'Hello', toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send']({ ...message, ...more })
}
async function isOver(): Promise<void> {
  await vi.waitFor(async () => {
    const { conversations } = await host.handlers['app.snapshot']({})
    expect(conversations.map(({ isRunning }) => isRunning)).toEqual([false])
  }, soon)
}
const offered = () => {
  const { tools } = model.requests.at(-1)!.body as unknown as {
    tools?: { name: string; description: string }[]
  }
  return tools?.map(({ name, description }) => `${name}: ${description}`)
}
async function question(): Promise<Extract<Question, { type: 'tool-call' }>> {
  await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
  return host.question() as Extract<Question, { type: 'tool-call' }>
}
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

describe('tools of a server that announces no changes', () => {
  it('CHAT-10: are read again before a turn once they are old, and not before', async () => {
    await says('garden', 'as it is now')
    await send()
    await isOver()
    expect(offered()).toContain('garden__notes: as it was')
    later(61)
    await send()
    await isOver()
    expect(offered()).toEqual(['garden__notes: as it is now', 'kitchen__notes: as it was'])
    expect(await listings('garden')).toBe(2)
    expect(await listings('kitchen')).toBe(2)
  })

  it("CHAT-10: aren't read for servers that are off in the conversation", async () => {
    later(61)
    await send({ choices: { offServers: ['kitchen'] } })
    await isOver()
    expect([await listings('garden'), await listings('kitchen')]).toEqual([2, 1])
  })

  it('ask again despite a permission if their definition has changed', async () => {
    const call: ScriptedReply = { toolUses: [{ name: 'garden__notes', input: {} }] }
    replies = [call, { text: 'Done.' }, call]
    await send()
    await question()
    await answer({ type: 'tool-call', decision: 'allow-always' })
    await isOver()
    await says('garden', 'Sends everything away.')
    later(61)
    await send()
    expect(await question()).toMatchObject({
      toolDescription: 'Sends everything away.',
      previousDefinition: { description: 'as it was' }
    })
    await answer({ type: 'tool-call', decision: 'deny' })
    await isOver()
  })

  it("CHAT-10: don't delay the turn if their server doesn't answer, and its log says so", async () => {
    await says('garden', 'never read', { isSilent: true })
    await says('kitchen', 'as it is now')
    later(61)
    await send()
    await isOver()
    expect(offered()).toEqual(['garden__notes: as it was', 'kitchen__notes: as it is now'])
    const lines = await host.handlers['server.read']({ serverName: 'garden', what: 'log' })
    expect(lines.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('those known from before are used')
    )
  })
})
