/** A server that answers a call after the user stopped it and its turn has ended. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ToolCallPart } from '../../../contract/conversations'
import type { QuestionAnswer } from '../../../contract/questions/questions'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { createScriptedModel, type ScriptedModel } from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'

let folder: string
let host: OpenTestHost
let model: ScriptedModel
let conversationId: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-late-'))
  model = await createScriptedModel({ script: () => ({ text: 'I see.' }) })
  const server = fileURLToPath(new URL('../../../testing/servers/mcp-calls.mjs', import.meta.url))
  const mcpServers = { lab: { command: process.execPath, args: [server] } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
  host = await openHost({
    folder,
    environment: { ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model.baseUrl }
  })
  await host.start()
  await answer({ type: 'server-trust', decision: 'trust' })
  await vi.waitFor(async () => {
    const { servers, models } = await host.handlers['app.snapshot']({})
    expect(servers).toMatchObject([{ state: 'connected' }])
    expect(models.isLoading).toBe(false)
  }, soon)
  conversationId = (await host.handlers['conversation.create']({})).id
})

afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

async function answer(given: QuestionAnswer): Promise<void> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: given.type }), soon)
  await host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer: given })
}

async function findCall(): Promise<ToolCallPart | undefined> {
  const page = await host.handlers['conversation.read']({ conversationId, lastId: null, limit: 50 })
  return page.messages.flatMap(({ parts }) => parts).find((part) => part.type === 'tool-call')
}

async function listRecordedCalls() {
  const all = { recipientType: null, recipient: null, text: '', from: null, to: null, beforePosition: null }
  const { entries } = await host.handlers['ledger.search']({ ...all, limit: 500 })
  return entries.filter(({ kind }) => kind === 'tool call')
}

it('is counted once and recorded once, and only the user gets the late answer', async () => {
  const send = { conversationId, resources: [], prompt: null }
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
  const toolRequest = { serverName: 'lab', toolName: 'late', arguments: {} }
  await host.handlers['conversation.send']({ ...send, text: '', toolRequest })
  await answer({ type: 'tool-call', decision: 'allow-once' })
  await vi.waitFor(async () => expect(await listRecordedCalls()).toHaveLength(1), soon)
  await host.handlers['conversation.stop']({ conversationId })
  expect((await answerEnded(host, conversationId)).state).toBe('stopped')

  await vi.waitFor(async () => {
    const late = { content: [{ type: 'text', text: 'after all' }], isError: false }
    expect(await findCall()).toMatchObject({ state: 'cancelled', content: [], lateAnswer: late })
  }, soon)
  expect(await listRecordedCalls()).toMatchObject([
    { recipient: 'lab', subject: 'late', decidedBy: 'person', conversationId }
  ])
  const { servers, models } = await host.handlers['app.snapshot']({})
  expect(servers[0]?.counts).toMatchObject({ calls: 1, failedCalls: 0, medianMs: null })

  const reader = models.models.find(({ id }) => id !== 'direct')?.id ?? ''
  await host.handlers['conversation.set-model']({ conversationId, model: reader })
  await host.handlers['conversation.send']({ ...send, text: 'And?', toolRequest: null })
  await vi.waitFor(() => expect(model.requests).toHaveLength(1), soon)
  await answerEnded(host, conversationId)
  const read = JSON.stringify(model.requests)
  expect(read).toContain('The user cancelled this call.')
  expect(read).not.toContain('after all')
})
