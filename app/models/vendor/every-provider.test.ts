/** What the providers of every vendor have in common, each against an endpoint that speaks its API. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HostError } from '../../base/host-error'
import { createHold } from '../../testing/scripted-model/scripted-model'
import { quote } from '../../texts/render-localized'
import type { ModelMessage, ModelPart, SentBody } from '../model'
import { collect, createEndpoints, live, request, testKey, vendors } from '../testing/providers-under-test'
import { soon } from '../../testing/soon'

async function failureOf(stream: AsyncIterable<ModelPart>): Promise<HostError> {
  const { error } = await collect(stream)
  expect(error).toBeInstanceOf(HostError)
  return error as HostError
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(vendors)('over %s', (_api, create) => {
  const { endpoint, answering } = createEndpoints(create)

  it('arrives as text in pieces, then its end with stop reason and usage', async () => {
    const { provider } = await answering({
      text: ['Good ', 'morning'],
      usage: { inputTokens: 12, outputTokens: 7 }
    })
    const { parts } = await collect(provider.stream(request(), live()))
    expect(parts).toEqual([
      { type: 'text-delta', text: 'Good ' },
      { type: 'text-delta', text: 'morning' },
      { type: 'ended', stopReason: 'end_turn', usage: { inputTokens: 12, outputTokens: 7 } }
    ])
  })

  it('CHAT-02: contains several tool calls, each announced before its arguments are complete', async () => {
    const { provider } = await answering({
      text: 'Two things.',
      toolUses: [
        { id: 'a', name: 'echo', input: { message: 'ä“{}' } },
        { id: 'b', name: 'list', input: {}, inputJson: '' }
      ]
    })
    const { parts } = await collect(provider.stream(request(), live()))
    // One API reports the second call before the first is complete, another after it.
    const calls = parts.slice(1, -1)
    const of = (type: ModelPart['type']) => calls.filter((part) => part.type === type)
    expect(of('tool-call-started')).toEqual([
      { type: 'tool-call-started', id: 'a', name: 'echo' },
      { type: 'tool-call-started', id: 'b', name: 'list' }
    ])
    expect(of('tool-call-requested')).toEqual([
      { type: 'tool-call-requested', id: 'a', name: 'echo', arguments: { message: 'ä“{}' } },
      { type: 'tool-call-requested', id: 'b', name: 'list', arguments: {} }
    ])
    expect(calls[0]?.type).toBe('tool-call-started')
    expect(calls.at(-1)?.type).toBe('tool-call-requested')
    expect(parts.at(-1)).toEqual({
      type: 'ended',
      stopReason: 'tool_use',
      usage: { inputTokens: 10, outputTokens: 5 }
    })
  })

  it('accepts text of the user after results, and after text of the model that was cut off', async () => {
    const { model, provider } = await answering({ text: 'ok' })
    const words = (text: string) => ({ type: 'text', text }) as const
    const messages: ModelMessage[] = [
      { role: 'user', content: [words('Look')] },
      {
        role: 'assistant',
        content: [words('I look.'), { type: 'tool-call', id: 'a', name: 'look', arguments: {} }]
      },
      { role: 'user', content: [{ type: 'tool-result', id: 'a', content: [words('seen')], isError: false }] },
      { role: 'user', content: [words('Not there, here')] },
      { role: 'assistant', content: [words('So')] },
      { role: 'user', content: [words('[Go on.]')] }
    ]
    await collect(provider.stream(request({ messages }), live()))
    const sent = model.requests[0]?.body.messages ?? []
    const blocks = sent.flatMap(({ role, content }) =>
      content.map((block) => `${role} ${String(block['text'] ?? block['type'])}`)
    )
    expect(blocks).toEqual([
      'user Look',
      'assistant I look.',
      'assistant tool_use',
      'user tool_result',
      'user Not there, here',
      'assistant So',
      'user [Go on.]'
    ])
  })

  it.each(['{"path": "/ho', '[1, 2]', '{"count":1e400}', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`])(
    'marks input that is not a JSON object: %s',
    async (inputJson) => {
      const { provider } = await answering({ toolUses: [{ id: 'a', name: 'echo', inputJson }] })
      const { parts } = await collect(provider.stream(request(), live()))
      expect(parts).toContainEqual({
        type: 'tool-call-requested',
        id: 'a',
        name: 'echo',
        arguments: {},
        isInputBroken: true
      })
    }
  )

  it('keeps what arrived and reports it when the connection drops half-way', async () => {
    for (const how of ['drop', 'end'] as const) {
      const { provider } = await answering({ text: ['Half an ', 'answer'], breakAfter: { deltas: 1, how } })
      const { parts, error } = await collect(provider.stream(request(), live()))
      expect(parts).toEqual([{ type: 'text-delta', text: 'Half an ' }])
      expect(error).toMatchObject({ code: 'MODEL_STREAM_DROPPED' })
    }
  })

  it('reports an error that the provider sends in the middle of the stream', async () => {
    const { provider } = await answering({
      text: ['So far', ' so good'],
      errorAfter: { deltas: 1, type: 'overloaded_error', message: 'Overloaded' }
    })
    const { parts, error } = await collect(provider.stream(request(), live()))
    expect(parts).toEqual([{ type: 'text-delta', text: 'So far' }])
    expect(error).toMatchObject({ code: 'MODEL_OVERLOADED' })
  })

  it('stops at the signal and closes the connection', async () => {
    const hold = createHold()
    const { model, provider } = await answering({ text: ['one', 'two'], holdAfter: { deltas: 1, hold } })
    const controller = new AbortController()
    const parts: ModelPart[] = []
    const reading = (async () => {
      for await (const part of provider.stream(request(), controller.signal)) {
        parts.push(part)
        controller.abort()
      }
    })()
    await expect(reading).rejects.toThrow(/abort/i)
    expect(parts).toEqual([{ type: 'text-delta', text: 'one' }])
    await vi.waitFor(() => expect(model.requests[0]?.isAborted).toBe(true), soon)
    hold.release()
  })

  it('stops at the signal before the reply has begun', async () => {
    const hold = createHold()
    const { model, provider } = await answering({ text: 'never', holdBefore: hold })
    const controller = new AbortController()
    const reading = collect(provider.stream(request(), controller.signal))
    await vi.waitFor(() => expect(model.requests).toHaveLength(1), soon)
    controller.abort()
    expect(await reading).toMatchObject({ parts: [], error: { name: 'AbortError' } })
    hold.release()
  })

  const failing = (status: number, type: string, headers: Record<string, string> = {}) =>
    answering({
      failure: {
        status,
        type,
        message: 'The provider says why',
        headers: { 'retry-after-ms': '1', ...headers }
      }
    })

  it('wrong key', async () => {
    const { provider, model } = await endpoint({ script: () => ({ text: 'never' }), apiKey: 'another-key' })
    const failure = await failureOf(provider.stream(request(), live()))
    expect(failure).toMatchObject({ code: 'MODEL_WRONG_KEY' })
    expect(failure.message).toContain(new URL(model.baseUrl).host)
    expect(failure.message).toContain('Settings')
  })

  it('SEC-11-1 does not send headers and keys from variables that only its SDK knows, because the user was not asked about them', async () => {
    for (const name of ['ANTHROPIC_CUSTOM_HEADERS', 'OPENAI_CUSTOM_HEADERS'])
      vi.stubEnv(name, 'x-extra: secret-of-another\nuser-agent: secret-of-another')
    for (const name of ['ANTHROPIC_AUTH_TOKEN', 'OPENAI_ADMIN_KEY', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID'])
      vi.stubEnv(name, 'secret-of-another')
    const { provider, model } = await answering({ text: 'Hello' })
    await collect(provider.stream(request(), live()))
    expect(model.requests).toHaveLength(1)
    expect(JSON.stringify(model.requests[0]?.headers)).not.toContain('secret-of-another')
    expect(process.env['OPENAI_CUSTOM_HEADERS']).toContain('secret-of-another')
  })

  it('CHAT-12: no key: nothing is sent', async () => {
    const { model } = await answering({ text: 'never' })
    const readKey = () => Promise.reject(new HostError('MODEL_NO_KEY', quote('No key.')))
    const provider = create({ name: 'vendor', baseUrl: model.baseUrl, readKey })
    expect(await failureOf(provider.stream(request(), live()))).toMatchObject({ code: 'MODEL_NO_KEY' })
    expect(model.requests).toHaveLength(0)
  })

  it.each([
    [400, 'authentication_error', 'MODEL_WRONG_KEY', 1],
    [400, 'no_db_connection', 'MODEL_WRONG_KEY', 1],
    [403, 'permission_error', 'MODEL_WRONG_KEY', 1],
    [404, 'not_found_error', 'MODEL_UNKNOWN', 1],
    [400, 'invalid_request_error', 'MODEL_REFUSED_REQUEST', 1],
    [400, 'context_length_exceeded', 'MODEL_TOO_LONG', 1],
    [413, 'request_too_large', 'MODEL_TOO_LONG', 1],
    [429, 'rate_limit_error', 'MODEL_RATE_LIMIT', 3],
    [529, 'overloaded_error', 'MODEL_OVERLOADED', 3],
    [503, 'api_error', 'MODEL_OVERLOADED', 3]
  ])('status %i (%s) is %s after %i requests', async (status, type, code, requests) => {
    const { model, provider } = await failing(status, type)
    const failure = await failureOf(provider.stream(request(), live()))
    expect(failure.code).toBe(code)
    expect(model.requests).toHaveLength(requests)
  })

  it.each([
    'prompt is too long: 212034 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000',
    "This model's maximum context length is 128000 tokens.",
    'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
    'the request exceeds the available context size, try increasing it'
  ])('recognizes that a request is too long: %s', async (message) => {
    const { provider } = await answering({ failure: { status: 400, type: 'invalid_request_error', message } })
    expect((await failureOf(provider.stream(request(), live()))).code).toBe('MODEL_TOO_LONG')
  })

  it.each([
    'API key not valid. Please pass a valid API key.',
    'Incorrect API key provided',
    'Your API key expired'
  ])('recognizes a rejected key with status 400: %s', async (message) => {
    const { provider } = await answering({ failure: { status: 400, type: 'invalid_request_error', message } })
    expect((await failureOf(provider.stream(request(), live()))).code).toBe('MODEL_WRONG_KEY')
  })

  it.each([
    [
      "litellm.RateLimitError: OpenAIException - Too many.\n\nLiteLLM: model group 'a' failed with the error above. No fallback was attempted.",
      'Too many'
    ],
    [
      'litellm.BadRequestError: Azure_aiException - No image. Received Model Group=a\nAvailable Model Group Fallbacks=None',
      'No image'
    ],
    ['openai.BadRequestError: No image', 'No image'],
    ['ValueError: ', 'ValueError'],
    ['Connection error: no route', 'Connection error: no route']
  ])('shows an error without the class names before it: %s', async (message, words) => {
    const { provider } = await answering({ failure: { status: 400, type: 'invalid_request_error', message } })
    expect((await failureOf(provider.stream(request(), live()))).message).toContain(`(400): ${words}.`)
  })

  it("shows the provider's message when it rejects a request, without the key", async () => {
    const message = 'prompt is too long for test-key-123'
    const { provider } = await answering({ failure: { status: 400, type: 'invalid_request_error', message } })
    const { message: shown } = await failureOf(provider.stream(request(), live()))
    expect(shown).toContain('prompt is too long')
    expect(shown).not.toContain('test-key-123')
  })

  it('recovers automatically from a temporary overload', async () => {
    const { provider } = await endpoint({
      script: (_request, index) =>
        index === 0
          ? {
              failure: {
                status: 529,
                type: 'overloaded_error',
                message: 'Busy',
                headers: { 'retry-after-ms': '1' }
              }
            }
          : { text: 'there you are' }
    })
    const { parts } = await collect(provider.stream(request(), live()))
    expect(parts[0]).toEqual({ type: 'text-delta', text: 'there you are' })
  })

  it('reports the body of each attempt byte for byte, and no key', async () => {
    const sent: SentBody[] = []
    const busy = {
      status: 529,
      type: 'overloaded_error',
      message: 'Busy',
      headers: { 'retry-after-ms': '1' }
    }
    const { model, provider } = await endpoint({
      script: (_request, index) => (index === 0 ? { failure: busy } : { text: 'there' })
    })
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Grüße “\u2028🦦”' }] }]
    await collect(provider.stream(request({ messages, onSent: (one) => sent.push(one) }), live()))
    expect(sent.map(({ body }) => body)).toEqual(model.requests.map(({ text }) => text))
    expect(sent).toHaveLength(2)
    expect(sent[0]?.address).toBe(`${model.baseUrl}${model.requests[0]?.path}`)
    expect(JSON.stringify(sent)).not.toContain(testKey)
  })

  it('does not wait silently when it is asked to retry in an hour', async () => {
    const { model, provider } = await answering({
      failure: {
        status: 429,
        type: 'rate_limit_error',
        message: 'Slow down',
        headers: { 'retry-after': '3600' }
      }
    })
    const failure = await failureOf(provider.stream(request(), live()))
    expect(failure).toMatchObject({ code: 'MODEL_RATE_LIMIT', data: { retryAfterSeconds: 3600 } })
    expect(failure.message).toContain('3,600 seconds')
    expect(model.requests).toHaveLength(1)
  })

  it('names a host that rejects the connection or does not exist', async () => {
    const { model } = await answering({})
    await model.close()
    for (const baseUrl of [model.baseUrl, 'http://no-such-host.invalid']) {
      const provider = create({
        name: 'vendor',
        baseUrl,
        readKey: () => Promise.resolve('key')
      })
      const failure = await failureOf(provider.stream(request(), live()))
      expect(failure.code).toBe('MODEL_NETWORK')
      expect(failure.message).toContain(new URL(baseUrl).host)
    }
  })

  it('reports an address that is not a URL', async () => {
    const provider = create({
      name: 'mine',
      baseUrl: 'not a url',
      readKey: () => Promise.resolve('key')
    })
    const failure = await failureOf(provider.stream(request(), live()))
    expect(failure).toMatchObject({ code: 'MODEL_NETWORK' })
    expect(failure.message).toContain('not a url')
  })
})
