/** A conversation of the window is replayed, as it was and with one thing changed. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CallInput } from '../../../contract/bridge/calls'
import type { QuestionAnswer } from '../../../contract/questions/questions'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { createScriptedModel, type ScriptedModel } from '../../../testing/scripted-model/scripted-model'
import { soon } from '../../../testing/soon'
import { fileURLToPath } from 'node:url'

const counter = fileURLToPath(new URL('../../../testing/servers/counter.mjs', import.meta.url))
const entry = (name: string) => ({
  command: process.execPath,
  args: [counter, `--label=${name}`, `--record=${path.join(folder, `${name}.log`)}`],
  sandbox: 'off'
})

let folder: string
let chosen: string | null
let host: OpenTestHost
let model: ScriptedModel
let conversationId: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-replays-'))
  model = await createScriptedModel({
    script: (request) => {
      const text = JSON.stringify(request)
      if (text.includes('stands at')) return { text: 'It is counted.' }
      return { toolUses: [{ name: 'counter__count', input: { by: text.includes('in steps') ? 1 : 2 } }] }
    }
  })
  const settings = {
    mcpServers: { counter: entry('counter'), newer: entry('newer') },
    models: { default: 'anthropic/claude-sonnet-5-5' }
  }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  const environment = { ANTHROPIC_API_KEY: 'sk-test-key', ANTHROPIC_BASE_URL: model.baseUrl }
  chosen = null
  host = await openHost({ folder, environment, chooseFile: async () => chosen })
  await host.start()
  await answer({ type: 'server-trust', decision: 'trust' })
  await answer({ type: 'server-trust', decision: 'trust' })
  await vi.waitFor(async () => {
    const { servers, models } = await host.handlers['app.snapshot']({})
    expect(servers.map(({ state }) => state)).toEqual(['connected', 'connected'])
    expect(models.isLoading).toBe(false)
  }, soon)
  conversationId = (await host.handlers['conversation.create']({})).id
  const nothing = { toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send']({ conversationId, text: 'Count', ...nothing })
  await answer({ type: 'tool-call', decision: 'allow-once' })
  await answerEnded(host, conversationId)
})
afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

async function answer(given: QuestionAnswer) {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: given.type }), soon)
  const question = host.question()
  await host.handlers['consent.answer']({ questionId: question?.id ?? '', answer: given })
  return question
}

async function open() {
  const view = await host.handlers['replay.open']({ conversationId })
  if (view === null) throw new Error('nothing is open')
  return view
}

const run = (change: Partial<CallInput<'replay.run'>> & { readonly replayId: string }) =>
  host.handlers['replay.run']({ model: null, servers: {}, description: null, ...change })

const conversations = async () => (await host.handlers['app.snapshot']({})).conversations

it('replays a conversation without its model and its servers, and keeps nothing', async () => {
  const view = await open()
  expect(view).toMatchObject({ turns: 1, servers: [{ serverName: 'counter' }] })
  expect(view.servers[0]?.tools.map(({ toolName }) => toolName)).toContain('count')
  await host.handlers['server.control']({ serverName: 'counter', act: 'stop' })
  const requests = model.requests.length
  const query = { recipientType: null, recipient: null, text: '', from: null, to: null, beforePosition: null }
  const entries = async () => (await host.handlers['ledger.search']({ ...query, limit: 500 })).entries.length
  const before = await entries()
  const { steps, failure } = await run({ replayId: view.replayId })
  expect(failure).toBeNull()
  expect(steps.map(({ kind, isSame }) => [kind, isSame])).toEqual([
    ['call', true],
    ['result', true],
    ['text', true]
  ])
  expect(model.requests).toHaveLength(requests)
  expect(await entries()).toBe(before)
  expect(host.question()).toBeNull()
  expect((await conversations()).map(({ id }) => id)).toEqual([conversationId])
})

it('asks a model with the changed description, and answers from the recording', async () => {
  const view = await open()
  const { steps } = await run({
    replayId: view.replayId,
    model: 'anthropic/claude-sonnet-5-5',
    description: { serverName: 'counter', toolName: 'count', text: 'Counts in steps of one.' }
  })
  expect(JSON.stringify(model.requests.at(-1))).toContain('Counts in steps of one.')
  expect(steps[0]).toMatchObject({ kind: 'call', before: '{"by":2}', after: '{"by":1}', isSame: false })
  expect(steps[1]).toMatchObject({ kind: 'result', isSame: false })
  expect(host.question()).toBeNull()
})

it('asks before another server answers a call, and shows how its result differs', async () => {
  const view = await open()
  const running = run({
    replayId: view.replayId,
    servers: { counter: { type: 'server', serverName: 'newer' } }
  })
  await vi.waitFor(() => expect(host.question()).toMatchObject({ serverName: 'newer' }), soon)
  await answer({ type: 'tool-call', decision: 'allow-once' })
  const { steps } = await running
  expect(steps.find(({ kind }) => kind === 'result')).toMatchObject({ name: 'counter count' })
  expect(steps.find(({ kind }) => kind === 'result')?.after).toContain('newer stands at 2')
})

it('reviews the results of a server whose results are reviewed, and shows the description that it gave', async () => {
  await host.handlers['server.set-options']({ serverName: 'newer', reviewsResults: true })
  const view = await open()
  const running = run({
    replayId: view.replayId,
    servers: { counter: { type: 'server', serverName: 'newer' } },
    description: { serverName: 'counter', toolName: 'count', text: 'Harmless.' }
  })
  await answer({ type: 'server-words', decision: 'let-through' })
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'tool-call' }), soon)
  expect(host.question()).not.toMatchObject({ toolDescription: 'Harmless.' })
  await answer({ type: 'tool-call', decision: 'allow-once' })
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'tool-result' }), soon)
  await host.handlers['replay.stop'](view)
  await running
  // The recorded name belongs to another server, for which nothing was let through.
  await host.handlers['server.set-options']({ serverName: 'counter', reviewsResults: true })
  const nothing = { toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send']({ conversationId, text: 'Count', ...nothing })
  const asked = await answer({ type: 'server-words', decision: 'keep-back' })
  expect(asked).toMatchObject({ tools: expect.arrayContaining([expect.objectContaining({ name: 'count' })]) })
  expect(JSON.stringify(asked)).not.toContain('Harmless.')
  await host.handlers['conversation.stop']({ conversationId })
})

it('leaves no conversation behind if Parley quits meanwhile', async () => {
  const view = await open()
  const running = run({
    replayId: view.replayId,
    servers: { counter: { type: 'server', serverName: 'newer' } }
  })
  const text = 'tests: [{ name: counts, call: count, arguments: { by: 1 } }]'
  await vi.waitFor(() => expect(host.question()).toMatchObject({ serverName: 'newer' }), soon)
  const all = { serverName: 'counter', names: null, serverNames: ['counter'], models: [] }
  const testing = host.handlers['test.run']({ ...all, text })
  await vi.waitFor(async () => expect(await conversations()).toHaveLength(3), soon)
  await host.dispose()
  await Promise.allSettled([running, testing])
  host = await openHost({ folder })
  await host.start()
  expect((await conversations()).map(({ id }) => id)).toEqual([conversationId])
})

it('takes a few other recordings at most', async () => {
  await host.handlers['archive.export']({ conversationIds: [conversationId], format: 'recording' })
  chosen = path.join(folder, 'talk.parleyrec')
  await writeFile(chosen, [...host.savedFiles.values()][0] ?? '')
  const { replayId } = await open()
  for (let number = 0; number < 5; number += 1)
    expect(await host.handlers['replay.add-recording']({ replayId })).toMatchObject({ number })
  await expect(host.handlers['replay.add-recording']({ replayId })).rejects.toThrow(/5 other recordings/)
})

it('stops while a question waits', async () => {
  const view = await open()
  const running = run({
    replayId: view.replayId,
    servers: { counter: { type: 'server', serverName: 'newer' } }
  })
  await vi.waitFor(() => expect(host.question()).toMatchObject({ serverName: 'newer' }), soon)
  await host.handlers['replay.stop'](view)
  expect((await running).failure).not.toBeNull()
  expect((await conversations()).map(({ id }) => id)).toEqual([conversationId])
})

it('opens a file, and refuses one that is no recorded conversation', async () => {
  await host.handlers['archive.export']({ conversationIds: [conversationId], format: 'recording' })
  chosen = path.join(folder, 'talk.parleyrec')
  await writeFile(chosen, [...host.savedFiles.values()][0] ?? '')
  expect(await host.handlers['replay.open']({ conversationId: null })).toMatchObject({ turns: 1 })
  await writeFile(chosen, 'something else')
  await expect(host.handlers['replay.open']({ conversationId: null })).rejects.toThrow(
    /RECORDING_INVALID|isn't a recording/
  )
})

it('runs a saved task in the window with the replies of a recording beside the tests', async () => {
  await host.handlers['archive.export']({ conversationIds: [conversationId], format: 'recording' })
  await mkdir(path.join(folder, 'tests'))
  await writeFile(path.join(folder, 'tests/talk.parleyrec'), [...host.savedFiles.values()][0] ?? '')
  const text = `tests:
  - name: counts
    task: Count
    recording: talk.parleyrec
    expect: { contains: counted, tools: { exactly: [{ tool: count, arguments: { by: 2 } }] } }
  - { name: outside, task: Count, recording: ../talk.parleyrec }
`
  const requests = model.requests.length
  const all = { serverName: 'counter', names: null, serverNames: ['counter'], models: [] }
  const running = host.handlers['test.run']({ ...all, text })
  await answer({ type: 'tool-call', decision: 'allow-once' })
  const { results } = await running
  expect(results.map(({ state }) => state)).toEqual(['passed', 'not-run'])
  expect(model.requests).toHaveLength(requests)
})
