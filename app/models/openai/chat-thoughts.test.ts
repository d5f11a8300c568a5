/** Recorded formats: what services require back with a call, or else reject the next step of the turn. */
import { expect, it } from 'vitest'
import type { ModelContent, ModelPart } from '../model'
import { thinkingWriter } from '../thinking-writer'
import { ChatReader } from './chat-reply'
import { toChatRequest } from './chat-request'
import { openAiCompatible } from './descriptor'
import { findApiDialect } from './api-dialect'

const gemini = 'https://generativelanguage.googleapis.com/v1beta/openai'
const deepSeek = 'https://api.deepseek.com'
const openRouter = 'https://openrouter.ai/api/v1'

interface Spoken {
  readonly baseUrl: string
  readonly model: string
}

/** An answer in the form of the next request, in the order of its parts. */
function read({ baseUrl, model }: Spoken, deltas: readonly object[]): ModelContent[] {
  const writer = thinkingWriter('chat', baseUrl, model)
  const reader = new ChatReader({ writer, newId: () => 'made-up', names: [], usedIds: new Set() })
  const last = { choices: [{ delta: {}, finish_reason: 'tool_calls' }] }
  const chunks = [...deltas.map((delta) => ({ choices: [{ delta }] })), last]
  const parts = chunks.flatMap((chunk) => [...reader.read(chunk)])
  return toContent([...parts, ...reader.end(true)])
}

function toContent(parts: readonly ModelPart[]): ModelContent[] {
  let thought = ''
  return parts.flatMap((part): ModelContent[] => {
    if (part.type === 'thinking-delta') thought += part.text
    if (part.type === 'text-delta') return [{ type: 'text', text: part.text }]
    if (part.type === 'tool-call-requested')
      return [{ type: 'tool-call', id: part.id, name: part.name, arguments: part.arguments }]
    if (part.type !== 'thinking-ended' || part.seal === null) return []
    const [text, seal] = [thought, part.seal]
    thought = ''
    return [{ type: 'thinking', text, seal }]
  })
}

/** The answer as it is sent back with the next step. */
function answerIn({ baseUrl, model }: Spoken, content: readonly ModelContent[]): unknown {
  const ids = content.flatMap((item) => (item.type === 'tool-call' ? item.id : []))
  const request = {
    model,
    systemPrompt: '',
    tools: [],
    maxOutputTokens: 100,
    messages: [
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'Look.' }] },
      { role: 'assistant' as const, content },
      {
        role: 'user' as const,
        content: ids.map((id) => ({ type: 'tool-result' as const, id, content: [], isError: false }))
      }
    ]
  }
  const writer = thinkingWriter('chat', baseUrl, model)
  const form = { limits: openAiCompatible.limits, dialect: findApiDialect(baseUrl), writer }
  return toChatRequest(request, form).messages.find(({ role }) => role === 'assistant')
}

const callDelta = (id: string, index: number, more: object = {}) => ({
  role: 'assistant',
  tool_calls: [{ ...more, id, index, type: 'function', function: { name: 'weather', arguments: '{}' } }]
})
const signature = { google: { thought_signature: 'CvcBAdHtim8k' } }

it('sends a signature of Gemini back with its call', () => {
  const spoken = { baseUrl: gemini, model: 'gemini-3-pro-preview' }
  const content = read(spoken, [
    callDelta('call-1', 0, { extra_content: signature }),
    callDelta('call-2', 1) // of parallel calls, only the first is signed
  ])
  expect(answerIn(spoken, content)).toMatchObject({
    tool_calls: [{ id: 'call-1', extra_content: signature }, { id: 'call-2' }]
  })
  expect(JSON.stringify(answerIn(spoken, content)).match(/thought_signature/g)).toHaveLength(1)
})

it('marks a call of another model for Gemini, which rejects one without a signature', () => {
  const content = [{ type: 'tool-call' as const, id: 'call-1', name: 'weather', arguments: {} }]
  const mark = { google: { thought_signature: 'skip_thought_signature_validator' } }
  expect(answerIn({ baseUrl: gemini, model: 'gemini-3-flash' }, content)).toMatchObject({
    tool_calls: [{ extra_content: mark }]
  })
  // Older Gemini models, and all other services, don't support signatures.
  for (const spoken of [
    { baseUrl: gemini, model: 'gemini-2.5-pro' },
    { baseUrl: deepSeek, model: 'm' }
  ])
    expect(JSON.stringify(answerIn(spoken, content))).not.toContain('extra_content')
})

it('never sends the signature of one service to another', () => {
  const content = read({ baseUrl: gemini, model: 'gemini-3-pro' }, [
    callDelta('call-1', 0, { extra_content: signature })
  ])
  const sent = answerIn({ baseUrl: openRouter, model: 'gemini-3-pro' }, content)
  expect(JSON.stringify(sent)).not.toContain('CvcBAdHtim8k')
})

it.each(['reasoning_content', 'reasoning'])(
  'sends thoughts that came as %s back under that name, with the calls that followed them',
  (name) => {
    const spoken = { baseUrl: deepSeek, model: 'deepseek-v4-pro' }
    const content = read(spoken, [
      { role: 'assistant', content: null, [name]: '' },
      { content: null, [name]: 'I need ' },
      { content: null, [name]: 'the weather.' },
      { content: 'I look.', [name]: null },
      callDelta('call-1', 0)
    ])
    expect(answerIn(spoken, content)).toMatchObject({
      [name]: 'I need the weather.',
      content: 'I look.',
      tool_calls: [{ id: 'call-1' }]
    })
  }
)

it('does not send thoughts before an answer without calls, which services ignore or reject', () => {
  const spoken = { baseUrl: deepSeek, model: 'deepseek-v4-pro' }
  const content = read(spoken, [{ reasoning_content: 'Easy.' }, { content: 'Hello.' }])
  expect(answerIn(spoken, content)).toEqual({ role: 'assistant', content: 'Hello.' })
})

it('joins the pieces of a router, also pieces after the call has begun', () => {
  const spoken = { baseUrl: openRouter, model: 'anthropic/claude-sonnet-5' }
  const piece = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 }
  const hidden = { type: 'reasoning.encrypted', data: 'gAAA', id: 'rs_1', index: 1 }
  const content = read(spoken, [
    { reasoning: 'Let me ', reasoning_details: [{ ...piece, text: 'Let me ' }] },
    { reasoning: 'look.', reasoning_details: [{ ...piece, text: 'look.' }] },
    { reasoning_details: [{ ...piece, text: null, signature: 'c2ln' }] },
    callDelta('call-1', 0),
    { reasoning_details: [hidden] }
  ])
  const sent = answerIn(spoken, content)
  expect(sent).toMatchObject({
    reasoning_details: [{ ...piece, text: 'Let me look.', signature: 'c2ln' }, hidden]
  })
  expect(sent).not.toHaveProperty('reasoning')
})
