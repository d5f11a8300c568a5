import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHold, createScriptedModel } from '../../testing/scripted-model'
import type { ScriptedModel, ScriptedModelOptions, ScriptedReply } from '../../testing/scripted-model'
import { HostError } from '../../base/host-error'
import type { ModelMessage, ModelPart, ModelRequest } from '../model'
import { anthropic } from './descriptor'
import { quote } from '../../texts/said'

const open: ScriptedModel[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((model) => model.close()))
})

async function endpoint(options: ScriptedModelOptions) {
  const model = await createScriptedModel(options)
  open.push(model)
  const provider = anthropic.create({
    name: 'anthropic',
    baseUrl: model.baseUrl,
    readKey: () => Promise.resolve('test-key-123')
  })
  return { model, provider }
}

/** An endpoint that gives one and the same answer. */
const answering = (reply: ScriptedReply) => endpoint({ script: () => reply })

function request(change: Partial<ModelRequest> = {}): ModelRequest {
  const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
  return { model: 'claude-test', systemPrompt: '', messages, tools: [], maxOutputTokens: 1000, ...change }
}

/** The parts until the stream ends or fails, and what it failed with. */
async function collect(stream: AsyncIterable<ModelPart>) {
  const parts: ModelPart[] = []
  try {
    for await (const part of stream) parts.push(part)
  } catch (error) {
    return { parts, error }
  }
  return { parts, error: null }
}

const live = () => new AbortController().signal

async function failureOf(stream: AsyncIterable<ModelPart>): Promise<HostError> {
  const { error } = await collect(stream)
  expect(error).toBeInstanceOf(HostError)
  return error as HostError
}

describe('a reply', () => {
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

  it('CHAT-02: holds several tool calls, each announced before its arguments are complete', async () => {
    const { provider } = await answering({
      text: 'Two things.',
      toolUses: [
        { id: 'a', name: 'echo', input: { message: 'ä“{}' } },
        { id: 'b', name: 'list', input: {}, inputJson: '' }
      ]
    })
    const { parts } = await collect(provider.stream(request(), live()))
    expect(parts.slice(1)).toEqual([
      { type: 'tool-call-started', id: 'a', name: 'echo' },
      { type: 'tool-call-requested', id: 'a', name: 'echo', arguments: { message: 'ä“{}' } },
      { type: 'tool-call-started', id: 'b', name: 'list' },
      { type: 'tool-call-requested', id: 'b', name: 'list', arguments: {} },
      { type: 'ended', stopReason: 'tool_use', usage: { inputTokens: 10, outputTokens: 5 } }
    ])
  })

  it.each([
    '{"path": "/ho',
    '[1, 2]',
    'null',
    '{"count":1e400}',
    `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  ])('marks input that is no JSON object: %s', async (inputJson) => {
    const { provider } = await answering({ toolUses: [{ id: 'a', name: 'echo', inputJson }] })
    const { parts } = await collect(provider.stream(request(), live()))
    expect(parts).toContainEqual({
      type: 'tool-call-requested',
      id: 'a',
      name: 'echo',
      arguments: {},
      isInputBroken: true
    })
  })

  it('keeps what arrived and says so when the connection drops half-way', async () => {
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

  it('stops at the signal: the endpoint sees the client go', async () => {
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
    await vi.waitFor(() => expect(model.requests[0]?.isAborted).toBe(true))
    hold.release()
  })

  it('stops at the signal before the reply has begun', async () => {
    const hold = createHold()
    const { model, provider } = await answering({ text: 'never', holdBefore: hold })
    const controller = new AbortController()
    const reading = collect(provider.stream(request(), controller.signal))
    await vi.waitFor(() => expect(model.requests).toHaveLength(1))
    controller.abort()
    expect(await reading).toMatchObject({ parts: [], error: { name: 'AbortError' } })
    hold.release()
  })
})

describe('a request', () => {
  it('SAMP-16 SAMP-26: carries stop sequences and what the model must do with the tools', async () => {
    const { model, provider } = await answering({ text: 'ok' })
    const tools = [{ name: 'shot', description: '', inputSchema: { type: 'object' } }]
    for (const toolChoice of ['auto', 'required', 'none'] as const) {
      await collect(provider.stream(request({ tools, toolChoice, stopSequences: ['END', '\n'] }), live()))
    }
    await collect(
      provider.stream(request({ toolChoice: 'none', stopSequences: [' '], temperature: 1 }), live())
    )
    const sent = model.requests.map(({ body }) => [body['tool_choice'], body['stop_sequences']])
    expect(sent).toEqual([
      [{ type: 'auto' }, ['END']],
      [{ type: 'any' }, ['END']],
      [{ type: 'none' }, ['END']],
      [undefined, undefined]
    ])
  })

  it('CHAT-01 CHAT-03: carries system prompt, tools, and an alternating exchange with results first and nothing blank', async () => {
    const { model, provider } = await answering({ text: 'ok' })
    const png = { type: 'image' as const, mimeType: 'image/png', data: 'iVBORw0KGgo=' }
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'Look' }] },
      { role: 'user', content: [{ type: 'text', text: '  ' }] },
      { role: 'user', content: [{ type: 'text', text: 'here' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: '' },
          { type: 'tool-call', id: 'toolu_1', name: 'shot', arguments: { size: 1 } }
        ]
      },
      { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool-result',
            id: 'toolu_1',
            isError: false,
            content: [{ type: 'text', text: 'a shot' }, png]
          }
        ]
      }
    ]
    const tools = [
      { name: 'shot', description: 'Takes a shot', inputSchema: { type: 'object', properties: {} } }
    ]
    await collect(provider.stream(request({ messages, tools, systemPrompt: 'Be brief.' }), live()))
    expect(model.requests[0]?.body).toMatchObject({
      model: 'claude-test',
      max_tokens: 1000,
      stream: true,
      system: 'Be brief.',
      tools: [{ name: 'shot', description: 'Takes a shot', input_schema: { type: 'object', properties: {} } }]
    })
    expect(model.requests[0]?.body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'text', text: 'here' }
        ]
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'shot', input: { size: 1 } }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            is_error: false,
            content: [
              { type: 'text', text: 'a shot' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
            ]
          },
          { type: 'text', text: 'And now?' }
        ]
      }
    ])
  })

  it('begins and ends with the user, also where a prompt does not and blank messages fall away', async () => {
    const { model, provider } = await answering({ text: 'ok' })
    const say = (role: ModelMessage['role'], text: string): ModelMessage => ({
      role,
      content: [{ type: 'text', text }]
    })
    const messages = [say('user', '  '), say('assistant', 'I begin'), say('user', '')]
    await collect(provider.stream(request({ messages }), live()))
    expect(model.requests[0]?.body.messages).toMatchObject([
      { role: 'user', content: [{ text: expect.stringMatching(/begins here/) as string }] },
      { role: 'assistant', content: [{ text: 'I begin' }] },
      { role: 'user', content: [{ text: expect.stringMatching(/ends here/) as string }] }
    ])
  })

  it('CHAT-11: shows attached images of the person as images, of the other side as words', async () => {
    const { model, provider } = await answering({ text: 'ok' })
    const block = { type: 'image' as const, mimeType: 'image/png', data: 'iVBORw0KGgo=' }
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'block', block }] },
      { role: 'assistant', content: [{ type: 'block', block }] },
      { role: 'user', content: [{ type: 'text', text: 'And?' }] }
    ]
    await collect(provider.stream(request({ messages }), live()))
    const kinds = model.requests[0]?.body.messages.map(({ content }) => content[0])
    expect(kinds).toMatchObject([
      { type: 'image', source: { media_type: 'image/png', data: 'iVBORw0KGgo=' } },
      { type: 'text', text: expect.stringContaining('image/png') as string },
      { type: 'text', text: 'And?' }
    ])
  })

  it('CHAT-11: describes what the model can not take, and never sends its bytes', async () => {
    const { model, provider } = await answering({ text: 'ok' })
    const data = 'QUJD'.repeat(1000)
    const content = [
      { type: 'audio' as const, mimeType: 'audio/wav', data },
      { type: 'image' as const, mimeType: 'image/tiff', data },
      { type: 'image' as const, mimeType: 'image/png', data: 'A'.repeat(6 * 1024 * 1024) },
      { type: 'resource' as const, uri: 'demo://blob', mimeType: null, text: null, blob: data },
      {
        type: 'resource' as const,
        uri: 'demo://text',
        mimeType: 'text/plain',
        text: 'the words',
        blob: null
      },
      { type: 'resource-link' as const, uri: 'demo://link', name: 'Link', description: null, mimeType: null },
      { type: 'unknown' as const, raw: { type: 'hologram', data } }
    ]
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'tool-result', id: 't', isError: false, content }] }
    ]
    await collect(provider.stream(request({ messages }), live()))
    const sent = JSON.stringify(model.requests[0]?.body.messages)
    expect(sent).not.toContain('QUJDQUJD')
    expect(sent.length).toBeLessThan(3000)
    for (const words of ['audio/wav', 'image/tiff', '4.7 MB', 'demo://blob', 'the words', 'demo://link']) {
      expect(sent).toContain(words)
    }
  })
})

describe('failures in plain words', () => {
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

  it('CHAT-12: no key: nothing is sent', async () => {
    const { model } = await answering({ text: 'never' })
    const readKey = () => Promise.reject(new HostError('MODEL_NO_KEY', quote('No key.')))
    const provider = anthropic.create({ name: 'anthropic', baseUrl: model.baseUrl, readKey })
    expect(await failureOf(provider.stream(request(), live()))).toMatchObject({ code: 'MODEL_NO_KEY' })
    expect(model.requests).toHaveLength(0)
  })

  it.each([
    [403, 'permission_error', 'MODEL_WRONG_KEY', 1],
    [404, 'not_found_error', 'MODEL_UNKNOWN', 1],
    [400, 'invalid_request_error', 'MODEL_REFUSED_REQUEST', 1],
    [429, 'rate_limit_error', 'MODEL_RATE_LIMIT', 3],
    [529, 'overloaded_error', 'MODEL_OVERLOADED', 3],
    [503, 'api_error', 'MODEL_OVERLOADED', 3]
  ])('status %i (%s) is %s after %i requests', async (status, type, code, requests) => {
    const { model, provider } = await failing(status, type)
    const failure = await failureOf(provider.stream(request(), live()))
    expect(failure.code).toBe(code)
    expect(model.requests).toHaveLength(requests)
  })

  it('shows the words of the provider when it refuses a request, without the key', async () => {
    const message = 'prompt is too long for test-key-123'
    const { provider } = await answering({ failure: { status: 400, type: 'invalid_request_error', message } })
    const { message: shown } = await failureOf(provider.stream(request(), live()))
    expect(shown).toContain('prompt is too long')
    expect(shown).not.toContain('test-key-123')
  })

  it('recovers by itself from an overload that passes', async () => {
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

  it('does not wait in silence when it is told to come back in an hour', async () => {
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

  it('names the host that refuses the connection or does not exist', async () => {
    const { model } = await answering({})
    await model.close()
    for (const baseUrl of [model.baseUrl, 'http://no-such-host.invalid']) {
      const provider = anthropic.create({
        name: 'anthropic',
        baseUrl,
        readKey: () => Promise.resolve('key')
      })
      const failure = await failureOf(provider.stream(request(), live()))
      expect(failure.code).toBe('MODEL_NETWORK')
      expect(failure.message).toContain(new URL(baseUrl).host)
    }
  })

  it('says that an address is no URL', async () => {
    const provider = anthropic.create({
      name: 'mine',
      baseUrl: 'not a url',
      readKey: () => Promise.resolve('key')
    })
    const failure = await failureOf(provider.stream(request(), live()))
    expect(failure).toMatchObject({ code: 'MODEL_NETWORK' })
    expect(failure.message).toContain('not a url')
  })
})

describe('the list of models', () => {
  it('is read page by page, in the order of the provider, without retired ones', async () => {
    const models = [
      { id: 'claude-c', name: 'Claude C' },
      { id: 'claude-b', name: 'Claude B', lifecycle: 'retired' as const },
      { id: 'claude-a', name: 'Claude A', lifecycle: 'active' as const }
    ]
    const { model, provider } = await endpoint({ script: () => ({}), models, modelPageSize: 1 })
    expect(await provider.listModels(live())).toEqual([
      { id: 'anthropic/claude-c', name: 'Claude C', providerName: 'anthropic' },
      { id: 'anthropic/claude-a', name: 'Claude A', providerName: 'anthropic' }
    ])
    expect(model.listRequests).toHaveLength(3)
  })
})
