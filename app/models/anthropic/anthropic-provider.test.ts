import { describe, expect, it } from 'vitest'
import type { ModelMessage } from '../model'
import { collect, createEndpoints, live, request } from '../testing/providers-under-test'
import { anthropic } from './descriptor'
import { requestFor } from './anthropic-provider'

const { endpoint, answering } = createEndpoints((access) => anthropic.create(access))

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
      model: 'some-model',
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

  it("CHAT-11: sends the user's attached images as images and those of a server as text", async () => {
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

  it('CHAT-11: describes what the model cannot read, and never sends its bytes', async () => {
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

describe('the cached part of the next request', () => {
  it('is requested only from the vendor', () => {
    expect(requestFor('https://api.anthropic.com', request(), anthropic.limits)).toMatchObject({
      cache_control: { type: 'ephemeral' }
    })
    for (const other of ['https://gateway.example', 'https://api.anthropic.com.evil.example', 'no url'])
      expect(requestFor(other, request(), anthropic.limits)).not.toHaveProperty('cache_control')
  })

  it('includes cached tokens in the input', async () => {
    const usage = { inputTokens: 3, outputTokens: 7, cachedTokens: 2_000 }
    const { provider } = await answering({ text: 'ok', usage })
    const { parts } = await collect(provider.stream(request(), live()))
    expect(parts.at(-1)).toMatchObject({ usage: { inputTokens: 2_003, outputTokens: 7 } })
  })
})

describe('the list of models', () => {
  it("is read page by page, in the provider's order, without retired models", async () => {
    const models = [
      { id: 'claude-c', name: 'Claude C' },
      { id: 'claude-b', name: 'Claude B', lifecycle: 'retired' as const },
      { id: 'claude-a', name: 'Claude A', lifecycle: 'active' as const }
    ]
    const { model, provider } = await endpoint({ script: () => ({}), models, modelPageSize: 1 })
    expect(await provider.listModels(live())).toEqual([
      { id: 'vendor/claude-c', name: 'Claude C', providerName: 'vendor' },
      { id: 'vendor/claude-a', name: 'Claude A', providerName: 'vendor' }
    ])
    expect(model.listRequests).toHaveLength(3)
  })
})
