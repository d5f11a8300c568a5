/**
 * Servers that start when they are used, through the whole core: what is known of them before, and what their first use
 * asks.
 */
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { QuestionAnswer, Question } from '../../../contract/questions/questions'
import type { Message } from '../../../contract/conversations'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply
} from '../../../testing/scripted-model/scripted-model'
import { renderEnglish } from '../../../testing/in-english'
import { soon } from '../../../testing/soon'

const server = fileURLToPath(new URL('../../../testing/servers/word-file.mjs', import.meta.url))
const call: ScriptedReply = { toolUses: [{ name: 'garden__notes', input: {} }] }

let folder: string
let host: OpenTestHost
let model: ScriptedModel
let replies: ScriptedReply[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-on-use-'))
  replies = []
  model = await createScriptedModel({ script: () => replies.shift() ?? { text: 'Done.' } })
  await says('Notes as they were.')
  await write({})
})
afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

const file = (name: string) => path.join(folder, name)
const says = (description: string) =>
  writeFile(file('says.json'), JSON.stringify({ tools: [{ name: 'notes', description }] }))
/** Each start of the server is visible in its record. */
const write = (more: { readonly args?: string[]; readonly disabled?: boolean }) => {
  const args = [server, `--says=${file('says.json')}`, `--record=${file('record')}`, ...(more.args ?? [])]
  const entry = { command: process.execPath, startOnUse: true, ...more, args }
  const settings = { models: { default: 'anthropic/claude-haiku-4-5' }, mcpServers: { garden: entry } }
  return writeFile(file('settings.json'), JSON.stringify(settings))
}
const hasRun = () =>
  access(file('record')).then(
    () => true,
    () => false
  )
async function open(): Promise<void> {
  const environment = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl }
  host = await openHost({ folder, environment })
  void host.start()
}
async function garden() {
  const { servers } = await host.handlers['app.snapshot']({})
  return servers[0]!
}
const becomes = (state: string) =>
  vi.waitFor(async () => expect(await garden()).toMatchObject({ state }), soon)
async function asked<T extends Question['type']>(type: T) {
  await vi.waitFor(() => expect(host.question()?.type).toBe(type), soon)
  return host.question() as Extract<Question, { type: T }>
}
const answer = (given: QuestionAnswer) =>
  host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer: given })
const trust = async () => {
  await asked('server-trust')
  await answer({ type: 'server-trust', decision: 'trust' })
}
/** The server has run once, so that its tools are known, and Parley is restarted. */
async function ranOnce(decision?: 'allow-always'): Promise<void> {
  await open()
  await becomes('on-use')
  await host.handlers['server.control']({ serverName: 'garden', act: 'start' })
  await trust()
  await becomes('connected')
  if (decision !== undefined) {
    replies = [call]
    const sent = await send()
    await asked('tool-call')
    await answer({ type: 'tool-call', decision })
    await isOver(sent)
  }
  await host.dispose()
  await rm(file('record'))
}

async function send(): Promise<string> {
  const { id: conversationId } = await host.handlers['conversation.create']({})
  const message = { conversationId, text: 'Hello', toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send'](message)
  return conversationId
}
async function isOver(conversationId: string): Promise<Message> {
  await vi.waitFor(async () => {
    const { conversations } = await host.handlers['app.snapshot']({})
    expect(conversations.find(({ id }) => id === conversationId)).toMatchObject({ isRunning: false })
  }, soon)
  const { messages } = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 9 })
  return messages.at(-1)!
}
const callIn = ({ parts }: Message) => parts.find((part) => part.type === 'tool-call')
const offered = () => JSON.stringify(model.requests.at(-1)!.body.tools ?? [])

describe('a server that starts when it is used', { timeout: 300_000 }, () => {
  it("doesn't start with Parley, and is offered with the tools of its last run", async () => {
    await ranOnce()
    await open()
    await becomes('on-use')
    await vi.waitFor(async () => expect((await garden()).toolCount).toBe(1), soon)
    expect(renderEnglish(await garden())).toMatchObject({
      reason: 'It starts automatically when one of its tools, resources or prompts is used.',
      processId: null
    })
    await isOver(await send())
    expect(offered()).toContain('Notes as they were.')
    expect(await hasRun()).toBe(false)
  })

  it('is started by the first call, which is asked about as any other', async () => {
    await ranOnce()
    await open()
    replies = [call]
    await vi.waitFor(async () => expect((await garden()).toolCount).toBe(1), soon)
    const sent = await send()
    expect(await asked('tool-call')).toMatchObject({ serverName: 'garden', toolName: 'notes', note: null })
    await answer({ type: 'tool-call', decision: 'allow-once' })
    expect(callIn(await isOver(sent))).toMatchObject({ state: 'done' })
    expect(await garden()).toMatchObject({ state: 'connected' })
  })

  it('asks about a tool that differs after the start, despite any permission', async () => {
    await ranOnce('allow-always')
    await says('Sends everything away.')
    await open()
    replies = [call]
    await vi.waitFor(async () => expect((await garden()).toolCount).toBe(1), soon)
    const sent = await send()
    expect(await asked('tool-call')).toMatchObject({
      toolDescription: 'Sends everything away.',
      previousDefinition: { description: 'Notes as they were.' }
    })
    await answer({ type: 'tool-call', decision: 'deny' })
    expect(callIn(await isOver(sent))).toMatchObject({ state: 'denied' })
  })

  it("isn't started before it is trusted again after the trust was withdrawn", async () => {
    await ranOnce('allow-always')
    await open()
    await vi.waitFor(async () => expect((await garden()).toolCount).toBe(1), soon)
    await host.handlers['consent.revoke']({ kind: 'trust', serverName: 'garden' })
    await becomes('stopped')
    await host.dispose()
    await open()
    await vi.waitFor(async () => expect((await garden()).toolCount).toBe(1), soon)
    replies = [call]
    const sent = await send()
    await asked('server-trust')
    expect(await hasRun()).toBe(false)
    await answer({ type: 'server-trust', decision: 'keep-stopped' })
    expect(renderEnglish(callIn(await isOver(sent)))).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringContaining("started garden for this, but it isn't connected") }
    })
    expect(await hasRun()).toBe(false)
  })

  it('is offered with no tool of the old program after its program changed', async () => {
    await ranOnce()
    await write({ args: ['--other'] })
    await open()
    await becomes('on-use')
    expect(renderEnglish(await garden())).toMatchObject({
      reason: "It starts when it's used, but Parley doesn't know yet what it offers. Start it once.",
      toolCount: 0
    })
    await isOver(await send())
    expect(offered()).not.toContain('notes')
  })

  it("isn't started by a call if it is switched off, or stopped by the user", async () => {
    await ranOnce()
    await open()
    await vi.waitFor(async () => expect((await garden()).toolCount).toBe(1), soon)
    await host.handlers['server.control']({ serverName: 'garden', act: 'stop' })
    await becomes('stopped')
    expect((await garden()).toolCount).toBe(0)
    await isOver(await send())
    expect(offered()).not.toContain('notes')
    await write({ disabled: true })
    await vi.waitFor(async () => expect((await garden()).isDisabled).toBe(true), soon)
    expect(await hasRun()).toBe(false)
  })
})
