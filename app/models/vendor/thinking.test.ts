/** Thoughts of models: shown as they arrive, and sent back unchanged only to the model that wrote them. */
import { describe, expect, it } from 'vitest'
import type { ThinkingSeal } from '../../contract/conversations'
import type { ScriptedThought } from '../../testing/scripted-model/scripted-dialect'
import type { ModelMessage, ModelPart } from '../model'
import { collect, createEndpoints, live, request, vendors } from '../testing/providers-under-test'

const models: Readonly<Record<string, string>> = { Messages: 'claude-opus-4-5' }
const thought: ScriptedThought = { text: ['The sky ', 'is blue.'], seal: 'c2VhbA==' }
const hidden: ScriptedThought = { seal: 'aGlkZGVu' }
const call = { id: 'a', name: 'look', input: {} }

/** What the parts say of thoughts, as the next request has them. */
function thoughtsOf(parts: readonly ModelPart[]) {
  const thoughts: { text: string; seal: ThinkingSeal | null }[] = []
  let text = ''
  for (const part of parts) {
    if (part.type === 'thinking-delta') text += part.text
    if (part.type !== 'thinking-ended') continue
    thoughts.push({ text, seal: part.seal })
    text = ''
  }
  return { thoughts, rest: text }
}

const after = (parts: readonly ModelPart[]): ModelMessage[] => [
  { role: 'user', content: [{ type: 'text', text: 'Look up.' }] },
  {
    role: 'assistant',
    content: [
      ...thoughtsOf(parts).thoughts.flatMap(({ text, seal }) =>
        seal === null ? [] : [{ type: 'thinking' as const, text, seal }]
      ),
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', id: 'a', name: 'look', arguments: {} }
    ]
  },
  { role: 'user', content: [{ type: 'tool-result', id: 'a', content: [], isError: false }] }
]

describe.each(vendors)('over %s', (api, create) => {
  const { answering } = createEndpoints(create)
  const model = models[api] ?? 'gpt-5.2'
  const think = async () => {
    const held = await answering({ thoughts: [thought, hidden], text: 'I look.', toolUses: [call] })
    const { parts } = await collect(held.provider.stream(request({ model, thinking: 'low' }), live()))
    return { ...held, parts }
  }

  it('comes before the answer, in pieces, and is not part of its text', async () => {
    const { parts } = await think()
    const words = parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : []))
    expect(words).toEqual(['I look.'])
    expect(parts.filter(({ type }) => type === 'thinking-delta')).toEqual([
      { type: 'thinking-delta', text: 'The sky ' },
      { type: 'thinking-delta', text: 'is blue.' }
    ])
  })

  it('is sent back unchanged to the model that wrote it, before its call', async () => {
    const { parts, provider, model: endpoint } = await think()
    await collect(provider.stream(request({ model, thinking: 'low', messages: after(parts) }), live()))
    const { raw } = endpoint.requests[1] as (typeof endpoint.requests)[number]
    const sent = JSON.stringify(raw['messages'] ?? raw['input'])
    if (api === 'Chat Completions')
      return expect(sent).toContain('"reasoning_content":"The sky is blue.","tool_calls":[')
    const blocks = (api === 'Messages' ? (raw['messages'] as ModelMessage[])[1]?.content : raw['input']) as {
      type?: string
    }[]
    const [first, second] = blocks.filter(({ type }) => /thinking|reasoning/.test(type ?? ''))
    expect([first, second]).toEqual(
      api === 'Messages'
        ? [
            { type: 'thinking', thinking: 'The sky is blue.', signature: 'c2VhbA==' },
            { type: 'redacted_thinking', data: 'aGlkZGVu' }
          ]
        : [
            {
              type: 'reasoning',
              id: 'rs_0_0',
              summary: [{ type: 'summary_text', text: 'The sky is blue.' }],
              encrypted_content: 'c2VhbA=='
            },
            { type: 'reasoning', id: 'rs_0_1', summary: [], encrypted_content: 'aGlkZGVu' }
          ]
    )
    const order = blocks.map(({ type }) => type)
    expect(order.indexOf(second?.type)).toBeLessThan(order.findIndex((type) => /call|use/.test(type ?? '')))
  })

  it('is not sent back when the answer was stopped after it, because services reject a thought without a continuation', async () => {
    const { parts, provider, model: endpoint } = await think()
    const [first, answer] = after(parts)
    const thoughts = answer?.content.filter(({ type }) => type === 'thinking') ?? []
    const again: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'Once more.' }] }
    const messages = [...(first ? [first] : []), { role: 'assistant' as const, content: thoughts }, again]
    await collect(provider.stream(request({ model, thinking: 'low', messages }), live()))
    const sent = endpoint.requests[1]
    expect(JSON.stringify(sent?.raw)).not.toMatch(/sky|c2VhbA|aGlkZGVu/)
    expect(sent?.body.messages.map(({ role }) => role)).toEqual(['user'])
  })

  it.each(['another model of it', 'another address'])('never goes to %s', async (which) => {
    const { parts, provider, model: own } = await think()
    const other = await answering({ text: 'ok' })
    const isModel = which === 'another model of it'
    const messages = after(parts)
    const asked = request({ model: isModel ? `${model}-mini` : model, thinking: 'low', messages })
    await collect((isModel ? provider : other.provider).stream(asked, live()))
    const sent = (isModel ? own : other.model).requests.at(-1)?.raw
    expect(sent).toBeDefined()
    expect(JSON.stringify(sent)).not.toMatch(/sky|c2VhbA|aGlkZGVu/)
  })
})

describe('a service without signatures', () => {
  const create = vendors.find(([api]) => api === 'Responses')?.[1] ?? vendors[0]![1]
  const { answering } = createEndpoints(create)

  it('shows thoughts, and sends none back', async () => {
    const { provider } = await answering({ thoughts: [{ text: ['Hm.'] }], text: 'ok' })
    const { parts } = await collect(provider.stream(request({ model: 'gpt-5.2' }), live()))
    expect(thoughtsOf(parts)).toEqual({ thoughts: [{ text: 'Hm.', seal: null }], rest: '' })
  })
})
