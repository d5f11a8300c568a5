/** Traces of real turns with a real server, up to what arrives at the collector. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EventPayload } from '../../contract/bridge/events'
import type { QuestionAnswer } from '../../contract/questions/questions'
import { answerEnded } from '../../testing/answer-ended'
import { openHost } from '../../testing/open-host'
import type { OpenTestHost } from '../../testing/open-host'
import { createScriptedModel } from '../../testing/scripted-model/scripted-model'
import type { ScriptedModel } from '../../testing/scripted-model/scripted-model'
import { soon } from '../../testing/soon'
import { openTraceCollectorServer } from '../../testing/traces/trace-collector-server'
import type { ReceivedSpan, TraceCollectorServer } from '../../testing/traces/trace-collector-server'
import { toEnglish } from '../../texts/render-localized'

const server = fileURLToPath(new URL('../../testing/servers/mcp-modern.mjs', import.meta.url))
const modern = { command: process.execPath, args: [server], sandbox: 'off' }

let folder: string
let host: OpenTestHost
let model: ScriptedModel
let collector: TraceCollectorServer
let conversationId: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-traces-'))
  collector = await openTraceCollectorServer()
  model = await createScriptedModel({
    script: (_request, index) =>
      index % 2 === 0
        ? { toolUses: [{ name: 'modern__greet', input: { name: 'Ada of sk-test-key-of-traces' } }] }
        : { text: 'The greeting was sent.' }
  })
})

afterEach(async () => {
  await host.dispose()
  await model.close()
  await collector.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(settings: object): Promise<void> {
  const all = { mcpServers: { modern }, models: { default: 'anthropic/claude-sonnet-5-5' }, ...settings }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(all))
  const environment = { ANTHROPIC_API_KEY: 'sk-test-key-of-traces', ANTHROPIC_BASE_URL: model.baseUrl }
  host = await openHost({ folder, environment })
  await host.start()
  await say({ type: 'server-trust', decision: 'trust' })
  await vi.waitFor(async () => {
    const { servers, models } = await host.handlers['app.snapshot']({})
    expect(servers).toMatchObject([{ state: 'connected' }])
    expect(models.isLoading).toBe(false)
  }, soon)
  conversationId = (await host.handlers['conversation.create']({})).id
}

async function say(answer: QuestionAnswer): Promise<void> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: answer.type }), soon)
  const { id } = host.question() ?? { id: '' }
  await host.handlers['consent.answer']({ questionId: id, answer })
}

async function runTurn(): Promise<void> {
  const nothing = { toolRequest: null, resources: [], prompt: null }
  await host.handlers['conversation.send']({ conversationId, text: 'Greet Ada in confidence', ...nothing })
  await say({ type: 'tool-call', decision: 'allow-once' })
  await answerEnded(host, conversationId)
}

async function trust(): Promise<void> {
  const asked = host.handlers['ledger.ask-collector']({})
  await say({ type: 'destination', decision: 'trust' })
  await asked
}

const alerts = (): string[] =>
  host.events.flatMap(({ name, payload }) =>
    name === 'notice.raised' ? [toEnglish((payload as EventPayload<'notice.raised'>).text)] : []
  )

const findSpan = (name: string): ReceivedSpan => {
  const found = collector.spans.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no span ${name}`)
  return found
}

const traces = (more: object = {}) => ({ traces: { send: true, endpoint: collector.url, ...more } })

it('sends a whole turn as one trace, without its contents', async () => {
  await start(traces())
  await trust()
  await runTurn()
  await vi.waitFor(
    () => expect(collector.spans.map(({ name }) => name)).toContain('invoke_agent Parley'),
    soon
  )
  const turn = findSpan('invoke_agent Parley')
  const call = findSpan('tools/call greet')
  const question = findSpan('question tool-call')
  const requests = collector.spans.filter(({ name }) => name.startsWith('chat '))
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(turn.parentSpanId).toBeUndefined()
  expect(requests).toHaveLength(2)
  expect([...requests, call].map(({ parentSpanId }) => parentSpanId)).toEqual(
    Array.from({ length: 3 }, () => turn.spanId)
  )
  expect(question).toMatchObject({
    parentSpanId: call.spanId,
    attributes: { 'parley.question.answer': 'allowed' }
  })
  expect(call.attributes).toMatchObject({
    'mcp.protocol.version': '2026-07-28',
    'network.transport': 'pipe',
    'parley.server.name': 'modern',
    'parley.tool_call.state': 'done'
  })
  expect(turn.attributes).toMatchObject({ 'gen_ai.conversation.id': conversationId })
  expect(collector.bodies.join()).not.toMatch(/Ada|in confidence|greeting was sent|Hello/)
})

it('sends contents without secrets after an approval of its own', async () => {
  await start(traces())
  await trust()
  await host.handlers['settings.set']({ values: { 'traces.contents': true } })
  const asked = host.handlers['ledger.ask-collector']({})
  await vi.waitFor(
    () =>
      expect(host.question()).toMatchObject({
        act: { type: 'otlp-with-contents' },
        previous: { type: 'otlp' }
      }),
    soon
  )
  await say({ type: 'destination', decision: 'trust' })
  await asked
  await runTurn()
  await vi.waitFor(
    () => expect(collector.spans.map(({ name }) => name)).toContain('invoke_agent Parley'),
    soon
  )
  expect(findSpan('tools/call greet').attributes).toMatchObject({
    'gen_ai.tool.call.arguments': '{"name":"Ada of [secret]"}'
  })
  expect(collector.bodies.join()).toContain('Greet Ada in confidence')
  expect(collector.bodies.join()).not.toContain('sk-test-key-of-traces')
})

it('gives a server of the newest revision the trace of a call', async () => {
  await start(traces())
  await trust()
  await runTurn()
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toContain('tools/call greet'), soon)
  const { traceId, spanId } = findSpan('tools/call greet')
  const sent = await host.handlers['messages.export']({ serverName: 'modern', filter: '' })
  expect(sent.lines).toContain(`"traceparent":"00-${traceId}-${spanId}-01"`)
})

it('sends nothing and gives no trace to servers while it is off or its collector is not trusted', async () => {
  await start(traces({ send: false }))
  await runTurn()
  await host.handlers['settings.set']({ values: { 'traces.send': true } })
  await runTurn()
  await vi.waitFor(() => expect(alerts().join()).toContain("doesn't send traces"), soon)
  expect(collector.bodies).toEqual([])
  const { lines } = await host.handlers['messages.export']({ serverName: 'modern', filter: '' })
  expect(lines).toContain('tools/call')
  expect(lines).not.toContain('traceparent')
})

it('never lets a failing collector change a turn, and says what is wrong', async () => {
  collector.answer(400)
  await start(traces())
  await trust()
  await runTurn()
  await vi.waitFor(() => expect(alerts().join()).toContain('refused traces'), soon)
  const message = await answerEnded(host, conversationId)
  expect(message).toMatchObject({ state: 'complete' })
})

it("goes to the activity log's collector with its headers if traces have no address", async () => {
  await start({
    ledger: { otlp: { endpoint: collector.url, headers: { 'X-Team': 'one' } } },
    traces: { send: true }
  })
  const asked = host.handlers['ledger.ask-collector']({})
  await say({ type: 'destination', decision: 'trust' })
  await vi.waitFor(() => expect(host.question()).toMatchObject({ act: { name: 'traces' } }), soon)
  await say({ type: 'destination', decision: 'trust' })
  await asked
  await runTurn()
  await vi.waitFor(() => expect(collector.spans.length).toBeGreaterThan(0), soon)
})
