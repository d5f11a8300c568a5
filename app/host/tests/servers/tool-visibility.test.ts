/**
 * Tools that a server keeps for its own views (MCP Apps), through the whole core: no model reads of them or calls them
 * on any path, and the user sees them and can call them.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message, ToolCallPart, ToolRequestPart } from '../../../contract/conversations'
import { isToolCall } from '../../../conversation/messages/transcript'
import { runSandboxInProcess } from '../../../scripts/testing/in-process-sandbox'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply
} from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'

const server = fileURLToPath(new URL('../../../testing/servers/word-file.mjs', import.meta.url))
const secret = 'harbour-4711'
const show = {
  name: 'show',
  description: 'Shows the notes.',
  _meta: { ui: { resourceUri: 'ui://lab/notes' } }
}
const notes = {
  name: 'notes',
  description: `Keeps notes at ${secret}.`,
  _meta: { ui: { resourceUri: 'ui://lab/notes', visibility: ['app'] } }
}
const forAll = { ...notes, _meta: { ui: { resourceUri: 'ui://lab/notes' } } }

let folder: string
let host: OpenTestHost
let model: ScriptedModel
let replies: ScriptedReply[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-visibility-'))
  replies = []
  model = await createScriptedModel({ script: () => replies.shift() ?? { text: 'Done.' } })
})
afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

const says = (tools: readonly object[]) =>
  writeFile(path.join(folder, 'says.json'), JSON.stringify({ tools }))

async function start(conversation: object = {}): Promise<void> {
  const args = [server, `--says=${path.join(folder, 'says.json')}`]
  const settings = {
    models: { default: 'anthropic/claude-haiku-4-5' },
    conversation,
    mcpServers: { lab: { command: process.execPath, args } }
  }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  host = await openHost({
    folder,
    environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl },
    runScript: runSandboxInProcess
  })
  void host.start()
  await vi.waitFor(async () => {
    const question = host.question()
    if (question?.type === 'server-trust') {
      const answer = { type: 'server-trust', decision: 'trust' } as const
      await host.handlers['consent.answer']({ questionId: question.id, answer })
    }
    expect((await host.handlers['app.snapshot']({})).servers[0]?.state).toBe('connected')
  }, soon)
}

async function send(
  modelId: string | null = null,
  toolRequest: Omit<ToolRequestPart, 'type'> | null = null
): Promise<string> {
  const { id: conversationId } = await host.handlers['conversation.create']({})
  if (modelId !== null) await host.handlers['conversation.set-model']({ conversationId, model: modelId })
  const text = toolRequest === null ? 'Go on' : ''
  await host.handlers['conversation.send']({ conversationId, text, toolRequest, resources: [], prompt: null })
  return conversationId
}

async function answered(conversationId: string): Promise<Message> {
  return await vi.waitFor(async () => {
    const { messages } = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })
    const last = messages.at(-1)!
    expect(last).toMatchObject({ role: 'assistant', state: 'complete' })
    return last
  }, soon)
}

const callsIn = (message: Message): ToolCallPart[] => message.parts.filter(isToolCall)
const requested = () => JSON.stringify(model.requests.map(({ body }) => body))
const call = (...names: readonly string[]): ScriptedReply => ({
  toolUses: names.map((name) => ({ name, input: {} }))
})
const callOf = async (type: 'allow-always' | 'deny') => {
  await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
  const question = host.question()
  const answer = { type: 'tool-call', decision: type } as const
  await host.handlers['consent.answer']({ questionId: question?.id ?? '', answer })
  return question
}

describe('visibility/app-tool-hidden', () => {
  it('is in no request, and answers a model that names it like an unknown tool', async () => {
    await says([show, notes])
    await start()
    replies = [call('lab__notes', 'lab__nothing')]
    const calls = callsIn(await answered(await send()))
    expect(model.requests[0]?.body.tools?.map(({ name }) => name)).toEqual(['lab__show'])
    expect(requested()).not.toContain(secret)
    const [hidden, unknown] = calls.map(({ failure, ...part }) => ({
      ...part,
      code: failure?.code,
      words: failure?.message.replaceAll(/lab__\w+/g, '…')
    }))
    const { state, serverName, code, words } = unknown!
    expect(hidden).toMatchObject({ state, serverName, code, words })
    expect(hidden).toMatchObject({ state: 'failed', serverName: null, code: 'TOOL_UNKNOWN' })
    expect(host.question()).toBeNull()
  })

  it('is found by no tool search', async () => {
    await says([show, notes])
    await start({ toolShare: 0 })
    replies = [
      { toolUses: [{ name: 'search_tools', input: { query: 'notes', limit: 20 } }] },
      call('lab__notes')
    ]
    const [search, hidden] = callsIn(await answered(await send()))
    expect(search?.foundTools).toEqual([{ serverName: 'lab', toolName: 'show' }])
    expect(hidden).toMatchObject({ serverName: null, failure: { code: 'TOOL_UNKNOWN' } })
    expect(requested()).not.toContain(secret)
  })

  it('is no function of a script', async () => {
    await says([show, notes])
    await start({ codeMode: true })
    const attempt = (name: string) => `await tools.${name}({}).catch((error) => String(error))`
    const code = `return [Object.keys(tools), typeof tools.lab__notes, typeof tools.lab__nothing].join()`
    replies = [
      { toolUses: [{ name: 'run_script', input: { code } }] },
      { toolUses: [{ name: 'run_script', input: { code: attempt('lab__notes') } }] },
      { toolUses: [{ name: 'run_script', input: { code: attempt('lab__nothing') } }] }
    ]
    const calls = callsIn(await answered(await send()))
    const texts = calls.map(({ content }) => JSON.stringify(content))
    expect(texts[0]).toContain('lab__show,undefined,undefined')
    expect(texts[1]).toBe(texts[2]?.replaceAll('nothing', 'notes'))
    expect(calls.map(({ isError }) => isError)).toEqual([false, true, true])
    expect(requested()).not.toContain(secret)
  })

  it('is read from the data that servers write in other forms, and a bad address is in the log', async () => {
    const app = { ui: { visibility: ['app'] } }
    await says([
      { name: 'plain', _meta: null },
      { name: 'list', _meta: [] },
      { name: 'python', meta: app },
      { name: 'flat', _meta: { 'ui/resourceUri': 'ui://lab/flat' } },
      { name: 'web', _meta: { ui: { resourceUri: 'https://example.com/', visibility: ['app'] } } }
    ])
    await start()
    const listed = await host.handlers['server.read']({ serverName: 'lab', what: 'tools' })
    expect(listed.map(({ name, problem, ui }) => [name, problem, ui?.resourceUri, ui?.isForModel])).toEqual([
      ['plain', null, undefined, undefined],
      ['list', null, undefined, undefined],
      ['python', null, null, false],
      ['flat', null, 'ui://lab/flat', true],
      ['web', null, null, false]
    ])
    const texts = (await host.handlers['server.read']({ serverName: 'lab', what: 'log' })).map(
      ({ text }) => text
    )
    expect(texts.filter((text) => text.includes('"ui://" address'))).toEqual([
      'The tool "web" names a view whose address is not a usable "ui://" address. It has no view.'
    ])
  })

  it('counts for no model, and is shown to the user, who can call it', async () => {
    await says([show, notes])
    await start()
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers[0]).toMatchObject({ toolCount: 2, offeredTools: { count: 1 } })
    const listed = await host.handlers['server.read']({ serverName: 'lab', what: 'tools' })
    expect(listed).toMatchObject([
      { name: 'show', ui: { resourceUri: 'ui://lab/notes', isForModel: true, isForView: true } },
      { name: 'notes', ui: { resourceUri: 'ui://lab/notes', isForModel: false, isForView: true } }
    ])
    const asked = { serverName: 'lab', toolName: 'notes', arguments: {} }
    const conversationId = await send('direct/none', asked)
    await callOf('allow-always')
    expect(callsIn(await answered(conversationId))).toMatchObject([{ toolName: 'notes', state: 'done' }])
    expect(model.requests).toHaveLength(0)
  })
})

it('is in the lock file with who gets it, which can be read again', async () => {
  await says([show, notes])
  await start()
  const conversationId = await send('direct/none', { serverName: 'lab', toolName: 'notes', arguments: {} })
  await callOf('allow-always')
  await answered(conversationId)
  const { path: lockFile } = await host.handlers['lock-file.export']({})
  expect(JSON.parse(await readFile(lockFile, 'utf8'))).toMatchObject({
    servers: {
      lab: {
        tools: { notes: { ui: { resourceUri: 'ui://lab/notes', isForModel: false, isForView: true } } }
      }
    }
  })
  expect(await host.handlers['lock-file.import']({})).toMatchObject({ addedCount: 0, changedCount: 0 })
})

describe('a tool whose visibility changes', () => {
  it('becomes one for models only with a question that shows the change, despite a permission', async () => {
    await says([show, notes])
    await start()
    const first = await send('direct/none', { serverName: 'lab', toolName: 'notes', arguments: {} })
    await callOf('allow-always')
    await answered(first)
    await says([show, forAll])
    await vi.waitFor(async () => {
      const { servers } = await host.handlers['app.snapshot']({})
      expect(servers[0]?.offeredTools.count).toBe(2)
    }, soon)
    replies = [call('lab__notes')]
    const second = await send()
    expect(await callOf('deny')).toMatchObject({
      toolName: 'notes',
      ui: { isForModel: true },
      previousDefinition: { ui: { isForModel: false } }
    })
    expect(callsIn(await answered(second))).toMatchObject([{ state: 'denied' }])
  })

  it('is not called for a model that got it before its server kept it for views', async () => {
    await says([show, forAll])
    await start()
    replies = [call('lab__notes')]
    const conversationId = await send()
    await vi.waitFor(() => expect(host.question()?.type).toBe('tool-call'), soon)
    await says([show, notes])
    await vi.waitFor(async () => {
      const { servers } = await host.handlers['app.snapshot']({})
      expect(servers[0]?.offeredTools.count).toBe(1)
      expect(host.question()).toMatchObject({ type: 'tool-call', ui: { isForModel: false } })
    }, soon)
    await callOf('allow-always')
    expect(callsIn(await answered(conversationId))).toMatchObject([
      { state: 'failed', failure: { code: 'TOOL_UNKNOWN' } }
    ])
  })
})
