/** Services that deviate from the Responses API. */
import { expect, it } from 'vitest'
import { createFixedServices } from '../testing/fixed-service'
import type { FixedAnswer } from '../testing/fixed-service'
import { collect, live, request } from '../testing/providers-under-test'
import { summarizeParts } from '../testing/summary'
import { openAiCompatible } from './descriptor'

const serve = createFixedServices()

async function read(answer: FixedAnswer) {
  const baseUrl = `${await serve(answer)}/v1`
  const provider = openAiCompatible.create({
    api: 'responses',
    name: 'loose',
    baseUrl,
    readKey: async () => 'key'
  })
  const { parts, error } = await collect(provider.stream(request(), live()))
  return { ...summarizeParts(parts), error: error as (Error & { code: string }) | null }
}

const event = (type: string, fields: object = {}) => `data: ${JSON.stringify({ type, ...fields })}\n\n`
const says = (delta: unknown) => event('response.output_text.delta', { output_index: 0, delta })
const completed = (fields: object = {}) =>
  event('response.completed', { response: { status: 'completed', ...fields } })
const item = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'add', arguments: '' }
const message = { type: 'message', content: [{ type: 'output_text', text: 'Yes' }] }

it.each<readonly [what: string, body: string, seen: Partial<ReturnType<typeof summarizeParts>>]>([
  [
    'event names on their own line',
    `event: response.output_text.delta\ndata: {"delta":"Yes"}\n\n${completed()}`,
    { text: 'Yes' }
  ],
  ['only the end marker', `${says('Yes')}data: [DONE]\n\n`, { text: 'Yes', stopReason: 'end_turn' }],
  ['the whole answer only at the end', completed({ output: [message] }), { text: 'Yes' }],
  [
    'the whole answer in one piece',
    JSON.stringify({
      object: 'response',
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] },
        message,
        { ...item, arguments: '{"a":1}' }
      ]
    }),
    { text: 'Yes', thought: 'Hm', calls: ['add {"a":1}'], stopReason: 'tool_use' }
  ],
  ['usage of `null`', `${says('Yes')}${completed({ usage: null })}`, { text: 'Yes', usage: null }],
  [
    'details of usage of `null`',
    `${says('Yes')}${completed({ usage: { input_tokens: 3, output_tokens: 2, input_tokens_details: null } })}`,
    { usage: { inputTokens: 3, outputTokens: 2 } }
  ],
  [
    'a delta of `null`',
    `${says(null)}${says('Yes')}${completed({ error: null, incomplete_details: null })}`,
    { text: 'Yes' }
  ],
  [
    'arguments in a separate event',
    `${event('response.output_item.added', { output_index: 0, item })}${event('response.function_call_arguments.done', { output_index: 0, arguments: '{"a":1}' })}${completed()}`,
    { calls: ['add {"a":1}'] }
  ],
  [
    'arguments in pieces',
    `${event('response.output_item.added', { output_index: 0, item })}${event('response.function_call_arguments.delta', { item_id: 'fc_1', delta: '{"a"' })}${event('response.function_call_arguments.delta', { item_id: 'fc_1', delta: ':1}' })}${completed()}`,
    { calls: ['add {"a":1}'] }
  ],
  [
    'arguments that are an object',
    `${event('response.output_item.done', { output_index: 0, item: { ...item, arguments: { a: 1 } } })}${completed()}`,
    { calls: ['add {"a":1}'] }
  ],
  [
    'calls without ids',
    `${event('response.output_item.done', { output_index: 0, item: { type: 'function_call', name: 'add', arguments: '{}' } })}${completed()}`,
    { calls: ['add {}'] }
  ],
  [
    'a reached limit',
    `${says('Ye')}${event('response.incomplete', { response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } } })}`,
    { text: 'Ye', stopReason: 'max_tokens' }
  ],
  [
    'tags around a thought',
    `${says('<think>Hm</think>')}${says('Yes')}${completed()}`,
    { text: 'Yes', thought: 'Hm' }
  ]
])('are read with %s', async (_what, body, seen) => {
  const result = await read({ body })
  expect(result.error).toBeNull()
  expect(result).toMatchObject(seen)
})

it.each<readonly [what: string, body: string, code: string, words: string]>([
  [
    'a failed answer',
    event('response.failed', {
      response: { status: 'failed', error: { code: 'server_error', message: 'No worker' } }
    }),
    'MODEL_OVERLOADED',
    'No worker'
  ],
  ['an event', event('error', { code: null, message: 'No worker' }), 'MODEL_REFUSED_REQUEST', 'No worker'],
  [
    'an event that contains it',
    event('error', { error: { message: 'No worker' } }),
    'MODEL_REFUSED_REQUEST',
    'No worker'
  ],
  ['an empty answer', completed(), 'MODEL_EMPTY_ANSWER', 'empty answer'],
  ['a truncated stream', says('Ye'), 'MODEL_STREAM_DROPPED', 'was lost during the answer'],
  ['a web page', '<html><title>Hello</title></html>', 'MODEL_REFUSED_REQUEST', 'web page (“Hello”)']
])('say what went wrong by %s', async (_what, body, code, words) => {
  const { error } = await read({ body })
  expect(error).toMatchObject({ code })
  expect(error?.message).toContain(words)
})
