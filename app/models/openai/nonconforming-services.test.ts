/** Services that deviate from the format: Parley reads their answers as far as possible, and reports the rest. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { soon } from '../../testing/soon'
import { createFixedServices } from '../testing/fixed-service'
import type { FixedAnswer } from '../testing/fixed-service'
import { collect, live, request, testKey } from '../testing/providers-under-test'
import { summarizeParts } from '../testing/summary'
import { openAiCompatible } from './descriptor'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const serve = createFixedServices()

interface Answer extends FixedAnswer {
  readonly api?: 'chat' | 'responses'
}

async function serviceOf({ api = 'chat', ...answer }: Answer) {
  const readKey = () => Promise.resolve(testKey)
  return openAiCompatible.create({ api, name: 'loose', baseUrl: `${await serve(answer)}/v1`, readKey })
}

/** Short form of the parts of an answer. */
async function read(answer: Answer) {
  const provider = await serviceOf(answer)
  const { parts, error } = await collect(provider.stream(request(), live()))
  return { ...summarizeParts(parts), error: error as (Error & { code: string }) | null }
}

const data = (value: unknown) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
const choice = (fields: object) => data({ choices: [fields] })
const chunk = (delta: unknown, finish: string | null = null) => choice({ delta, finish_reason: finish })
const done = 'data: [DONE]\n\n'
const usual = `${chunk({ content: 'Half an ' })}${chunk({ content: 'answer' }, 'stop')}`
const text = 'Half an answer'
const add = { index: 0, id: 'one', function: { name: 'add', arguments: '{"a":1}' } }
const addCall = 'add {"a":1}'

type Seen = Partial<ReturnType<typeof summarizeParts>>

describe('an answer', () => {
  const cases: readonly (readonly [what: string, body: string, seen: Seen, type?: string])[] = [
    ['`null` in place of a chunk', `data: null\n\n${usual}${done}`, { text }],
    ['a delta of `null`', `${chunk(null)}${usual}${done}`, { text }],
    ['no choices', `${data({ choices: null })}${data({ choices: [] })}${data({})}${usual}${done}`, { text }],
    [
      'choices that are one',
      data({ choices: { delta: { content: text }, finish_reason: 'stop' } }),
      { text }
    ],
    ['a text in place of a delta', chunk(text, 'stop'), { text }],
    ['the older form of completions', choice({ text, finish_reason: 'stop' }), { text }],
    [
      'choices of other places',
      `${data({
        choices: [
          { index: 0, delta: { content: text } },
          { index: 1, delta: { content: 'x' } }
        ]
      })}${done}`,
      { text }
    ],
    [
      'a call in a choice of its own',
      data({
        choices: [{ delta: { content: text } }, { delta: { tool_calls: [add] }, finish_reason: 'tool_calls' }]
      }),
      { text, calls: [addCall] }
    ],
    [
      'calls that are `null`',
      `${chunk({ tool_calls: null, content: text })}${chunk({ tool_calls: [] }, 'stop')}`,
      { text, calls: [] }
    ],
    [
      'an envelope',
      `${data({ code: 0, data: { choices: [{ delta: { content: text }, finish_reason: 'stop' }] } })}`,
      { text }
    ],
    ['no end but the mark', `${chunk({ content: text })}${done}`, { text, stopReason: 'end_turn' }],
    [
      'an end of `null` and the mark',
      `${chunk({ content: text }, null)}data:[DONE]`,
      { text, stopReason: 'end_turn' }
    ],
    ['no mark at the end', usual, { text, stopReason: 'end_turn' }],
    [
      'a call after the end',
      `${chunk({}, 'tool_calls')}${chunk({ tool_calls: [add] })}${done}`,
      { calls: [addCall], stopReason: 'tool_use' }
    ],
    [
      'a call that ends with “stop”',
      `${chunk({ tool_calls: [add] })}${chunk({}, 'stop')}`,
      { calls: [addCall], stopReason: 'tool_use' }
    ],
    [
      'a call without an end',
      `${chunk({ tool_calls: [add] })}${done}`,
      { calls: [addCall], stopReason: 'tool_use' }
    ],
    [
      'the older form of calls',
      `${chunk({ function_call: { name: 'add', arguments: '{"a":1}' } })}${chunk({}, 'function_call')}`,
      { calls: [addCall] }
    ],
    [
      'a message in place of a delta',
      choice({ message: { content: text, tool_calls: [add] }, finish_reason: 'tool_calls' }),
      { text, calls: [addCall] }
    ],
    [
      'the whole message after its pieces',
      `${chunk({ content: text })}${choice({ delta: {}, message: { content: text }, finish_reason: 'stop' })}`,
      { text }
    ],
    [
      'a whole completion',
      JSON.stringify({
        object: 'chat.completion',
        choices: [
          { message: { role: 'assistant', content: text, reasoning_content: 'Hm' }, finish_reason: 'stop' }
        ],
        usage: { prompt_tokens: 3, completion_tokens: 2 }
      }),
      { text, thought: 'Hm', usage: { inputTokens: 3, outputTokens: 2 } },
      'application/json'
    ],
    [
      'a whole completion without an end',
      JSON.stringify({ choices: [{ message: { content: text } }] }),
      { text, stopReason: 'end_turn' },
      'application/json'
    ],
    ['a stream that is called JSON', `${usual}${done}`, { text }, 'application/json'],
    ['a stream that is called text', `${usual}${done}`, { text }, 'text/plain; charset=utf-8'],
    [
      'a chunk a line',
      usual.replaceAll('data: ', '').replaceAll('\n\n', '\n'),
      { text },
      'application/x-ndjson'
    ],
    [
      'parts of text',
      chunk(
        {
          content: [
            { type: 'text', text: 'Half an ' },
            { type: 'output_text', text: 'answer' }
          ]
        },
        'stop'
      ),
      { text }
    ],
    [
      'parts of thoughts',
      `${chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'I wonder' }] }] })}${chunk({ content: [{ type: 'text', text: 'Half an ' }] })}${chunk({ content: 'answer' }, 'stop')}`,
      { thought: 'I wonder', text }
    ],
    [
      'a part of reasoning',
      chunk({ content: [{ type: 'reasoning', text: 'Hm' }, 'Half an ', { text: 'answer' }] }, 'stop'),
      { thought: 'Hm', text }
    ],
    ['a part that is no list', chunk({ content: { type: 'text', text } }, 'stop'), { text }],
    ['a refusal', chunk({ refusal: 'No.', content: null }, 'stop'), { text: 'No.' }],
    [
      'a refusal among parts',
      chunk({ content: [{ type: 'refusal', refusal: 'No.' }] }, 'stop'),
      { text: 'No.' }
    ],
    ['`reasoning`', `${chunk({ reasoning: 'Hm' })}${usual}`, { thought: 'Hm', text }],
    [
      '`reasoning_content` and the same once more',
      `${chunk({ reasoning_content: 'Hm', reasoning: 'Hm' })}${usual}`,
      { thought: 'Hm', text }
    ],
    ['`thinking`', `${chunk({ thinking: 'Hm' })}${usual}`, { thought: 'Hm', text }],
    ['`thinking` with content', `${chunk({ thinking: { content: 'Hm' } })}${usual}`, { thought: 'Hm', text }],
    ['`reasoning` with text', `${chunk({ reasoning: { text: 'Hm' } })}${usual}`, { thought: 'Hm', text }],
    [
      'details of thoughts alone',
      `${chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm' }] })}${usual}`,
      { thought: 'Hm', text }
    ],
    [
      'tags around a thought',
      `${chunk({ content: '<thi' })}${chunk({ content: 'nk>Hm</think>' })}${usual}`,
      { thought: 'Hm', text }
    ],
    ['usage of `null`', `${data({ choices: [], usage: null })}${usual}${done}`, { text, usage: null }],
    [
      'details of usage of `null`',
      `${usual}${data({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, prompt_tokens_details: null } })}${done}`,
      { text, usage: { inputTokens: 3, outputTokens: 2 } }
    ],
    [
      'usage in numbers that are text',
      `${usual}${data({ usage: { prompt_tokens: '3', completion_tokens: '2' } })}${done}`,
      { usage: { inputTokens: 3, outputTokens: 2 } }
    ],
    [
      'usage in a choice',
      choice({
        delta: { content: text },
        finish_reason: 'stop',
        usage: { prompt_tokens: 3, completion_tokens: 2 }
      }),
      { usage: { inputTokens: 3, outputTokens: 2 } }
    ],
    [
      'usage in other words',
      `${usual}${data({ usage: { input_tokens: 3, output_tokens: 2, cached_tokens: 1 } })}`,
      { usage: { inputTokens: 3, outputTokens: 2, cacheReadTokens: 1 } }
    ],
    [
      'usage of one side',
      `${usual}${data({ usage: { prompt_tokens: null, completion_tokens: 2 } })}`,
      { usage: { inputTokens: 0, outputTokens: 2 } }
    ],
    [
      'usage beside it',
      `${usual}${data({ x_groq: { usage: { prompt_tokens: 3, completion_tokens: 2 } }, choices: [] })}`,
      { usage: { inputTokens: 3, outputTokens: 2 } }
    ],
    [
      'errors of `null`',
      `${data({ error: null, choices: [{ delta: { content: text }, error: null, finish_reason: 'stop' }] })}`,
      { text }
    ],
    ['a lonely byte of no letter', chunk({ content: 'a\u0000b' }, 'stop'), { text: 'a\u0000b' }],
    ['a keep-alive that is no comment', `data: ping\n\n${usual}data: keep-alive\n\n${done}`, { text }]
  ]
  const answers = cases.map(
    ([what, body, seen, type = 'text/event-stream']) => [what, { body, type }, seen] as const
  )

  it.each(answers)('is read with %s', async (_what, answer, seen) => {
    const result = await read(answer)
    expect(result.error).toBeNull()
    expect(result).toMatchObject(seen)
  })

  it.each([
    ['stop', 'end_turn'],
    ['STOP', 'end_turn'],
    ['eos', 'end_turn'],
    ['eos_token', 'end_turn'],
    ['end_turn', 'end_turn'],
    ['stop_sequence', 'stop_sequence'],
    ['length', 'max_tokens'],
    ['MAX_TOKENS', 'max_tokens'],
    ['model_length', 'max_tokens'],
    ['content_filter', 'refusal'],
    ['content-filter', 'refusal'],
    ['SAFETY', 'refusal'],
    ['something_new', 'something_new']
  ])('that ends with “%s” has ended as “%s”', async (reason, stopReason) => {
    expect(await read({ body: chunk({ content: text }, reason) })).toMatchObject({
      text,
      stopReason,
      error: null
    })
  })

  it('is the same from a service that always answers in the older format', async () => {
    expect(await read({ body: `${usual}${done}`, api: 'responses' })).toMatchObject({ text, error: null })
  })
})

const page =
  '<!DOCTYPE html><html><head><title>Sign in – Corporate gateway</title></head><body>…</body></html>'
const jsonType = 'application/json'

describe('an error', () => {
  const cases: readonly (readonly [
    what: string,
    answer: Answer,
    code: string,
    words: string,
    text?: string
  ])[] = [
    [
      'in words as the only event',
      { body: data('{"error":"STREAM_EXPLODED at node 7"}') },
      'MODEL_REFUSED_REQUEST',
      'STREAM_EXPLODED at node 7'
    ],
    [
      'after half an answer',
      {
        body: `${chunk({ content: 'Half' })}${data({ error: { code: 502, message: 'Provider disconnected' }, choices: [{ delta: { content: '' }, finish_reason: 'error' }] })}`
      },
      'MODEL_OVERLOADED',
      'Provider disconnected',
      'Half'
    ],
    [
      'in a choice',
      {
        body: `${chunk({ content: 'Half' })}${choice({ delta: {}, finish_reason: 'error', error: { code: 502, message: 'upstream limit' } })}`
      },
      'MODEL_OVERLOADED',
      'upstream limit',
      'Half'
    ],
    [
      'that has no words',
      { body: `${chunk({ content: 'Half' })}${chunk({}, 'error')}` },
      'MODEL_STREAM_DROPPED',
      'with an error',
      'Half'
    ],
    [
      'by its event',
      { body: 'event: error\ndata: {"error":{"message":"Compute error."}}\n\n' },
      'MODEL_REFUSED_REQUEST',
      'Compute error'
    ],
    [
      'by its event, in words',
      { body: `${chunk({ content: 'Half' })}event: error\ndata: out of memory\n\n` },
      'MODEL_STREAM_DROPPED',
      'out of memory',
      'Half'
    ],
    [
      'of its own form',
      { body: data({ object: 'error', message: 'Too long', code: 400 }) },
      'MODEL_REFUSED_REQUEST',
      'Too long'
    ],
    [
      'as another API has it',
      { body: data({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }) },
      'MODEL_OVERLOADED',
      'Overloaded'
    ],
    [
      'that stands without its field',
      { body: `${chunk({ content: 'Half' })}{"error":{"message":"worker died"}}` },
      'MODEL_STREAM_DROPPED',
      'worker died',
      'Half'
    ],
    [
      'with 200',
      { type: jsonType, body: '{"error":{"message":"Your plan has no access to this model"}}' },
      'MODEL_REFUSED_REQUEST',
      'Your plan has no access'
    ],
    [
      'with 200 and `detail`',
      { type: jsonType, body: '{"detail":"Not today"}' },
      'MODEL_REFUSED_REQUEST',
      'Not today'
    ],
    [
      'with 200 and `message`',
      { type: jsonType, body: '{"message":"Not today"}' },
      'MODEL_REFUSED_REQUEST',
      'Not today'
    ],
    [
      'with 200 and `errors`',
      { type: jsonType, body: '{"errors":[{"message":"One"},{"message":"Two"}]}' },
      'MODEL_REFUSED_REQUEST',
      'One; Two'
    ],
    [
      'with 200 and `success`',
      { type: jsonType, body: '{"success":false,"msg":"No credit"}' },
      'MODEL_REFUSED_REQUEST',
      'No credit'
    ],
    [
      'with 200 and a state of its own',
      { type: jsonType, body: '{"base_resp":{"status_code":1004,"status_msg":"login fail"}}' },
      'MODEL_REFUSED_REQUEST',
      'login fail'
    ],
    [
      'with 200 and words',
      { type: 'text/plain', body: 'upstream request timeout' },
      'MODEL_REFUSED_REQUEST',
      'upstream request timeout'
    ],
    [
      'with 200 and a page',
      { type: 'text/html', body: page },
      'MODEL_REFUSED_REQUEST',
      'answered with a web page (“Sign in – Corporate gateway”)'
    ],
    [
      'with 200 and a page that is called a stream',
      { body: page },
      'MODEL_REFUSED_REQUEST',
      'answered with a web page'
    ],
    [
      'with 404 and a page',
      { status: 404, type: 'text/html', body: page },
      'MODEL_REFUSED_REQUEST',
      'answered with a web page'
    ],
    [
      'with 502 and a page',
      { status: 502, type: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' },
      'MODEL_OVERLOADED',
      '502 Bad Gateway'
    ],
    [
      'with 400 in words',
      { status: 400, type: jsonType, body: '{"error": "model \'x\' not found"}' },
      'MODEL_REFUSED_REQUEST',
      "model 'x' not found"
    ],
    [
      'with 400 in a list',
      { status: 400, type: jsonType, body: '[{"error": {"code": 400, "message": "Invalid schema"}}]' },
      'MODEL_REFUSED_REQUEST',
      'Invalid schema'
    ],
    [
      'with 400, at the top',
      { status: 400, type: jsonType, body: '{"object": "error", "message": "Extra inputs"}' },
      'MODEL_REFUSED_REQUEST',
      'Extra inputs'
    ],
    [
      'with 422, place by place',
      { status: 422, type: jsonType, body: '{"detail":[{"loc":["body","model"],"msg":"Field required"}]}' },
      'MODEL_REFUSED_REQUEST',
      'model: Field required'
    ],
    [
      'with 400, from behind a router',
      {
        status: 400,
        type: jsonType,
        body: JSON.stringify({
          error: {
            message: 'Provider returned error',
            metadata: { raw: '{"error":{"message":"context too short"}}' }
          }
        })
      },
      'MODEL_REFUSED_REQUEST',
      'Provider returned error: context too short'
    ],
    [
      'with 400 as JSON in words',
      { status: 400, type: jsonType, body: JSON.stringify({ error: '{"message":"deep inside"}' }) },
      'MODEL_REFUSED_REQUEST',
      'deep inside'
    ],
    [
      'with 400 in plain words',
      { status: 400, type: 'text/plain', body: 'no healthy upstream' },
      'MODEL_REFUSED_REQUEST',
      'no healthy upstream'
    ],
    [
      'with 400 in an event',
      { status: 400, body: 'data: {"error":{"message":"bad tool"}}\n\n' },
      'MODEL_REFUSED_REQUEST',
      'bad tool'
    ],
    [
      'with 404 and its words',
      { status: 404, type: jsonType, body: '{"error":{"message":"pull it first"}}' },
      'MODEL_UNKNOWN',
      'pull it first'
    ],
    [
      'that leads elsewhere',
      { status: 302, headers: { location: 'https://login.example/start?token=s' } },
      'MODEL_REFUSED_REQUEST',
      'https://login.example/start.'
    ],
    ['that is no answer', { body: data('[DONE]') }, 'MODEL_EMPTY_ANSWER', 'sent an empty answer'],
    ['with nothing at all', { body: '' }, 'MODEL_EMPTY_ANSWER', 'sent an empty answer'],
    ['with 204', { status: 204 }, 'MODEL_EMPTY_ANSWER', 'sent an empty answer'],
    [
      'with no content',
      { body: `${chunk({ role: 'assistant', content: '' })}${chunk({}, 'stop')}` },
      'MODEL_EMPTY_ANSWER',
      'sent an empty answer'
    ],
    [
      'with white space alone',
      { body: chunk({ content: '\n\n' }, 'stop') },
      'MODEL_EMPTY_ANSWER',
      'sent an empty answer',
      '\n\n'
    ],
    [
      'with no choices at all',
      { type: jsonType, body: '{"choices": []}' },
      'MODEL_EMPTY_ANSWER',
      'sent an empty answer'
    ],
    [
      'with thoughts alone',
      { body: chunk({ reasoning_content: 'Hm' }, 'stop') },
      'MODEL_EMPTY_ANSWER',
      'only thoughts'
    ],
    [
      'with a piece that can’t be read',
      { body: `${chunk({ content: 'Half' })}data: {"choices":[{"del\n\n${chunk({}, 'stop')}` },
      'MODEL_STREAM_DROPPED',
      'was lost during the answer',
      'Half'
    ],
    [
      'that ends in the middle',
      { body: chunk({ content: 'Half' }) },
      'MODEL_STREAM_DROPPED',
      'was lost during the answer',
      'Half'
    ],
    [
      'that ends in the middle with words',
      { body: `${chunk({ content: 'Half' })}data: upstream closed\n\n` },
      'MODEL_STREAM_DROPPED',
      'upstream closed',
      'Half'
    ],
    [
      'that ends in the middle with a page',
      { body: `${chunk({ content: 'Half' })}<html><title>504 Gateway Time-out</title></html>` },
      'MODEL_STREAM_DROPPED',
      '504 Gateway Time-out',
      'Half'
    ]
  ]
  const failures = cases.map(
    ([what, answer, code, words, seen = '']) => [what, answer, { code, words, seen }] as const
  )

  it.each(failures)('shows the message of the service: %s', async (_what, answer, { code, words, seen }) => {
    const { error, text: arrived } = await read(answer)
    expect(error).toMatchObject({ code })
    expect(error?.message).toContain(words)
    expect(arrived).toBe(seen)
  })

  it('is shown without the key', async () => {
    const { error } = await read({ body: data({ error: { message: `Bad key ${testKey}` } }) })
    expect(error?.message).toContain('Bad key [key]')
  })

  it('never runs an incomplete call', async () => {
    const half = { index: 0, id: 'one', function: { name: 'add', arguments: '{"a":1}' } }
    const { calls, error } = await read({ body: chunk({ tool_calls: [half] }) })
    expect(calls).toEqual([])
    expect(error).toMatchObject({ code: 'MODEL_STREAM_DROPPED' })
  })

  it('SEC-11-11 is not read to the end when it is endless', async () => {
    let hasClosed = false
    const piece = ' '.repeat(64 * 1024)
    const server = createServer((_incoming, outgoing) => {
      outgoing.writeHead(400, { 'content-type': 'application/json' })
      outgoing.on('close', () => (hasClosed = true))
      const write = () => {
        while (!outgoing.destroyed && outgoing.write(piece));
      }
      outgoing.on('drain', write)
      write()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const readKey = () => Promise.resolve(testKey)
    const provider = openAiCompatible.create({
      api: 'chat',
      name: 'mine',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      readKey
    })
    const { error } = await collect(provider.stream(request(), live()))
    expect(error).toMatchObject({ code: 'MODEL_REFUSED_REQUEST' })
    await vi.waitFor(() => expect(hasClosed).toBe(true), soon)
  })

  it('reports a missing key when none was sent and one is required', async () => {
    const server = createServer((_incoming, outgoing) => outgoing.writeHead(401).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const readKey = () => Promise.resolve(null)
    const provider = openAiCompatible.create({
      api: 'chat',
      name: 'mine',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      readKey
    })
    const { error } = await collect(provider.stream(request(), live()))
    expect(error).toMatchObject({ code: 'MODEL_NO_KEY' })
  })
})

describe('a list of models', () => {
  it.each<readonly [body: string, ids: readonly string[]]>([
    ['{"data":[{"id":"a"},{"id":"b"}]}', ['a', 'b']],
    ['{"data":null}', []],
    ['{"object":"list","data":[]}', []],
    ['[{"id":"a"},"b"]', ['a', 'b']],
    ['{"models":[{"name":"a"},{"model":"b"}]}', ['a', 'b']],
    ['{"models":["a",null,{},7,{"id":null},{"id":""}]}', ['a']],
    ['{"data":{"models":[{"id":"a"}]}}', ['a']],
    ['{"data":[{"id":"a"},{"id":"a"}]}', ['a']],
    ['{"data":{"a":{"owner":"x"},"b":{}}}', ['a', 'b']],
    ['\uFEFF{"data":[{"id":7}]}', ['7']]
  ])('is read from %s', async (body, ids) => {
    const provider = await serviceOf({ type: 'application/json', body })
    const listed = await provider.listModels(live())
    expect(listed.map(({ id }) => id)).toEqual(ids.map((id) => `loose/${id}`))
  })

  it('shows the name that a service gives, or the id that its users know', async () => {
    const body = JSON.stringify({
      data: [
        { id: 'a', name: 'Model A' },
        { id: 'b', display_name: 'Model B' },
        { id: 'c', name: '' }
      ]
    })
    const provider = await serviceOf({ type: 'application/json', body })
    const listed = await provider.listModels(live())
    expect(listed.map(({ name }) => name)).toEqual(['Model A', 'b', 'c'])
  })

  it.each<readonly [what: string, answer: Answer, words: string]>([
    [
      'a web page',
      { type: 'text/html', body: page },
      'answered with a web page (“Sign in – Corporate gateway”)'
    ],
    ['plain text', { type: 'text/plain', body: 'Hello' }, 'something other than a list of models: Hello'],
    ['an error with 200', { body: '{"error":"No access"}' }, 'No access'],
    ['something else', { body: '{"a":1}' }, 'something other than a list of models'],
    ['nothing', { body: '' }, 'something other than a list of models'],
    ['404', { status: 404, body: '{"detail":"Not Found"}' }, 'Not Found']
  ])('reports a response that is no list: %s', async (_what, answer, words) => {
    const provider = await serviceOf({ type: 'application/json', ...answer })
    await expect(provider.listModels(live())).rejects.toThrow(words)
  })
})
