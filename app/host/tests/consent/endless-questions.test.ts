/**
 * A server that never stops asking, and a user who has had enough: which errors the server gets, and what continues.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { QuestionAnswer, Question } from '../../../contract/questions/questions'
import type { Message, ToolCallPart } from '../../../contract/conversations'
import { events as eventSchemas } from '../../../contract/bridge/events'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { toEnglish } from '../../../texts/render-localized'
import { answerEnded } from '../../../testing/answer-ended'
import { soon } from '../../../testing/soon'

const server = fileURLToPath(new URL('../../../testing/servers/asks-without-end.mjs', import.meta.url))
const decline: QuestionAnswer = { type: 'elicitation', decision: 'decline' }

let folder: string
let record: string
let host: OpenTestHost
let conversationId: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-endless-'))
  record = path.join(folder, 'record')
  const asker = { command: process.execPath, args: [server, `--record=${record}`] }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { asker } }))
  host = await openHost({ folder, environment: {} })
  await host.start()
  await say({ type: 'server-trust', decision: 'trust' })
  await stateIs('connected')
  conversationId = (await host.handlers['conversation.create']({})).id
  await host.handlers['conversation.set-model']({ conversationId, model: 'direct' })
})

afterEach(async () => {
  await host.dispose()
  for (const { name, payload } of host.events) eventSchemas[name].parse(structuredClone(payload))
  await rm(folder, { recursive: true, force: true })
})

async function stateIs(state: string): Promise<void> {
  const read = async () => (await host.handlers['app.snapshot']({})).servers[0]
  await vi.waitFor(async () => expect(await read()).toMatchObject({ state }), soon)
}

async function asked<T extends Question['type']>(type: T): Promise<Question> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type }), soon)
  return host.question() as Question
}

async function say(answer: QuestionAnswer): Promise<void> {
  const { id } = await asked(answer.type)
  await host.handlers['consent.answer']({ questionId: id, answer })
}

const stop = async (what: 'call' | 'server') =>
  host.handlers['consent.stop']({ questionId: host.question()?.id ?? '', what })

async function call(toolName: string, args = {}): Promise<void> {
  await host.handlers['conversation.send']({
    conversationId,
    text: '',
    toolRequest: { serverName: 'asker', toolName, arguments: args },
    resources: [],
    prompt: null
  })
  await say({ type: 'tool-call', decision: 'allow-once' })
}

const ended = () => answerEnded(host, conversationId)

const callOf = ({ parts }: Message) => parts.find((part): part is ToolCallPart => part.type === 'tool-call')
const notesOf = ({ parts }: Message) =>
  parts.flatMap((part) => (part.type === 'note' ? [toEnglish(part.text)] : []))
const textOf = (message: Message) =>
  (callOf(message)?.content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('')

/** The errors that the server got. */
async function refusals(): Promise<string[]> {
  const lines = (await readFile(record, 'utf8')).trim().split('\n')
  return lines.flatMap((line) => {
    const { event, error } = JSON.parse(line) as { event: string; error?: { message: string } }
    return event === 'answered' && error !== undefined ? [error.message] : []
  })
}

async function stopsInLedger() {
  const all = { recipientType: null, recipient: null, text: '', from: null, to: null, beforePosition: null }
  const { entries } = await host.handlers['ledger.search']({ ...all, limit: 100 })
  return entries.filter(({ kind }) => kind === 'stop')
}

it('SEC-20: asks whether to continue at the third form of a call; after a denial refuses for a minute while the call continues', async () => {
  await call('endless', { refusals: 2, kinds: ['form', 'link'] })
  await say(decline)
  await say({ type: 'link', decision: 'decline' })
  expect(await asked('ask-again')).toMatchObject({ serverName: 'asker', toolName: 'endless', askedCount: 2 })
  await say({ type: 'ask-again', decision: 'refuse' })
  const message = await ended()
  const told = 'The user refuses all requests for a minute'
  expect(JSON.parse(textOf(message))).toEqual(['decline', 'decline', told, told])
  expect(callOf(message)).toMatchObject({ state: 'done' })
  const refused = notesOf(message).filter((text) => text.includes('for a minute'))
  expect(refused).toEqual(['Asked for input: you declined its questions for a minute.'])
  expect(host.question()).toBeNull()
  expect(await stopsInLedger()).toMatchObject([
    {
      recipient: 'asker',
      subject: 'its questions for a minute',
      decidedBy: 'person',
      conversationId,
      bytes: 0
    }
  ])
})

it('SEC-20: ends a call as cancelled when it is stopped from its question, and drops further questions of the server', async () => {
  await call('endless')
  await say(decline)
  await asked('elicitation')
  await stop('call')
  expect(callOf(await ended())).toMatchObject({ state: 'cancelled' })
  await vi.waitFor(async () => {
    const later = (await refusals()).filter(
      (text) => text === 'The user stopped what this request belongs to'
    )
    expect(later.length).toBeGreaterThan(1)
  }, soon)
  expect(host.question()).toBeNull()
  expect(await stopsInLedger()).toMatchObject([{ recipient: 'asker', callId: expect.any(String) }])
  await call('quiet')
  expect(textOf(await ended())).toBe('Nothing to ask.')
  await stateIs('connected')
})

it('SEC-20: stops a server and its call from the question whether it may continue', async () => {
  await call('endless')
  await say(decline)
  await say(decline)
  await asked('ask-again')
  await stop('server')
  expect(callOf(await ended())).toMatchObject({ state: 'cancelled' })
  await stateIs('stopped')
  expect(host.question()).toBeNull()
  expect((await stopsInLedger()).map(({ subject }) => subject)).toEqual(['the server'])
  void host.handlers['server.control']({ serverName: 'asker', act: 'start' })
  await stateIs('connected')
  await call('endless')
  await asked('elicitation')
})

it('shows two of many requests at once, and refuses the rest with one answer', async () => {
  await call('endless', { together: true, kinds: Array<string>(19).fill('sampling') })
  const { questions } = await host.handlers['app.snapshot']({})
  expect(questions.length).toBeLessThanOrEqual(3)
  await say({ type: 'sampling', decision: 'decline' })
  await say({ type: 'sampling', decision: 'decline' })
  await say({ type: 'ask-again', decision: 'refuse' })
  expect(JSON.parse(textOf(await ended()))).toHaveLength(19)
})
