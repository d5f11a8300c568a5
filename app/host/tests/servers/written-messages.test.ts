/** Messages that the user writes, through the whole core: the questions, limits and records of calls apply to them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '../../../contract/bridge/calls'
import type { Question, QuestionAnswer } from '../../../contract/questions/questions'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { soon } from '../../../testing/soon'

const server = fileURLToPath(new URL('../../../testing/servers/mcp-calls.mjs', import.meta.url))
const everything = { recipientType: null, recipient: null, from: null, to: null, beforePosition: null }

let folder: string
let host: OpenTestHost

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-written-'))
  const calls = { command: process.execPath, args: [server] }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { calls } }))
  host = await openHost({ folder })
  void host.start()
  await vi.waitFor(async () => {
    await answer({ type: 'server-trust', decision: 'trust' })
    expect((await host.handlers['app.snapshot']({})).servers[0]?.state).toBe('connected')
  }, soon)
})
afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function answer(given: QuestionAnswer): Promise<void> {
  const question = host.question()
  if (question?.type === given.type)
    await host.handlers['consent.answer']({ questionId: question.id, answer: given })
}

async function waitForQuestion<K extends Question['type']>(type: K) {
  return await vi.waitFor(() => {
    const question = host.question()
    if (question?.type !== type) throw new Error('not asked yet')
    return question as Extract<Question, { type: K }>
  }, soon)
}

type Message = Partial<CallInput<'messages.send'>['message']>

const openQuestions = () =>
  (host.events.findLast(({ name }) => name === 'questions.changed')?.payload ?? []) as Question[]

const send = async (message: Message) =>
  await host.handlers['messages.send']({
    serverName: 'calls',
    message: { kind: 'request', method: 'ping', isCompleted: true, ...message }
  })
const sentMethods = () =>
  host.traced
    .filter(({ direction }) => direction === 'out')
    .map(({ text }) => (JSON.parse(text ?? '{}') as { method?: string }).method)
async function entries(text: string) {
  const page = await host.handlers['ledger.search']({ ...everything, text, limit: 50 })
  return page.entries.map(({ kind, subject, decidedBy }) => ({ kind, subject, decidedBy }))
}

const call = { method: 'tools/call', params: { name: 'get_weather', arguments: { location: 'hello' } } }

describe('a call of a tool that the user writes', () => {
  it('asks as a call does, is recorded, and its answer is in the list', async () => {
    const sending = send(call)
    const question = await waitForQuestion('tool-call')
    expect(question).toMatchObject({
      toolName: 'get_weather',
      arguments: { location: 'hello' },
      requestedBy: 'direct'
    })
    expect(question).not.toHaveProperty('otherParams')
    expect(question.scopes).not.toContain('conversation')
    expect(sentMethods()).not.toContain('tools/call')
    await answer({ type: 'tool-call', decision: 'allow-once' })
    expect(await sending).toEqual({ id: '"parley-1"', end: 'result' })
    expect(await entries('hello')).toEqual([
      { kind: 'tool call', subject: 'get_weather', decidedBy: 'person' }
    ])
    const { rows } = await host.handlers['messages.find']({
      serverName: 'calls',
      filter: '',
      from: null,
      count: 2
    })
    expect(rows.map(({ method, id, kind }) => [method, id, kind])).toEqual([
      ['tools/call', '"parley-1"', 'request'],
      ['tools/call', '"parley-1"', 'result']
    ])
  })

  it('is not sent without an approval', async () => {
    const sending = send(call)
    await waitForQuestion('tool-call')
    await answer({ type: 'tool-call', decision: 'deny' })
    expect(await sending).toMatchObject({ end: 'denied' })
    expect(sentMethods()).not.toContain('tools/call')
  })

  it('sends the arguments as they were edited in the question', async () => {
    const sending = send(call)
    await waitForQuestion('tool-call')
    await answer({ type: 'tool-call', decision: 'allow-once', arguments: { location: 'changed' } })
    await sending
    const sent = host.traced.find(({ text }) => text?.includes('"changed"') === true)
    expect(JSON.parse(sent?.text ?? '')).toMatchObject({
      params: { name: 'get_weather', arguments: { location: 'changed' } }
    })
  })

  it('uses a permission, but asks again about anything beside the arguments', async () => {
    const first = send(call)
    await waitForQuestion('tool-call')
    await answer({ type: 'tool-call', decision: 'allow-always' })
    await first
    expect(await send(call)).toMatchObject({ end: 'result' })
    const hidden = send({ ...call, params: { ...call.params, _meta: { note: 'from elsewhere' } } })
    expect(await waitForQuestion('tool-call')).toMatchObject({
      otherParams: { _meta: { note: 'from elsewhere' } }
    })
    await answer({ type: 'tool-call', decision: 'deny' })
    expect(await hidden).toMatchObject({ end: 'denied' })
  })

  it('is not sent by a permission given while its question waits, if it has more than arguments', async () => {
    const hidden = send({ ...call, params: { ...call.params, _meta: { note: 'from elsewhere' } } })
    await waitForQuestion('tool-call')
    const plain = send(call)
    await vi.waitFor(() => expect(openQuestions()).toHaveLength(2), soon)
    const [first, second] = openQuestions()
    await host.handlers['consent.answer']({
      questionId: second?.id ?? '',
      answer: { type: 'tool-call', decision: 'allow-always' }
    })
    expect(await plain).toMatchObject({ end: 'result' })
    expect(openQuestions()).toEqual([first])
    await answer({ type: 'tool-call', decision: 'deny' })
    expect(await hidden).toMatchObject({ end: 'denied' })
  })

  it('shows the whole message if it names no tool, or its arguments are no object', async () => {
    const unknown = send({ method: 'tools/call', params: { name: 'nothing' } })
    const question = await waitForQuestion('written-message')
    expect(question.message).toMatchObject({ method: 'tools/call', params: { name: 'nothing' } })
    await answer({ type: 'written-message', decision: 'send' })
    await unknown
    const odd = send({ method: 'tools/call', params: { name: 'get_weather', arguments: ['x'] } })
    expect(await waitForQuestion('tool-call')).toMatchObject({ otherParams: { arguments: ['x'] } })
    await answer({ type: 'tool-call', decision: 'deny' })
    expect(await odd).toMatchObject({ end: 'denied' })
  })
})

describe('another message that the user writes', () => {
  it('needs no question to read, and is recorded', async () => {
    expect(await send({ method: 'tools/list' })).toMatchObject({ end: 'result' })
    expect(host.question()).toBeNull()
    expect(await entries('tools/list')).toEqual([
      { kind: 'message', subject: 'tools/list', decidedBy: 'person' }
    ])
  })

  it('shows itself first if Parley does not know the method, and can be stopped', async () => {
    const sending = send({ method: 'example/erase', params: { all: true }, id: 5 })
    const { message } = await waitForQuestion('written-message')
    expect(message).toMatchObject({ id: 5, method: 'example/erase', params: { all: true } })
    await host.handlers['messages.stop']({ serverName: 'calls' })
    expect(await sending).toEqual({ id: '5', end: 'stopped' })
    expect(host.question()).toBeNull()
    expect(sentMethods()).not.toContain('example/erase')
  })

  it.each([
    { method: 'initialize', params: {} },
    { kind: 'notification', method: 'notifications/initialized' },
    { kind: 'notification', method: 'notifications/cancelled', params: { requestId: 1 } }
  ] as const)('is refused where Parley must keep control: %j', async (message) => {
    await expect(send(message)).rejects.toMatchObject({ code: 'REQUEST_REFUSED' })
    const sent = sentMethods().length
    const { refusal } = await host.handlers['messages.check']({
      serverName: 'calls',
      message: { kind: 'request', isCompleted: true, ...message }
    })
    expect(refusal).not.toBeNull()
    expect(sentMethods()).toHaveLength(sent)
  })

  it('says which methods the server declares', async () => {
    const { methods } = await host.handlers['messages.list-methods']({ serverName: 'calls' })
    const isDeclared = (method: string) => methods.find((one) => one.method === method)?.isDeclared
    expect(isDeclared('tools/call')).toBe(true)
    expect(isDeclared('prompts/get')).toBe(false)
  })
})
