import { beforeEach, describe, expect, it } from 'vitest'
import type { Message, ToolCallPart } from '../../contract/conversations'
import type { Question } from '../../contract/questions/questions'
import { HostError } from '../../base/host-error'
import { quote } from '../../texts/render-localized'
import type { ModelPart, ModelRequest, ResolvedModel } from '../../models/model'
import type { FinishedSpan } from './span'
import { TurnSpans } from './turn-spans'

let mode: 'off' | 'structure' | 'contents'
let now: number
let finished: FinishedSpan[]
let spans: TurnSpans

beforeEach(() => {
  mode = 'structure'
  now = 1_000
  finished = []
  spans = new TurnSpans({
    mode: () => mode,
    now: () => (now += 10),
    redact: (text) => text.replaceAll('known-secret', '[secret]'),
    describeServer: () => ({ 'mcp.protocol.version': '2026-07-28', 'network.transport': 'pipe' }),
    finish: (span) => finished.push(span)
  })
})

const call: ToolCallPart = {
  type: 'tool-call',
  step: 0,
  callId: 'call-1',
  providerCallId: 'toolu_1',
  modelToolName: 'notes__find',
  serverName: 'notes',
  toolName: 'find',
  toolTitle: null,
  arguments: { query: 'private words, known-secret' },
  isEditedByPerson: false,
  state: 'preparing',
  progress: null,
  content: [],
  structuredContent: null,
  isError: false,
  failure: null,
  startedAt: null,
  endedAt: null
}

const answer: Message = {
  id: 'answer-1',
  conversationId: 'conversation-1',
  parentId: 'message-1',
  role: 'assistant',
  createdAt: 1,
  model: 'anthropic/claude-sonnet-5-5',
  state: 'streaming',
  parts: [],
  failure: null,
  stopReason: null,
  usage: null
}

const withCall = (change: Partial<ToolCallPart>, state: Message['state'] = 'streaming'): Message => ({
  ...answer,
  state,
  parts: [{ ...call, ...change }]
})

const question = (id: string): Question =>
  ({ type: 'tool-call', id, askedAt: 1_015, conversationId: 'conversation-1', callId: 'call-1' }) as Question

const span = (name: string): FinishedSpan => {
  const found = finished.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no span ${name}`)
  return found
}

function createModel(parts: readonly ModelPart[], failure?: Error): ResolvedModel {
  return {
    model: 'claude-sonnet-5-5',
    provider: {
      name: 'anthropic',
      listModels: async () => [],
      stream: async function* (asked: ModelRequest) {
        asked.onSent?.({ address: 'https://api.anthropic.com/v1/messages', body: '{}' })
        yield* parts
        if (failure !== undefined) throw failure
      }
    }
  } as unknown as ResolvedModel
}

const request: ModelRequest = {
  model: 'claude-sonnet-5-5',
  systemPrompt: 'Be brief.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'The private question' }] }],
  tools: [],
  maxOutputTokens: 100
}

async function ask(model: ResolvedModel, given = request): Promise<ModelPart[]> {
  const asking = { conversationId: 'conversation-1', messageId: 'answer-1', callId: null }
  const parts: ModelPart[] = []
  const { provider } = spans.traceModel(model, asking)
  for await (const part of provider.stream(given, new AbortController().signal)) parts.push(part)
  return parts
}

const ended: ModelPart = {
  type: 'ended',
  stopReason: 'end_turn',
  usage: { inputTokens: 20, outputTokens: 5, cacheReadTokens: 12 }
}

async function runTurn(): Promise<void> {
  spans.takeMessage(answer)
  await ask(createModel([{ type: 'text-delta', text: 'The private reply' }, ended]))
  spans.takeMessage(withCall({}))
  spans.takeMessage(withCall({ state: 'waiting-for-approval' }))
  spans.takeSettled({ question: question('question-1'), decision: 'allowed' })
  spans.takeMessage(withCall({ state: 'running', startedAt: 1_500 }))
  const content = [{ type: 'text' as const, text: 'private result, known-secret' }]
  spans.takeMessage(withCall({ state: 'done', startedAt: 1_500, content }))
  spans.takeMessage(withCall({ state: 'done', startedAt: 1_500, content }, 'complete'))
}

describe('the spans of a turn', () => {
  it('form one trace: the turn, its model request, its call and the question of the call', async () => {
    await runTurn()
    const turn = span('invoke_agent Parley')
    const model = span('chat claude-sonnet-5-5')
    const tool = span('tools/call find')
    const asked = span('question tool-call')
    expect(finished).toHaveLength(4)
    expect(new Set(finished.map(({ traceId }) => traceId)).size).toBe(1)
    expect(turn).toMatchObject({ parentId: null, kind: 'internal', error: null })
    expect(model).toMatchObject({ parentId: turn.spanId, kind: 'client' })
    expect(tool).toMatchObject({ parentId: turn.spanId, kind: 'client' })
    expect(asked).toMatchObject({ parentId: tool.spanId, kind: 'internal', startedAt: 1_015 })
    for (const { startedAt, endedAt } of finished) expect(endedAt).toBeGreaterThanOrEqual(startedAt)
  })

  it('are named by the conventions for GenAI and MCP', async () => {
    await runTurn()
    expect(span('invoke_agent Parley').attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': 'conversation-1',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-sonnet-5-5',
      'parley.turn.state': 'complete'
    })
    expect(span('chat claude-sonnet-5-5').attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.max_tokens': 100,
      'gen_ai.response.finish_reasons': ['end_turn'],
      'gen_ai.response.time_to_first_chunk': 0.01,
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 5,
      'gen_ai.usage.cache_read.input_tokens': 12,
      'server.address': 'api.anthropic.com',
      'server.port': 443
    })
    expect(span('tools/call find').attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'find',
      'gen_ai.tool.call.id': 'toolu_1',
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2026-07-28',
      'network.transport': 'pipe',
      'parley.server.name': 'notes',
      'parley.tool_call.state': 'done',
      'parley.tool_call.allowed_by': 'person'
    })
    expect(span('question tool-call').attributes).toMatchObject({ 'parley.question.answer': 'allowed' })
  })

  it('name the temperature that was asked for', async () => {
    await ask(createModel([ended]), { ...request, temperature: 0.2 })
    expect(span('chat claude-sonnet-5-5').attributes).toMatchObject({ 'gen_ai.request.temperature': 0.2 })
  })

  it('contain no message, argument or result', async () => {
    await runTurn()
    expect(JSON.stringify(finished)).not.toMatch(/private|known-secret|Be brief/)
  })

  it('contain them without secrets if the user wants that', async () => {
    mode = 'contents'
    await runTurn()
    const { attributes } = span('chat claude-sonnet-5-5')
    expect(attributes['gen_ai.input.messages']).toBe(
      '[{"role":"user","parts":[{"type":"text","content":"The private question"}]}]'
    )
    expect(attributes['gen_ai.output.messages']).toContain('The private reply')
    expect(attributes['gen_ai.system_instructions']).toContain('Be brief.')
    expect(span('tools/call find').attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"query":"private words, [secret]"}',
      'gen_ai.tool.call.result': '{"content":[{"type":"text","content":"private result, [secret]"}]}'
    })
  })

  it('have contents of limited length, with the newest messages', async () => {
    mode = 'contents'
    spans.takeMessage(answer)
    const texts = Array.from({ length: 40 }, (_, index) => `message ${index} ${'x'.repeat(20_000)}`)
    const messages = texts.map((text) => ({
      role: 'user' as const,
      content: [{ type: 'text' as const, text }]
    }))
    await ask(createModel([ended]), { ...request, messages })
    const written = span('chat claude-sonnet-5-5').attributes['gen_ai.input.messages'] as string
    expect(written.length).toBeLessThan(40_000)
    expect(JSON.parse(written)).toHaveLength(3)
    expect(written).toContain('message 39')
  })

  it('hide values of keys that say that they are secret', async () => {
    mode = 'contents'
    spans.takeMessage(withCall({}))
    spans.takeMessage(withCall({ state: 'done', arguments: { password: 'hunter2' } }))
    expect(span('tools/call find').attributes['gen_ai.tool.call.arguments']).toBe('{"password":"[secret]"}')
  })
})

describe('outcomes', () => {
  it('say why a call failed, and that a denied call is no failure', () => {
    spans.takeMessage(withCall({}))
    const failure = { code: 'TOOL_TIMEOUT', message: 'private', said: quote('private') } as const
    spans.takeMessage(withCall({ state: 'failed', failure }))
    expect(span('tools/call find')).toMatchObject({
      error: 'TOOL_TIMEOUT',
      attributes: { 'error.type': 'TOOL_TIMEOUT', 'parley.tool_call.state': 'failed' }
    })
    finished = []
    spans.takeMessage({ ...withCall({}), id: 'answer-2' })
    spans.takeMessage({ ...withCall({ state: 'denied' }), id: 'answer-2' })
    expect(span('tools/call find')).toMatchObject({
      error: null,
      attributes: { 'parley.tool_call.state': 'denied' }
    })
  })

  it('call a result with isError a tool error', () => {
    spans.takeMessage(withCall({}))
    spans.takeMessage(withCall({ state: 'done', isError: true }))
    expect(span('tools/call find').error).toBe('tool_error')
  })

  it('name the failure of a model request, and pass it on', async () => {
    spans.takeMessage(answer)
    const failing = createModel([], new HostError('MODEL_OVERLOADED', quote('busy')))
    await expect(ask(failing)).rejects.toThrow('busy')
    expect(span('chat claude-sonnet-5-5').error).toBe('MODEL_OVERLOADED')
  })

  it('end calls that are still open with their turn', () => {
    spans.takeMessage(withCall({ state: 'running', startedAt: 1 }))
    spans.takeMessage(withCall({ state: 'running', startedAt: 1 }, 'stopped'))
    expect(finished.map(({ name }) => name)).toEqual(['tools/call find', 'invoke_agent Parley'])
    expect(span('invoke_agent Parley').attributes['parley.turn.state']).toBe('stopped')
  })

  it('leave out calls that ended before their turn was continued', () => {
    spans.takeMessage(withCall({ state: 'done' }))
    spans.takeMessage(withCall({ state: 'done' }, 'complete'))
    expect(finished.map(({ name }) => name)).toEqual(['invoke_agent Parley'])
  })
})

describe('places', () => {
  it('put a request for a title into the trace of the ended turn', async () => {
    await runTurn()
    const turn = span('invoke_agent Parley')
    finished = []
    await ask(createModel([ended]))
    expect(finished).toMatchObject([{ traceId: turn.traceId, parentId: turn.spanId }])
  })

  it('put a model request of a server below its call', async () => {
    spans.takeMessage(withCall({ state: 'running' }))
    const asking = { conversationId: 'conversation-1', messageId: null, callId: 'call-1' }
    const { provider } = spans.traceModel(createModel([ended]), asking)
    for await (const part of provider.stream(request, new AbortController().signal)) expect(part).toBe(ended)
    spans.takeMessage(withCall({ state: 'done' }))
    expect(span('chat claude-sonnet-5-5').parentId).toBe(span('tools/call find').spanId)
  })

  it('give a server the trace of its running call only', () => {
    expect(spans.traceparent('call-1')).toBeNull()
    spans.takeMessage(withCall({ state: 'running' }))
    const traceparent = spans.traceparent('call-1')
    spans.takeMessage(withCall({ state: 'done' }))
    const { traceId, spanId } = span('tools/call find')
    expect(traceparent).toBe(`00-${traceId}-${spanId}-01`)
    expect(traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
    expect(spans.traceparent('call-1')).toBeNull()
  })
})

describe('switched off', () => {
  it('builds nothing, and leaves requests of models as they are', async () => {
    mode = 'off'
    await runTurn()
    expect(finished).toEqual([])
    spans.takeMessage(withCall({ state: 'running' }))
    expect(spans.traceparent('call-1')).toBeNull()
  })

  it('forgets the turns that were running', async () => {
    spans.takeMessage(withCall({ state: 'running' }))
    mode = 'off'
    spans.takeMessage(withCall({ state: 'running' }))
    mode = 'structure'
    spans.takeMessage(withCall({ state: 'done' }, 'complete'))
    expect(finished).toEqual([])
  })
})
