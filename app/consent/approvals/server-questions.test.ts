import { beforeEach, describe, expect, test } from 'vitest'
import { question as questionSchema } from '../../contract/questions/questions'
import type { QuestionAnswer } from '../../contract/questions/questions'
import type { SamplingRequest } from '../../contract/requests'
import { checkArguments } from '../../mcp/schemas/check-arguments'
import { checksInPlace } from '../../mcp/schemas/schema-checks'
import { createForgetfulApprovals } from '../../testing/forgetful-approvals'
import type { ApprovalsControl } from './approvals'
import { quote } from '../../texts/render-localized'
import type { LocalizedText } from '../../contract/localized-text'

let gate: ApprovalsControl
const never = () => new AbortController().signal
const origin = { serverName: 's', conversationId: 'c', callId: 'call', toolName: 'ask' }

beforeEach(() => {
  gate = createForgetfulApprovals({
    checkArguments: (schema, args) => checkArguments({ owner: null, schema, args }, checksInPlace)
  })
})

const answerFirst = (answer: QuestionAnswer) => gate.answer(gate.questions()[0]?.id ?? 'none', answer)

const samplingRequest: SamplingRequest = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'What is the capital of France?' }] }],
  systemPrompt: 'You are a helpful assistant.',
  hints: [],
  priorities: { cost: null, speed: null, intelligence: null },
  maxTokens: 100,
  temperature: null,
  stopSequences: ['END'],
  includeContext: 'none',
  tools: [],
  toolChoice: null
}

// repeated-questions.test.ts covers how often a server may ask.
function decideSampling(change: { model?: string; contextPreview?: string | null } = {}) {
  gate.userBegan(null)
  const asked = {
    model: 'p/m',
    modelReason: quote('It is the one you use.'),
    contextPreview: null,
    ...change
  }
  return gate.ask.sampling({ ...origin, request: samplingRequest, ...asked }, never())
}

describe('before a sampling request goes to a model', () => {
  test('SAMP-03 SEC-01: waits for an explicit answer, and treats the three answers separately', async () => {
    const decisions = [decideSampling(), decideSampling(), decideSampling()]
    expect(questionSchema.parse(gate.questions()[0])).toEqual(gate.questions()[0])
    for (const decision of ['approve', 'answer-myself', 'decline'] as const) {
      await answerFirst({ type: 'sampling', decision })
    }
    expect(await Promise.all(decisions)).toEqual([
      { type: 'approved', request: samplingRequest, model: 'p/m', sharesContext: false },
      { type: 'answer-myself' },
      { type: 'declined' }
    ])
  })

  test('SAMP-04 SAMP-23: lets the user change messages, system prompt, model, and limit', async () => {
    const decision = decideSampling()
    const edited = {
      messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'And of Spain?' }] }],
      systemPrompt: null,
      model: 'p/other',
      maxTokens: 50
    }
    await answerFirst({ type: 'sampling', decision: 'approve', edited })
    const { model, ...changes } = edited
    expect(await decision).toEqual({
      type: 'approved',
      request: { ...samplingRequest, ...changes },
      model,
      sharesContext: false
    })
  })

  test('SAMP-04 SAMP-26: sends temperature, stop sequences, tools, tool choice, and metadata as the user left them', async () => {
    const tool = (name: string) => ({ name, description: '', inputSchema: { type: 'object' } })
    const request: SamplingRequest = {
      ...samplingRequest,
      temperature: 0.7,
      tools: [tool('a'), tool('b')],
      toolChoice: 'required',
      metadata: { user_id: 'u' }
    }
    const { messages, systemPrompt, maxTokens } = request
    const decide = async (change: object) => {
      gate.userBegan(null)
      const asked = { model: 'p/m', modelReason: quote('It is.'), contextPreview: null }
      const decision = gate.ask.sampling({ ...origin, request, ...asked }, never())
      const edited = { messages, systemPrompt, maxTokens, model: 'p/m', ...change }
      await answerFirst({ type: 'sampling', decision: 'approve', edited })
      return decision
    }
    expect(await decide({})).toMatchObject({ request })
    expect(
      await decide({ temperature: 0, stopSequences: ['.'], metadata: null, tools: [1], toolChoice: 'auto' })
    ).toMatchObject({
      request: {
        temperature: 0,
        stopSequences: ['.'],
        metadata: null,
        tools: [tool('b')],
        toolChoice: 'auto'
      }
    })
    expect(await decide({ tools: [] })).toMatchObject({ request: { tools: [], toolChoice: null } })
    expect(await decide({ tools: [0] })).toMatchObject({
      request: { tools: [tool('a')], toolChoice: 'required' }
    })
  })

  test('SAMP-17 SAMP-09: lets the user remove messages, but not one half of a tool call', async () => {
    const say = (role: 'user' | 'assistant', ...content: SamplingRequest['messages'][number]['content']) => ({
      role,
      content
    })
    const result = { type: 'tool-result' as const, content: [], structuredContent: null, isError: false }
    const messages = [
      say('user', { type: 'text', text: 'Weather?' }),
      say('assistant', { type: 'tool-use', id: 't', name: 'sky', input: {} }),
      say('user', { ...result, toolUseId: 't' }),
      say('user', { type: 'text', text: 'And now?' })
    ]
    const request = { ...samplingRequest, messages }
    const asked = { model: 'p/m', modelReason: quote('It is.'), contextPreview: null }
    const decision = gate.ask.sampling({ ...origin, request, ...asked }, never())
    const approve = (kept: readonly number[]) => {
      const left = messages.filter((_, index) => kept.includes(index))
      const edited = { messages: left, systemPrompt: null, model: 'p/m', maxTokens: 100 }
      return answerFirst({ type: 'sampling', decision: 'approve', edited })
    }
    await expect(approve([0, 2, 3])).rejects.toThrow(/belong together/)
    await expect(approve([0, 1, 3])).rejects.toThrow(/belong together/)
    await expect(approve([])).rejects.toThrow(/No messages are left/)
    await approve([0, 3])
    expect(await decision).toMatchObject({ request: { messages: [messages[0], messages[3]] } })
  })

  test('SAMP-17 SAMP-09: refuses a result moved to another call, and a call left without its result', async () => {
    const use = (id: string) => ({ type: 'tool-use' as const, id, name: 'sky', input: {} })
    const result = (toolUseId: string) => ({
      type: 'tool-result' as const,
      toolUseId,
      content: [],
      structuredContent: null,
      isError: false
    })
    const decision = decideSampling()
    const approve = (...contents: SamplingRequest['messages'][number]['content'][]) => {
      const messages = contents.map((content, index) => ({
        role: index % 2 === 0 ? ('assistant' as const) : ('user' as const),
        content
      }))
      const edited = { messages, systemPrompt: null, model: 'p/m', maxTokens: 100 }
      return answerFirst({ type: 'sampling', decision: 'approve', edited })
    }
    await expect(approve([use('a')], [result('b')])).rejects.toThrow(/belong together/)
    await expect(approve([use('a'), use('b')], [result('a')])).rejects.toThrow(/belong together/)
    await expect(approve([use('a')], [result('a'), result('b')])).rejects.toThrow(/belong together/)
    await expect(approve([result('a')], [use('a')])).rejects.toThrow(/belong together/)
    await approve([use('a'), use('b')], [result('b'), result('a')])
    expect(await decision).toMatchObject({ type: 'approved' })
  })

  test('SAMP-17: counts a picture as a message, but not blank text', async () => {
    const decision = decideSampling()
    const approve = (content: SamplingRequest['messages'][number]['content'], maxTokens = 100) => {
      const messages = [{ role: 'user' as const, content }]
      const edited = { messages, systemPrompt: null, model: 'p/m', maxTokens }
      return answerFirst({ type: 'sampling', decision: 'approve', edited })
    }
    await expect(approve([{ type: 'text', text: ' \n' }])).rejects.toThrow(/No messages are left/)
    await approve([{ type: 'image', mimeType: 'image/png', data: 'AAAA' }])
    expect(await decision).toMatchObject({ type: 'approved', request: { maxTokens: 100 } })
  })

  test('SAMP-26: refuses a higher limit than the server asked for and keeps the question open', async () => {
    void decideSampling()
    const edited = { messages: samplingRequest.messages, systemPrompt: null, model: 'p/m', maxTokens: 101 }
    const approve = { type: 'sampling', decision: 'approve' } as const
    await expect(answerFirst({ ...approve, edited })).rejects.toThrow(/at most 100 tokens/)
    await expect(
      answerFirst({ ...approve, edited: { ...edited, maxTokens: 1, messages: [] } })
    ).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    expect(gate.questions()).toHaveLength(1)
  })

  test('accepts, without a model, only a different model, an own answer, or a denial', async () => {
    const decision = decideSampling({ model: 'direct' })
    const approve = { type: 'sampling', decision: 'approve' } as const
    await expect(answerFirst(approve)).rejects.toMatchObject({ code: 'MODEL_UNKNOWN' })
    const { messages, systemPrompt, maxTokens } = samplingRequest
    await answerFirst({ ...approve, edited: { messages, systemPrompt, maxTokens, model: 'p/m' } })
    expect(await decision).toMatchObject({ type: 'approved', model: 'p/m' })
  })

  test('SAMP-29: adds context only where there is some and the user leaves it on', async () => {
    const decisions = [
      decideSampling({ contextPreview: 'Talk.' }),
      decideSampling({ contextPreview: 'Talk.' }),
      decideSampling()
    ]
    await answerFirst({ type: 'sampling', decision: 'approve' })
    await answerFirst({ type: 'sampling', decision: 'approve', sharesContext: true })
    await answerFirst({ type: 'sampling', decision: 'approve', sharesContext: true })
    expect((await Promise.all(decisions)).map((one) => 'sharesContext' in one && one.sharesContext)).toEqual([
      false,
      true,
      false
    ])
  })
})

test('SAMP-24: sends context as the user left it, and only with approval', async () => {
  const decisions = [
    decideSampling({ contextPreview: 'My name is Ada.' }),
    decideSampling({ contextPreview: 'A' })
  ]
  const approve = { type: 'sampling', decision: 'approve' } as const
  await answerFirst({ ...approve, sharesContext: true, context: 'My name is [redacted].' })
  await answerFirst({ ...approve, context: 'Injected.' })
  const [edited, unshared] = await Promise.all(decisions)
  expect(edited).toMatchObject({ sharesContext: true, context: 'My name is [redacted].' })
  expect(unshared).not.toHaveProperty('context')
})

describe('a tool call in a sampling answer', () => {
  const tools = [
    {
      name: 'seat',
      description: '',
      inputSchema: { type: 'object', properties: { row: { type: 'number' } }, required: ['row'] }
    }
  ]
  const use = { type: 'tool-use' as const, id: 't1', name: 'seat', input: { row: 1 }, meta: { k: 1 } }
  const decide = (change: object) => {
    const reply = { model: 'person', stopReason: 'endTurn', usage: null, content: [], tools, ...change }
    return gate.ask['sampling-answer']({ ...origin, ...reply }, never())
  }
  const send = (toolUses: { id: string | null; name: string; input: { row?: number | string } }[]) =>
    answerFirst({ type: 'sampling-answer', decision: 'send', toolUses })

  test('SAMP-15 SAMP-16: can be written by the user when the server wants a tool used', async () => {
    const decision = decide({ isToolRequired: true })
    await expect(send([{ id: null, name: 'other', input: {} }])).rejects.toThrow(/no tool named other/)
    await expect(send([{ id: null, name: 'seat', input: { row: 'x' } }])).rejects.toMatchObject({
      code: 'TOOL_INVALID_ARGUMENTS'
    })
    expect(gate.questions()).toHaveLength(1)
    await send([{ id: null, name: 'seat', input: { row: 3 } }])
    expect(await decision).toMatchObject({
      content: [
        { type: 'tool-use', name: 'seat', input: { row: 3 }, id: expect.stringMatching(/./) as unknown }
      ],
      isEdited: true
    })
  })

  test('SAMP-05: can be changed or removed by the user, and keeps its id', async () => {
    const said = { type: 'text' as const, text: 'I look.' }
    const reply = { model: 'p/m', stopReason: 'toolUse', content: [said, use] }
    const decisions = [decide(reply), decide(reply)]
    await send([{ id: 't1', name: 'seat', input: { row: 9 } }])
    await send([])
    const [changed, without] = await Promise.all(decisions)
    expect(changed).toMatchObject({ content: [said, { ...use, input: { row: 9 } }], isEdited: true })
    expect(without).toMatchObject({ content: [said], isEdited: true })
  })
})

describe('before a sampling answer goes to the server', () => {
  const image = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' }
  const decide = (content: (typeof image | { type: 'text'; text: string })[]) => {
    const reply = { model: 'p/m', stopReason: 'endTurn', usage: null }
    return gate.ask['sampling-answer']({ ...origin, ...reply, content }, never())
  }
  const send = (text?: string) =>
    answerFirst({ type: 'sampling-answer', decision: 'send', ...(text === undefined ? {} : { text }) })
  const text = (words: string) => ({ type: 'text' as const, text: words })

  test('SAMP-05: sends it unchanged, edited, or not at all', async () => {
    const content = [text('Par'), image, text('is')]
    const decisions = [decide(content), decide(content), decide(content), decide(content)]
    await send()
    await send('Paris')
    await send('Lyon')
    await answerFirst({ type: 'sampling-answer', decision: 'discard' })
    expect(await Promise.all(decisions)).toEqual([
      { type: 'sent', content, isEdited: false },
      { type: 'sent', content, isEdited: false },
      { type: 'sent', content: [text('Lyon'), image], isEdited: true },
      { type: 'discarded' }
    ])
  })

  test('SAMP-05: keeps the rest when a text is removed, and puts a new text first when there was none', async () => {
    const decisions = [decide([text('Par'), image]), decide([image])]
    await send(' ')
    await send('A tower.')
    expect(await Promise.all(decisions)).toEqual([
      { type: 'sent', content: [image], isEdited: true },
      { type: 'sent', content: [text('A tower.'), image], isEdited: true }
    ])
  })

  test('starts a handwritten answer empty, and refuses to send an empty one', async () => {
    const decision = decide([])
    await expect(send()).rejects.toMatchObject({ code: 'BRIDGE_INVALID_INPUT' })
    await expect(send('  ')).rejects.toThrow(/empty/)
    await send('Paris, I think.')
    expect(await decision).toEqual({ type: 'sent', content: [text('Paris, I think.')], isEdited: true })
  })
})

describe('a form', () => {
  const contact = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      email: { type: 'string', format: 'email' },
      age: { type: 'integer', minimum: 18 }
    },
    required: ['name', 'email']
  }
  const decide = (
    requestedSchema = contact as object,
    refusal: LocalizedText | null = null,
    doubt: LocalizedText | null = null
  ) => {
    const form = { message: 'Your contact, please.', requestedSchema: requestedSchema as typeof contact }
    return gate.ask.elicitation({ ...origin, ...form, refusal, doubt }, never())
  }
  const submit = (content: Record<string, string | number | boolean>) =>
    answerFirst({ type: 'elicitation', decision: 'submit', content })

  test('SYS-42 ELIC-16: checks email and age before sending, and stays open until they fit', async () => {
    const decision = decide()
    await expect(submit({ name: 'octo', email: 'octo at example' })).rejects.toMatchObject({
      code: 'TOOL_INVALID_ARGUMENTS',
      data: { problems: [{ path: '/email' }] }
    })
    await expect(submit({ name: 'octo', email: 'o@example.com', age: 17 })).rejects.toMatchObject({
      data: { problems: [{ path: '/age' }] }
    })
    await expect(submit({ email: 'o@example.com' })).rejects.toMatchObject({
      code: 'TOOL_INVALID_ARGUMENTS'
    })
    expect(gate.questions()).toHaveLength(1)
    const content = { name: 'octo', email: 'o@example.com', age: 18 }
    await submit(content)
    expect(await decision).toEqual({ type: 'submitted', content })
  })

  test('SYS-42 ELIC-17 ELIC-18: distinguishes declining from canceling, and sends no content for either', async () => {
    const decisions = [decide(), decide()]
    await answerFirst({ type: 'elicitation', decision: 'decline', content: { name: 'typed' } })
    await answerFirst({ type: 'elicitation', decision: 'cancel' })
    expect(await Promise.all(decisions)).toEqual([{ type: 'declined' }, { type: 'cancelled' }])
  })

  test('SYS-44 ELIC-10 ELIC-19: keeps the types of values, also with labels of the old kind', async () => {
    const decision = decide({
      type: 'object',
      properties: {
        framework: { type: 'string', enum: ['react', 'none'], enumNames: ['React', 'None'] },
        typescript: { type: 'boolean', default: true },
        port: { type: 'number', default: 3000 }
      },
      required: ['framework']
    })
    await expect(submit({ framework: 'React' })).rejects.toMatchObject({ code: 'TOOL_INVALID_ARGUMENTS' })
    await submit({ framework: 'react', typescript: false, port: 8080 })
    expect(await decision).toEqual({
      type: 'submitted',
      content: { framework: 'react', typescript: false, port: 8080 }
    })
  })

  test('ELIC-23: refuses input for a refused form, no matter what the window sends', async () => {
    const decision = decide(contact, quote('The form asks for a password.'))
    await expect(submit({ name: 'a', email: 'a@b.example' })).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
      message: 'The form asks for a password.'
    })
    await answerFirst({ type: 'elicitation', decision: 'decline' })
    expect(await decision).toEqual({ type: 'declined' })
  })

  test('ELIC-23: needs a second confirmation for a suspicious form, no matter what the window sends', async () => {
    const decision = decide(contact, null, quote('That may be a secret.'))
    const content = { name: 'a', email: 'a@b.example' }
    await expect(submit(content)).rejects.toMatchObject({ code: 'REQUEST_REFUSED' })
    expect(gate.questions()).toHaveLength(1)
    await answerFirst({ type: 'elicitation', decision: 'submit', content, acceptsDoubt: true })
    expect(await decision).toEqual({ type: 'submitted', content })
  })

  test('is not submitted when it is withdrawn during the check', async () => {
    const decision = decide()
    const submitting = submit({ name: 'a', email: 'a@b.example' })
    gate.withdrawOfServer('s')
    await expect(submitting).rejects.toMatchObject({ code: 'CONSENT_UNKNOWN_QUESTION' })
    expect(await decision).toEqual({ type: 'withdrawn' })
  })
})

describe('a link', () => {
  const decide = (host: string | null, signal = never()) => {
    gate.userBegan(null)
    const asked = { message: 'Sign here.', url: 'https://a.example/', host, warnings: [] }
    return gate.ask.link({ ...origin, ...asked }, signal)
  }

  test('ELIC-24: distinguishes opening, declining, and canceling', async () => {
    const decisions = [decide('a.example'), decide('a.example'), decide('a.example')]
    for (const decision of ['open', 'decline', 'cancel'] as const)
      await answerFirst({ type: 'link', decision })
    expect((await Promise.all(decisions)).map(({ type }) => type)).toEqual([
      'agreed',
      'declined',
      'cancelled'
    ])
  })

  test("offers only declining when it can't be opened", async () => {
    const decision = decide(null)
    await expect(answerFirst({ type: 'link', decision: 'open' })).rejects.toMatchObject({
      code: 'LINK_REFUSED'
    })
    await answerFirst({ type: 'link', decision: 'decline' })
    expect(await decision).toEqual({ type: 'declined' })
  })

  test('waits in the same queue as all questions, oldest first, and ends with its signal, server, or conversation', async () => {
    const controller = new AbortController()
    const elsewhere = { ...origin, serverName: 'other', conversationId: 'd' }
    const decisions = [
      decide('a.example', controller.signal),
      decideSampling(),
      gate.ask.elicitation(
        { ...elsewhere, message: '', requestedSchema: {}, refusal: null, doubt: null },
        never()
      )
    ]
    expect(gate.questions().map(({ type }) => type)).toEqual(['link', 'sampling', 'elicitation'])
    controller.abort()
    expect(await decisions[0]).toEqual({ type: 'withdrawn' })
    await gate.forgetConversation('d')
    expect(await decisions[2]).toEqual({ type: 'withdrawn' })
    gate.withdrawOfServer('s')
    expect(await decisions[1]).toEqual({ type: 'withdrawn' })
    expect(gate.questions()).toEqual([])
  })
})
