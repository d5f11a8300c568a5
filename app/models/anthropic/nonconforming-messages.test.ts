/** Services that deviate from the Messages API. */
import { expect, it } from 'vitest'
import { createFixedServices } from '../testing/fixed-service'
import type { FixedAnswer } from '../testing/fixed-service'
import { collect, live, request } from '../testing/providers-under-test'
import { summarizeParts } from '../testing/summary'
import { anthropic } from './descriptor'

const serve = createFixedServices()

async function providerOf(answer: FixedAnswer) {
  return anthropic.create({ name: 'loose', baseUrl: await serve(answer), readKey: async () => 'test-key' })
}

async function read(answer: FixedAnswer) {
  const provider = await providerOf(answer)
  const { parts, error } = await collect(provider.stream(request(), live()))
  return { ...summarizeParts(parts), error: error as (Error & { code: string }) | null }
}

const event = (type: string, fields: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const begin = (content_block: object, index: number | null = 0) =>
  event('content_block_start', { index, content_block })
const delta = (fields: object, index: number | null = 0) =>
  event('content_block_delta', { index, delta: fields })
const says = (text: string) => delta({ type: 'text_delta', text })
const stop = event('content_block_stop', { index: 0 })
const ends = (reason: string | null, usage: unknown = { output_tokens: 2 }) =>
  event('message_delta', { delta: { stop_reason: reason }, usage })
const call = { type: 'tool_use', id: 't1', name: 'add', input: {} }

it.each<readonly [what: string, body: string, seen: Partial<ReturnType<typeof summarizeParts>>]>([
  [
    'only event names',
    says('Yes').replace('"type":"content_block_delta",', '') + ends('end_turn'),
    { text: 'Yes' }
  ],
  ['no final event', `${says('Yes')}${ends('end_turn')}`, { text: 'Yes', stopReason: 'end_turn' }],
  ["another API's end marker", `${says('Yes')}data: [DONE]\n\n`, { text: 'Yes', stopReason: 'end_turn' }],
  [
    "another API's stop reasons",
    `${says('Yes')}${ends('length')}`,
    { text: 'Yes', stopReason: 'max_tokens' }
  ],
  [
    'usage of `null`',
    `${event('message_start', { message: { usage: null } })}${says('Yes')}${ends('end_turn', null)}`,
    { text: 'Yes' }
  ],
  [
    'usage as text',
    `${event('message_start', { message: { usage: { input_tokens: '3' } } })}${says('Yes')}${ends('end_turn', { output_tokens: '2' })}`,
    { usage: { inputTokens: 3, outputTokens: 2 } }
  ],
  [
    'the input at the start of a call',
    `${begin({ ...call, input: { a: 1 } })}${stop}${ends('tool_use')}`,
    { calls: ['add {"a":1}'], stopReason: 'tool_use' }
  ],
  [
    'a call without an end event',
    `${begin(call)}${delta({ type: 'input_json_delta', partial_json: '{"a":1}' })}${ends('tool_use')}`,
    { calls: ['add {"a":1}'] }
  ],
  [
    'pieces that are objects',
    `${begin(call)}${delta({ type: 'input_json_delta', partial_json: { a: 1 } })}${stop}${ends('end_turn')}`,
    { calls: ['add {"a":1}'], stopReason: 'tool_use' }
  ],
  [
    'no indexes',
    `${begin(call, null)}${delta({ type: 'input_json_delta', partial_json: '{"a":1}' }, null)}${ends('tool_use')}`,
    { calls: ['add {"a":1}'] }
  ],
  [
    'the whole answer in one piece',
    JSON.stringify({
      type: 'message',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: 's' },
        { type: 'text', text: 'Yes' },
        { ...call, input: { a: 1 } }
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 3, output_tokens: 2 }
    }),
    { text: 'Yes', thought: 'Hm', calls: ['add {"a":1}'], usage: { inputTokens: 3, outputTokens: 2 } }
  ],
  [
    'tags around a thought',
    `${says('<think>Hm</think>Yes')}${ends('end_turn')}`,
    { text: 'Yes', thought: 'Hm' }
  ]
])('are read with %s', async (_what, body, seen) => {
  const result = await read({ body })
  expect(result.error).toBeNull()
  expect(result).toMatchObject(seen)
})

it.each<readonly [what: string, answer: FixedAnswer, code: string, words: string]>([
  [
    'an event in another format',
    { body: 'event: error\ndata: {"error":"No worker"}\n\n' },
    'MODEL_REFUSED_REQUEST',
    'No worker'
  ],
  [
    'an event with plain text',
    { body: 'event: error\ndata: No worker\n\n' },
    'MODEL_REFUSED_REQUEST',
    'No worker'
  ],
  [
    '200 and JSON',
    { type: 'application/json', body: '{"detail":"No access"}' },
    'MODEL_REFUSED_REQUEST',
    'No access'
  ],
  [
    '400 in another format',
    { status: 400, type: 'application/json', body: '{"detail":[{"loc":["body","tools"],"msg":"Bad"}]}' },
    'MODEL_REFUSED_REQUEST',
    'tools: Bad'
  ],
  [
    '400 with plain text',
    { status: 400, type: 'text/plain', body: 'Bad tools' },
    'MODEL_REFUSED_REQUEST',
    'Bad tools'
  ],
  [
    'a web page',
    { type: 'text/html', body: '<html><title>Hello</title></html>' },
    'MODEL_REFUSED_REQUEST',
    'web page (“Hello”)'
  ],
  [
    'an empty answer',
    { body: `${begin({ type: 'text', text: '' })}${stop}${ends('end_turn')}` },
    'MODEL_EMPTY_ANSWER',
    'empty answer'
  ]
])('say what went wrong by %s', async (_what, answer, code, words) => {
  const { error } = await read(answer)
  expect(error).toMatchObject({ code })
  expect(error?.message).toContain(words)
})

it('lists models in any shape', async () => {
  const provider = await providerOf({
    type: 'application/json',
    body: '{"models":[{"name":"a"},"b"],"has_more":true}'
  })
  expect((await provider.listModels(live())).map(({ id }) => id)).toEqual(['loose/a', 'loose/b'])
})

it('gives a call of another vendor an id that the API takes, and its result the same', async () => {
  const provider = await providerOf({ body: `${says('Yes')}${ends('end_turn')}` })
  const sent: string[] = []
  const id = 'functions.add:0'
  await collect(
    provider.stream(
      request({
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Go' }] },
          { role: 'assistant', content: [{ type: 'tool-call', id, name: 'add', arguments: {} }] },
          { role: 'user', content: [{ type: 'tool-result', id, content: [], isError: false }] }
        ],
        onSent: ({ body }) => sent.push(body)
      }),
      live()
    )
  )
  const [, used, given] = /"id":"([^"]*)".*"tool_use_id":"([^"]*)"/.exec(sent[0] ?? '') ?? []
  expect(used).toMatch(/^[\w-]{1,64}$/)
  expect(given).toBe(used)
})
