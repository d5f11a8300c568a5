/** Answers recorded from real services: `npm run services` runs both. */
import { describe, expect, it } from 'vitest'
import { createFixedServices } from '../testing/fixed-service'
import { collect, live, request, testKey } from '../testing/providers-under-test'
import { summarizeParts } from '../testing/summary'
import { openAiCompatible } from './descriptor'

const serve = createFixedServices()

async function read(api: 'chat' | 'responses', events: readonly object[]) {
  const lines = [...events.map((event) => JSON.stringify(event)), '[DONE]']
  const body = lines.map((data) => `data: ${data}\n\n`).join('')
  const baseUrl = `${await serve({ body })}/v1`
  const readKey = () => Promise.resolve(testKey)
  const provider = openAiCompatible.create({ api, name: 'real', baseUrl, readKey })
  const { parts, error } = await collect(provider.stream(request(), live()))
  return { ...summarizeParts(parts), error }
}

describe('llama-cpp-python', () => {
  /** Each piece repeats the call, also in the older format. */
  const piece = (args: string) => {
    const called = { name: 'add', arguments: args }
    const call = { index: 0, id: 'call__0_add_cmpl-1', type: 'function', function: called }
    return { role: null, content: null, function_call: called, tool_calls: [call] }
  }
  const chunk = (delta: object, finish: string | null = null) => ({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, finish_reason: finish, logprobs: null, delta }]
  })

  it('streams a call once, however often its pieces repeat it', async () => {
    const empty = { content: null, function_call: null, tool_calls: null }
    const { calls, stopReason, usage, error } = await read('chat', [
      chunk({ role: 'assistant', ...empty }),
      ...['{', ' "a" : ', '1', ' }', ''].map((args) => chunk(piece(args))),
      chunk({ role: null, ...empty }, 'tool_calls')
    ])
    expect(error).toBeNull()
    expect(calls).toEqual(['add {"a":1}'])
    expect(stopReason).toBe('tool_use')
    expect(usage).toBeNull()
  })
})

describe('litellm', () => {
  const call = (at: number, args: string) => ({
    index: at,
    id: `call_${at}`,
    type: 'function',
    function: { name: 'add', arguments: args }
  })

  it('streams complete calls over Chat Completions, and the usage next to an empty choice', async () => {
    const chunk = (delta: object, more: object = {}) => ({ choices: [{ index: 0, delta, ...more }] })
    const seen = await read('chat', [
      chunk({ role: 'assistant', content: 'Both. ' }),
      chunk({ content: '', tool_calls: [call(0, '{"a": 1}')] }),
      chunk({ content: '', tool_calls: [call(1, '{"a": 2}')] }),
      chunk({}, { finish_reason: 'tool_calls' }),
      { ...chunk({}), usage: { completion_tokens: 9, prompt_tokens: 21, total_tokens: 30 } }
    ])
    expect(seen).toMatchObject({
      text: 'Both. ',
      calls: ['add {"a":1}', 'add {"a":2}'],
      usage: { inputTokens: 21, outputTokens: 9 },
      stopReason: 'tool_use'
    })
  })

  it('ends the calls of a response before the text that began it', async () => {
    const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [] }
    const begun = (at: number) => ({
      type: 'response.output_item.added',
      output_index: at,
      item: { type: 'function_call', id: `fc_${at}`, call_id: `call_${at}`, name: 'add', arguments: '' }
    })
    const delta = (at: number, text: string) => ({
      type: 'response.function_call_arguments.delta',
      item_id: `fc_${at}`,
      output_index: at,
      delta: text
    })
    const ended = (at: number, args: string) => [
      {
        type: 'response.function_call_arguments.done',
        item_id: `fc_${at}`,
        output_index: at,
        arguments: args
      },
      {
        type: 'response.output_item.done',
        output_index: at,
        item: { type: 'function_call', id: `fc_${at}`, call_id: `call_${at}`, name: 'add', arguments: args }
      }
    ]
    const seen = await read('responses', [
      { type: 'response.created', response: { object: 'response', output: [], status: 'in_progress' } },
      { type: 'response.output_item.added', output_index: 0, item: message },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Both. ' },
      begun(1),
      delta(1, '{"a": '),
      delta(1, '1}'),
      begun(2),
      delta(2, '{"a": 2}'),
      ...ended(1, '{"a": 1}'),
      ...ended(2, '{"a": 2}'),
      { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Both. ' },
      { type: 'response.output_item.done', output_index: 0, item: message },
      {
        type: 'response.completed',
        response: { object: 'response', status: 'completed', usage: { input_tokens: 21, output_tokens: 9 } }
      }
    ])
    expect(seen).toMatchObject({
      text: 'Both. ',
      calls: ['add {"a":1}', 'add {"a":2}'],
      usage: { inputTokens: 21, outputTokens: 9 },
      stopReason: 'tool_use'
    })
  })

  it('reports an error within a response that began normally', async () => {
    const error = {
      code: 'rate_limit_exceeded',
      message: 'litellm.RateLimitError: ScriptedException - Wait a minute.'
    }
    const response = { object: 'response', status: 'failed', output: [], error }
    const seen = await read('responses', [{ type: 'response.failed', response }])
    expect(seen.error).toMatchObject({ code: 'MODEL_RATE_LIMIT' })
    expect(seen.error).toHaveProperty('message', expect.stringContaining('too many requests: Wait a minute.'))
  })
})
