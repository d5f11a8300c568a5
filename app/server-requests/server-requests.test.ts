import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHold, createScriptedModel } from '../testing/scripted-model/scripted-model'
import type { ScriptedModel, ScriptedReply } from '../testing/scripted-model/scripted-model'
import { HostError } from '../base/host-error'
import { silentLogger } from '../base/logger'
import { createForgetfulApprovals } from '../testing/forgetful-approvals'
import type { ApprovalsControl } from '../consent/approvals/approvals'
import type { QuestionAnswer, Question } from '../contract/questions/questions'
import { question as questionSchema } from '../contract/questions/questions'
import type { Message } from '../contract/conversations'
import type { SamplingRequest } from '../contract/requests'
import { checkArguments } from '../mcp/schemas/check-arguments'
import { checksInPlace } from '../mcp/schemas/schema-checks'
import type { McpClients, McpEvents, ServerReply, ServerRequest } from '../mcp/interface'
import { anthropic } from '../models/anthropic/descriptor'
import { createSamplingBudgets } from './budgets'
import { createServerRequests } from './server-requests'
import type { ServerRequests } from './server-requests'
import { quote, toEnglish } from '../texts/render-localized'
import { renderEnglish } from '../testing/in-english'
import { soon } from '../testing/soon'

let gate: ApprovalsControl
let news: Partial<McpEvents>
let lose: () => void
let requests: ServerRequests
let replies: Map<string, ServerReply>
let notes: string[]
/** Ids of requests, and the models that are called for them. */
let shown: [string, string | null][]
let alerts: string[]
let links: string[]
let messages: Message[]
let usedModel: string
let budgets: ReturnType<typeof createSamplingBudgets>
let model: ScriptedModel
let reply: ScriptedReply

beforeEach(async () => {
  replies = new Map()
  notes = []
  shown = []
  alerts = []
  links = []
  messages = []
  usedModel = 'anthropic/claude-sonnet-5-5'
  reply = { text: 'Paris.' }
  model = await createScriptedModel({ script: () => reply })
  gate = createForgetfulApprovals({
    checkArguments: (schema, args) => checkArguments({ owner: null, schema, args }, checksInPlace)
  })
  const clients = {
    answerRequest: async (requestId: string, given: ServerReply) => void replies.set(requestId, given)
  } as unknown as McpClients
  const name = (id: string) => ({ id: `anthropic/${id}`, name: id, providerName: 'anthropic' })
  requests = createServerRequests({
    mcp: {
      clients,
      subscribe: (listeners) => {
        news = listeners
        return () => (news = {})
      },
      onLost: (listener) => {
        lose = listener
        return () => {}
      }
    },
    consent: gate,
    listModels: () => (usedModel === 'direct' ? [] : [name('claude-sonnet-5-5'), name('claude-haiku-4-5')]),
    readModel: () => usedModel,
    resolveModel: (modelId) => ({
      provider: anthropic.create({
        name: 'anthropic',
        baseUrl: model.baseUrl,
        readKey: async () => 'sk-test'
      }),
      model: modelId.slice(modelId.indexOf('/') + 1),
      maxOutputTokens: 1000,
      contextTokens: 200_000,
      mostTools: null
    }),
    readMessages: async () => messages,
    budgets: (budgets = createSamplingBudgets({
      facts: { readFact: async () => null, writeFact: async () => {} },
      trustedSince: () => 0,
      refusalOfAutomatic: () => null,
      now: Date.now,
      log: silentLogger
    })),
    costOf: () => null,
    describeMoney: String,
    decidedByRule: () => {},
    exchanges: { note: () => false, occasionOf: () => null },
    openLink: async (url) => {
      if (url.includes('broken')) throw new HostError('LINK_REFUSED', quote('No program opens it.'))
      links.push(url)
    },
    findCall: (callId) => {
      if (callId !== 'call') return null
      return {
        conversationId: 'c',
        toolName: 'ask',
        note: ({ text }) => notes.push(toEnglish(text)),
        showAskedModel: (...news) => shown.push(news)
      }
    },
    tell: (text) => notes.push(`(nowhere) ${toEnglish(text)}`),
    alert: (text) => alerts.push(toEnglish(text)),
    redact: (value) => JSON.parse(JSON.stringify(value).replaceAll('CANARY', '[secret]')) as typeof value,
    log: silentLogger
  })
})

afterEach(async () => {
  requests.dispose()
  await model.close()
})

type Request = ServerRequest extends infer R
  ? R extends ServerRequest
    ? Omit<R, 'requestId' | 'serverName' | 'connectionId' | 'callId'>
    : never
  : never

let count = 0
/** Sends a request as the gateway would, and returns its id. It isn't counted with earlier ones. */
function ask(request: Request, origin: { callId?: string | null; serverName?: string } = {}): string {
  gate.userBegan(null)
  const requestId = `r${++count}`
  const from = { requestId, serverName: 'everything', connectionId: 'k', callId: 'call', ...origin }
  news.requested?.({ ...from, ...request } as ServerRequest)
  return requestId
}

function sampling(change: Partial<SamplingRequest> = {}): Request {
  const request: SamplingRequest = {
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What is the capital of France?' }] }],
    systemPrompt: 'You are a helpful assistant.',
    hints: ['claude-3-sonnet', 'haiku'],
    priorities: { cost: null, speed: 0.5, intelligence: 0.8 },
    maxTokens: 100,
    temperature: 0.7,
    stopSequences: ['END'],
    includeContext: 'none',
    tools: [],
    toolChoice: null,
    ...change
  }
  return { type: 'sampling', request }
}

const form = (change: Partial<Request & { type: 'elicitation-form' }> = {}): Request => ({
  type: 'elicitation-form',
  message: 'Your name, please.',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  ...change
})

const link = (url: string, elicitationId: string | null = 'e-1'): Request => ({
  type: 'elicitation-url',
  message: 'Sign in here.',
  url,
  elicitationId
})

/** Waits until the first question in the queue has this type. */
async function asked<T extends Question['type']>(type: T): Promise<Extract<Question, { type: T }>> {
  await vi.waitFor(() => expect(gate.questions()[0]).toMatchObject({ type }), soon)
  const [question] = gate.questions()
  expect(questionSchema.parse(question)).toEqual(question)
  return question as Extract<Question, { type: T }>
}

async function say(answer: QuestionAnswer): Promise<void> {
  const { id } = await asked(answer.type)
  await gate.answer(id, answer)
}

async function replied(requestId: string): Promise<ServerReply | undefined> {
  await vi.waitFor(() => expect(replies.has(requestId)).toBe(true), soon)
  return replies.get(requestId)
}

const approve: QuestionAnswer = { type: 'sampling', decision: 'approve' }
const send: QuestionAnswer = { type: 'sampling-answer', decision: 'send' }

describe("asking for a model's answer", () => {
  it('SYS-43 SAMP-07: shows the request, and returns the reviewed answer', async () => {
    const id = ask(sampling())
    expect(renderEnglish(await asked('sampling'))).toMatchObject({
      serverName: 'everything',
      conversationId: 'c',
      callId: 'call',
      toolName: 'ask',
      request: { systemPrompt: 'You are a helpful assistant.', maxTokens: 100 },
      model: 'anthropic/claude-haiku-4-5',
      modelReason: 'The server asked for “haiku”.',
      contextPreview: null
    })
    expect(model.requests).toHaveLength(0)
    await say(approve)
    expect(await asked('sampling-answer')).toMatchObject({
      content: [{ type: 'text', text: 'Paris.' }],
      model: 'anthropic/claude-haiku-4-5',
      stopReason: 'endTurn',
      usage: { inputTokens: 10, outputTokens: 5 }
    })
    expect(replies.size).toBe(0)
    await say(send)
    expect(await replied(id)).toEqual({
      type: 'sampling',
      result: {
        content: [{ type: 'text', text: 'Paris.' }],
        model: 'claude-haiku-4-5',
        stopReason: 'endTurn'
      }
    })
    expect(model.requests[0]?.body).toMatchObject({
      model: 'claude-haiku-4-5',
      max_tokens: 100,
      system: 'You are a helpful assistant.',
      stop_sequences: ['END']
    })
    expect(notes).toEqual(["Asked for a model's answer: you sent the answer of claude-haiku-4-5."])
  })

  it('SYS-43 SAMP-10 SEC-02: returns the error of the specification after a denial, and calls no model', async () => {
    const id = ask(sampling())
    await say({ type: 'sampling', decision: 'decline' })
    expect(await replied(id)).toEqual({
      type: 'error',
      code: -1,
      message: 'User rejected sampling request'
    })
    expect(model.requests).toHaveLength(0)
    expect(notes).toEqual(["Asked for a model's answer: you declined."])
  })

  it('SAMP-05 SAMP-28: never sends an answer that the user discards', async () => {
    const id = ask(sampling())
    await say(approve)
    await say({ type: 'sampling-answer', decision: 'discard' })
    expect(await replied(id)).toEqual({ type: 'error', code: -1, message: 'User rejected the answer' })
    expect(JSON.stringify([...replies])).not.toContain('Paris')
  })

  it('SAMP-06: shows the called model until it has answered, and lets the user stop it', async () => {
    const hold = createHold()
    reply = { text: 'Too late.', holdBefore: hold }
    const id = ask(sampling())
    await say(approve)
    await vi.waitFor(() => expect(model.requests).toHaveLength(1), soon)
    expect(shown).toEqual([[id, 'anthropic/claude-haiku-4-5']])
    requests.stopModel('another')
    expect(replies.size).toBe(0)
    requests.stopModel(id)
    expect(await replied(id)).toEqual({ type: 'error', code: -1, message: 'User stopped the model' })
    expect(shown.at(-1)).toEqual([id, null])
    expect(notes).toEqual(["Asked for a model's answer: you stopped the model."])
    expect(alerts).toEqual([])
    expect(gate.questions()).toEqual([])
    hold.release()
  })

  it('lets the user answer without any model', async () => {
    usedModel = 'direct'
    const id = ask(sampling())
    expect(renderEnglish(await asked('sampling'))).toMatchObject({
      model: 'direct',
      modelReason: expect.stringMatching(/API key/)
    })
    await say({ type: 'sampling', decision: 'answer-myself' })
    expect(await asked('sampling-answer')).toMatchObject({ content: [], model: 'person' })
    await say({ ...send, text: 'It is Paris.' } as QuestionAnswer)
    expect(await replied(id)).toEqual({
      type: 'sampling',
      result: { content: [{ type: 'text', text: 'It is Paris.' }], model: 'person', stopReason: 'endTurn' }
    })
    expect(notes[0]).toMatch(/you sent your own answer/)
  })

  it('SAMP-26: sends temperature and metadata to a model that accepts them, in the request body', async () => {
    ask(sampling({ metadata: { user_id: 'u-1', other: 'x' }, temperature: 1.4 }))
    await say(approve)
    await say(send)
    expect(model.requests[0]?.body).toMatchObject({
      model: 'claude-haiku-4-5',
      temperature: 1,
      metadata: { user_id: 'u-1' },
      stop_sequences: ['END']
    })
    expect(model.requests[0]?.body['metadata']).toEqual({ user_id: 'u-1' })
    ask(sampling({ hints: ['sonnet-5-5'], metadata: { other: 'x' } }))
    await say(approve)
    await asked('sampling-answer')
    expect(model.requests[1]?.body).toMatchObject({ model: 'claude-sonnet-5-5' })
    expect(model.requests[1]?.body).not.toHaveProperty('temperature')
    expect(model.requests[1]?.body).not.toHaveProperty('metadata')
  })

  it('SAMP-04: sends the request as the user edited it, and notes the edit', async () => {
    const tools = ['a', 'b'].map((name) => ({ name, description: '', inputSchema: { type: 'object' } }))
    ask(sampling({ tools, toolChoice: 'required' }))
    const { request } = await asked('sampling')
    const edited = {
      messages: request.messages,
      systemPrompt: null,
      model: 'anthropic/claude-haiku-4-5',
      maxTokens: 9,
      temperature: 0.1,
      stopSequences: [],
      tools: [1],
      toolChoice: 'auto' as const
    }
    await say({ type: 'sampling', decision: 'approve', edited })
    await say(send)
    const body = model.requests[0]?.body
    expect(body).toMatchObject({ max_tokens: 9, temperature: 0.1, tool_choice: { type: 'auto' } })
    expect(body?.tools).toMatchObject([{ name: 'b' }])
    expect(body).not.toHaveProperty('stop_sequences')
    await vi.waitFor(() => expect(notes).toHaveLength(1), soon)
    expect(notes[0]).toBe(
      "Asked for a model's answer: you changed the request and sent the answer of claude-haiku-4-5."
    )
  })

  it('SAMP-13 SAMP-15: sets the stop reason of an answer that gains or loses tool calls', async () => {
    const tools = [{ name: 'sky', description: '', inputSchema: { type: 'object' } }]
    const byHand = ask(sampling({ tools, toolChoice: 'required' }))
    await say({ type: 'sampling', decision: 'answer-myself' })
    expect(await asked('sampling-answer')).toMatchObject({ tools, isToolRequired: true })
    await say({ ...send, toolUses: [{ id: null, name: 'sky', input: { city: 'Rome' } }] } as QuestionAnswer)
    expect(await replied(byHand)).toMatchObject({
      result: {
        content: [{ type: 'tool-use', name: 'sky', input: { city: 'Rome' } }],
        model: 'person',
        stopReason: 'toolUse'
      }
    })
    reply = { text: 'I look.', toolUses: [{ id: 't1', name: 'sky', input: {} }] }
    const without = ask(sampling({ tools }))
    await say(approve)
    expect((await asked('sampling-answer')).isToolRequired).toBe(false)
    await say({ ...send, toolUses: [] } as QuestionAnswer)
    expect(await replied(without)).toMatchObject({
      result: { content: [{ type: 'text', text: 'I look.' }], stopReason: 'endTurn' }
    })
    ask(sampling({ tools, toolChoice: 'none' }))
    await say({ type: 'sampling', decision: 'answer-myself' })
    expect(await asked('sampling-answer')).not.toHaveProperty('tools')
  })

  it('SAMP-26: never samples more than the limit, no matter how many tokens the server asks for', async () => {
    ask(sampling({ maxTokens: 1_000_000 }))
    expect((await asked('sampling')).request.maxTokens).toBe(16_000)
    await say(approve)
    await asked('sampling-answer')
    expect(model.requests[0]?.body['max_tokens']).toBe(16_000)
  })

  it('SYS-05 SAMP-15 SAMP-16: sends tools of the server to the model, and returns its tool calls', async () => {
    const tools = ['weather/get', 'weather.get'].map((name) => ({
      name,
      description: `Runs ${name}.`,
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } }
    }))
    reply = { text: 'I look.', toolUses: [{ id: 't1', name: 'weather_get_1', input: { city: 'Paris' } }] }
    const first = ask(sampling({ tools, toolChoice: 'required' }))
    await say(approve)
    await say(send)
    expect(await replied(first)).toMatchObject({
      result: {
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool-use', id: 't1', name: 'weather.get', input: { city: 'Paris' } }
        ],
        stopReason: 'toolUse'
      }
    })
    expect(model.requests[0]?.body).toMatchObject({
      tools: [{ name: 'weather_get' }, { name: 'weather_get_1' }],
      tool_choice: { type: 'any' }
    })

    reply = { text: 'Sunny.' }
    const second = ask(
      sampling({
        tools,
        toolChoice: 'none',
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
          {
            role: 'assistant',
            content: [{ type: 'tool-use', id: 't1', name: 'weather.get', input: { city: 'Paris' } }]
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool-result',
                toolUseId: 't1',
                content: [],
                structuredContent: { sky: 'blue' },
                isError: false
              }
            ]
          }
        ]
      })
    )
    await say(approve)
    await say(send)
    expect(await replied(second)).toMatchObject({ result: { stopReason: 'endTurn' } })
    const { body } = model.requests[1] ?? {}
    expect(body?.['tool_choice']).toEqual({ type: 'none' })
    expect(body?.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'weather_get_1' }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ text: '{"sky":"blue"}' }] }]
      }
    ])
  })

  it('SAMP-13: translates the stop reason to the terms of the protocol', async () => {
    for (const [word, expected] of [
      ['max_tokens', 'maxTokens'],
      ['stop_sequence', 'stopSequence'],
      ['refusal', 'refusal']
    ] as const) {
      reply = { text: 'Par', stopReason: word }
      const id = ask(sampling())
      await say(approve)
      await say(send)
      expect(await replied(id)).toMatchObject({ result: { stopReason: expected } })
    }
  })

  it('SAMP-11: sends images to the model as images', async () => {
    const image = { type: 'image' as const, mimeType: 'image/png', data: 'iVBORw0KGgo=' }
    ask(sampling({ messages: [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, image] }] }))
    await say(approve)
    await asked('sampling-answer')
    expect(model.requests[0]?.body.messages[0]?.content).toMatchObject([{ type: 'text' }, { type: 'image' }])
  })

  it('SAMP-24 SAMP-29: sends nothing from the conversation unless the user leaves it on', async () => {
    const text = (role: 'user' | 'assistant', words: string): Message => ({
      id: words,
      conversationId: 'c',
      parentId: null,
      role,
      createdAt: 1,
      model: null,
      state: 'complete',
      parts: [{ type: 'text', step: 0, text: words }],
      failure: null,
      stopReason: null,
      usage: null
    })
    messages = [text('user', 'My name is Ada.\u{E0041}'), text('assistant', 'Hello Ada.')]
    ask(sampling({ includeContext: 'all-servers' }))
    const preview = 'Person: My name is Ada.\nAssistant: Hello Ada.'
    expect((await asked('sampling')).contextPreview).toBe(preview)
    await say(approve)
    await say(send)
    expect(JSON.stringify(model.requests[0]?.body)).not.toContain('Ada')
    ask(sampling({ includeContext: 'all-servers' }))
    await say({ ...approve, sharesContext: true } as QuestionAnswer)
    await say(send)
    expect(JSON.stringify(model.requests[1]?.body)).toContain(JSON.stringify(preview).slice(1, -1))
    ask(sampling({ includeContext: 'all-servers' }))
    expect((await asked('sampling')).ownContextPreview).toBeNull() // the server took no part in it
    await say({
      ...approve,
      sharesContext: true,
      context: 'Person: My name is [redacted].'
    } as QuestionAnswer)
    await say(send)
    const shared = JSON.stringify(model.requests[2]?.body)
    expect(shared).toContain('My name is [redacted].')
    expect(shared).not.toContain('Ada')
    ask(sampling({ includeContext: 'this-server' }))
    expect((await asked('sampling')).contextPreview).toBeNull()
    expect(JSON.stringify([...gate.questions()])).not.toContain('Ada')
  })

  it('asks about each request of a view, also when its server is approved automatically', async () => {
    await budgets.change({ serverName: 'everything', mode: 'automatic' })
    const { request } = sampling() as Extract<Request, { type: 'sampling' }>
    const ended = new AbortController()
    const answer = requests.sampleForView({ serverName: 'everything', callId: 'call', request }, ended.signal)
    expect(await asked('sampling')).toMatchObject({ isFromView: true })
    expect(model.requests).toHaveLength(0)
    ended.abort()
    expect(await answer).toMatchObject({ type: 'error' })
    expect(gate.questions()).toEqual([])
    expect(notes).toEqual(["Asked for a model's answer: the request was withdrawn."])
  })

  it('SEC-04: sends nothing from the conversation when requests are approved automatically', async () => {
    const parts = [{ type: 'text' as const, step: 0, text: 'The door code is 7391-blue.' }]
    const plain = { id: 'm', conversationId: 'c', parentId: null, role: 'user', createdAt: 1, parts } as const
    messages = [
      { ...plain, parts, model: null, state: 'complete', failure: null, stopReason: null, usage: null }
    ]
    await budgets.change({ serverName: 'everything', mode: 'automatic' })
    const id = ask(sampling({ includeContext: 'all-servers' }))
    expect(await replied(id)).toMatchObject({ type: 'sampling' })
    expect(gate.questions()).toEqual([])
    expect(JSON.stringify(model.requests[0]?.body)).not.toContain('7391')
  })

  it('SAMP-30 SEC-18: reports a failed model to both, but to the server without the reason', async () => {
    reply = { failure: { status: 400, type: 'invalid_request_error', message: 'The prompt is odd.' } }
    const id = ask(sampling())
    await say(approve)
    expect(await replied(id)).toEqual({ type: 'error', code: -32603, message: 'The model did not answer.' })
    expect(alerts).toEqual([expect.stringMatching(/request from everything.*The prompt is odd/)])
    expect(gate.questions()).toEqual([])
  })

  it('CANC-04: stops the model when the server cancels its request', async () => {
    const hold = createHold()
    reply = { text: ['Par', 'is'], holdAfter: { deltas: 1, hold } }
    const id = ask(sampling())
    await say(approve)
    await vi.waitFor(() => expect(model.requests).toHaveLength(1), soon)
    news.requestWithdrawn?.({ requestId: id, reason: quote('The server took it back.') })
    await vi.waitFor(() => expect(notes).toHaveLength(1), soon)
    expect(notes[0]).toBe("Asked for a model's answer: The server took it back.")
    await vi.waitFor(() => expect(model.requests[0]?.isAborted).toBe(true), soon)
    hold.release()
    expect(gate.questions()).toEqual([])
    expect(replies.size).toBe(0)
  })
})

describe('asking for input', () => {
  it('SYS-42 ELIC-20: returns content only when the user accepts, not when the user declines or cancels', async () => {
    const ids = [ask(form()), ask(form()), ask(form(), { callId: null, serverName: 'other' })]
    expect(await asked('elicitation')).toMatchObject({
      serverName: 'everything',
      message: 'Your name, please.',
      toolName: 'ask'
    })
    await say({ type: 'elicitation', decision: 'submit', content: { name: 'octocat' } })
    await say({ type: 'elicitation', decision: 'decline' })
    await say({ type: 'elicitation', decision: 'cancel' })
    expect(await Promise.all(ids.map(replied))).toEqual([
      { type: 'elicitation', action: 'accept', content: { name: 'octocat' } },
      { type: 'elicitation', action: 'decline', content: null },
      { type: 'elicitation', action: 'cancel', content: null }
    ])
    expect(notes).toEqual([
      'Asked for input: you answered.',
      'Asked for input: you declined.',
      "(nowhere) other asked for input: you didn't answer."
    ])
  })

  it('ELIC-23: shows a form for a secret as refused', async () => {
    ask(form({ requestedSchema: { type: 'object', properties: { api_key: { type: 'string' } } } }))
    expect(renderEnglish((await asked('elicitation')).refusal)).toMatch(
      /“api_key”, which looks like a secret/
    )
  })

  it('ELIC-23: shows a warning for a form with terms similar to a secret', async () => {
    ask(form({ requestedSchema: { type: 'object', properties: { tan: { type: 'string', title: 'TAN' } } } }))
    const { refusal, doubt } = await asked('elicitation')
    expect(refusal).toBeNull()
    expect(renderEnglish(doubt)).toMatch(/“TAN”. That may be a secret/)
  })

  it('SAMP-28 SEC-04: neither shows nor sends to a model secrets that a server repeats', async () => {
    ask(form({ message: 'Is CANARY right?' }))
    expect((await asked('elicitation')).message).toBe('Is [secret] right?')
    await say({ type: 'elicitation', decision: 'decline' })
    ask(sampling({ systemPrompt: 'Repeat CANARY.' }))
    expect((await asked('sampling')).request.systemPrompt).toBe('Repeat [secret].')
    await say(approve)
    await asked('sampling-answer')
    expect(model.requests[0]?.body.system).toBe('Repeat [secret].')
  })

  it('ELIC-04: reports a question that cannot be shown in its call, and asks nothing', () => {
    const from = {
      serverName: 'everything',
      type: 'elicitation',
      reason: 'the field “a” is no plain one'
    } as const
    news.requestRefused?.({ ...from, callId: 'call' })
    news.requestRefused?.({ ...from, callId: null })
    expect(notes).toEqual([
      "Sent a request for input that Parley can't use: the field “a” is no plain one.",
      "(nowhere) everything sent a request for input that Parley can't use: the field “a” is no plain one."
    ])
    expect(gate.questions()).toEqual([])
  })

  it('CANC-05: closes with the request, says why, and sends no answer', async () => {
    const id = ask(form())
    await asked('elicitation')
    news.requestWithdrawn?.({ requestId: id, reason: quote('The call was cancelled.') })
    await vi.waitFor(() => expect(gate.questions()).toEqual([]), soon)
    await vi.waitFor(() => expect(notes).toEqual(['Asked for input: The call was cancelled.']), soon)
    expect(replies.size).toBe(0)
    ask(form())
    await asked('elicitation')
    lose()
    await vi.waitFor(() => expect(notes).toHaveLength(2), soon)
    expect(gate.questions()).toEqual([])
  })

  it('still answers when its conversation is deleted', async () => {
    const id = ask(form())
    await asked('elicitation')
    await gate.forgetConversation('c')
    expect(await replied(id)).toEqual({ type: 'elicitation', action: 'cancel', content: null })
  })
})

describe('asking to open a link', () => {
  it('ELIC-24: opens it only after approval, and tells the server no more than that', async () => {
    const id = ask(link('https://login.example.com/a?b=CANARY'))
    expect(await asked('link')).toMatchObject({
      url: 'https://login.example.com/a?b=[secret]',
      host: 'login.example.com',
      message: 'Sign in here.',
      warnings: []
    })
    expect(links).toEqual([])
    await say({ type: 'link', decision: 'open' })
    expect(await replied(id)).toEqual({ type: 'elicitation', action: 'accept', content: null })
    expect(links).toEqual(['https://login.example.com/a?b=CANARY'])
  })

  it('opens nothing after a denial or for a non-web address, and reports a failure', async () => {
    const ids = [
      ask(link('https://a.example/')),
      ask(link('javascript:alert(1)')),
      ask(link('https://broken.example/'))
    ]
    await say({ type: 'link', decision: 'decline' })
    expect((await asked('link')).host).toBeNull()
    await say({ type: 'link', decision: 'cancel' })
    await say({ type: 'link', decision: 'open' })
    expect(await Promise.all(ids.map(replied))).toMatchObject([
      { action: 'decline' },
      { action: 'cancel' },
      { type: 'error', code: -32603 }
    ])
    expect(links).toEqual([])
    expect(alerts).toEqual([expect.stringContaining('No program opens it.')])
  })

  it('SYS-05 ELIC-26: stops waiting after a completion notification, and ignores unknown ones', async () => {
    const done = (elicitationId: string, connectionId = 'k') =>
      news.elicitationCompleted?.({ serverName: 'everything', connectionId, elicitationId })
    const id = ask(link('https://a.example/', 'e-7'))
    await say({ type: 'link', decision: 'open' })
    await replied(id)
    done('e-8')
    done('e-7', 'another connection')
    expect(notes).toHaveLength(1)
    done('e-7')
    expect(notes[1]).toBe('Reported that the link task is complete.')
    done('e-7')
    expect(notes).toHaveLength(2)
  })

  it('ELIC-25: closes an open question on completion, and never treats that as approval', async () => {
    const id = ask(link('https://a.example/', '{"odd": "id"}'))
    await asked('link')
    news.elicitationCompleted?.({
      serverName: 'everything',
      connectionId: 'k',
      elicitationId: '{"odd": "id"}'
    })
    expect(await replied(id)).toEqual({ type: 'elicitation', action: 'cancel', content: null })
    expect(gate.questions()).toEqual([])
    expect(notes).toEqual(['Asked to open a link: The server reported that it is complete.'])
  })
})

it('asks nothing after disposal, and withdraws open questions', async () => {
  ask(form())
  await asked('elicitation')
  requests.dispose()
  await vi.waitFor(() => expect(gate.questions()).toEqual([]), soon)
  expect(news).toEqual({})
})
