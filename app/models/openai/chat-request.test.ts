import { describe, expect, it } from 'vitest'
import type { ModelMessage, ModelRequest } from '../model'
import { openAiCompatible } from './descriptor'
import { findApiDialect } from './api-dialect'
import { lowerTools } from '../tools/lower-tools'
import { toChatRequest } from './chat-request'
import { findToolRules } from './openai-tool-rules'
import { toResponsesRequest } from './responses-request'

const png = { type: 'image' as const, mimeType: 'image/png', data: 'iVBORw0KGgo=' }
const pictureUrl = 'data:image/png;base64,iVBORw0KGgo='

const conversation: readonly ModelMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'Look' }] },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I take one.' },
      { type: 'tool-call', id: 'toolu_1', name: 'shot', arguments: { size: 1 } }
    ]
  },
  {
    role: 'user',
    content: [
      { type: 'tool-result', id: 'toolu_1', isError: false, content: [{ type: 'text', text: 'a shot' }, png] }
    ]
  },
  { role: 'user', content: [{ type: 'text', text: 'And now?' }] }
]

const tool = {
  name: 'shot',
  description: 'Takes a shot',
  inputSchema: { type: 'object', anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }
}

function request(change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'some-model',
    systemPrompt: 'Be brief.',
    messages: conversation,
    tools: [],
    maxOutputTokens: 32_000,
    ...change
  }
}

const formOf = (baseUrl: string) => ({ limits: openAiCompatible.limits, dialect: findApiDialect(baseUrl) })
const local = formOf('http://127.0.0.1:11434/v1')
const openAi = formOf('https://api.openai.com/v1')
const mistral = formOf('https://api.mistral.ai/v1')

describe('a request for Chat Completions', () => {
  it('CHAT-01 CHAT-03: has the system prompt first, a message for each result, and its pictures in a user message', () => {
    expect(toChatRequest(request(), local).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: 'I take one.',
        tool_calls: [{ id: 'toolu_1', type: 'function', function: { name: 'shot', arguments: '{"size":1}' } }]
      },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'a shot\n\n[picture, shown below]' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[Pictures of the results above]' },
          { type: 'image_url', image_url: { url: pictureUrl } },
          { type: 'text', text: 'And now?' }
        ]
      }
    ])
  })

  it.each([
    ['http://127.0.0.1:8000/v1', ''],
    ['https://generativelanguage.googleapis.com/v1beta/openai', null]
  ])('gives an answer with only calls the text that the service accepts: %s', (baseUrl, content) => {
    const call = { type: 'tool-call' as const, id: 'toolu_1', name: 'shot', arguments: {} }
    const messages: ModelMessage[] = [{ role: 'assistant', content: [call] }]
    expect(toChatRequest(request({ messages }), formOf(baseUrl)).messages).toContainEqual(
      expect.objectContaining({ role: 'assistant', content })
    )
  })

  it('offers tools with an object at the root of their schema', () => {
    const tools = lowerTools(request({ tools: [tool] }), findToolRules('', 'm')).request.tools
    const sent = toChatRequest(request({ tools, toolChoice: 'required' }), local)
    expect(sent).toMatchObject({
      tool_choice: 'required',
      tools: [
        {
          type: 'function',
          function: {
            name: 'shot',
            description: 'Takes a shot',
            parameters: { type: 'object', properties: { a: {}, b: {} } }
          }
        }
      ]
    })
    expect(JSON.stringify(sent.tools)).not.toContain('anyOf')
    expect(toChatRequest(request({ toolChoice: 'none' }), local)).not.toHaveProperty('tool_choice')
  })

  it('limits the answer only on request, because a small model rejects a limit beyond its own', () => {
    expect(toChatRequest(request(), local)).not.toHaveProperty('max_tokens')
    expect(toChatRequest(request({ maxOutputTokens: 200 }), local)).toMatchObject({ max_tokens: 200 })
  })

  it('SAMP-16: carries up to four stop sequences, because services reject more', () => {
    const stopSequences = ['1', '2', '', '3', '4', '5']
    expect(toChatRequest(request({ stopSequences }), local).stop).toEqual(['1', '2', '3', '4'])
  })

  it('marks a failed call as failed', () => {
    const content = [{ type: 'text' as const, text: 'No such file' }]
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'tool-result', id: 't', isError: true, content }] }
    ]
    expect(toChatRequest(request({ messages }), local).messages.at(-1)).toMatchObject({
      role: 'tool',
      content: '[The call failed]\n\nNo such file'
    })
  })
})

describe('a request for Responses', () => {
  it('CHAT-01 CHAT-03: keeps calls, results and pictures as items, and asks the service to store nothing', () => {
    const sent = toResponsesRequest(request({ tools: [tool] }), openAi)
    expect(sent).toMatchObject({
      store: false,
      instructions: 'Be brief.',
      max_output_tokens: 32_000,
      tools: [{ type: 'function', name: 'shot', strict: false, parameters: { type: 'object' } }]
    })
    expect(sent.input).toEqual([
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: 'I take one.' },
      { type: 'function_call', call_id: 'toolu_1', name: 'shot', arguments: '{"size":1}' },
      {
        type: 'function_call_output',
        call_id: 'toolu_1',
        output: [
          { type: 'input_text', text: 'a shot' },
          { type: 'input_image', image_url: pictureUrl, detail: 'auto' }
        ]
      },
      { role: 'user', content: 'And now?' }
    ])
  })
})

describe('services with differences', () => {
  it('gives Mistral ids of nine letters and digits, the same for a call and its result', () => {
    const sent = JSON.parse(JSON.stringify(toChatRequest(request(), mistral).messages)) as {
      readonly tool_calls?: readonly { readonly id: string }[]
      readonly tool_call_id?: string
    }[]
    const called = sent.find(({ tool_calls: calls }) => calls)?.tool_calls?.[0]?.id
    expect(called).toMatch(/^[a-z0-9]{9}$/)
    expect(sent.find(({ tool_call_id: id }) => id)?.tool_call_id).toBe(called)
  })

  it('does not ask Mistral for token counts, which it sends anyway and rejects as an option', () => {
    expect(toChatRequest(request(), mistral)).not.toHaveProperty('stream_options')
    expect(toChatRequest(request(), local)).toMatchObject({ stream_options: { include_usage: true } })
  })

  it('sends a temperature to models that accept one, up to their maximum', () => {
    const sentTo = (model: string) => toChatRequest(request({ model, temperature: 2.5 }), local)
    expect(sentTo('llama3')).toMatchObject({ temperature: 2 })
    expect(sentTo('gpt-5.2')).not.toHaveProperty('temperature')
    const own = toResponsesRequest(request({ model: 'o3', temperature: 1 }), openAi)
    expect(own).not.toHaveProperty('temperature')
  })

  it.each([
    ['o3', null],
    ['gpt-5.2', null],
    ['openai/o4-mini', null],
    ['gpt-4.1', 2],
    ['llama3.3:70b', 2]
  ])('%s accepts a temperature up to %s', (model, highest) => {
    expect(openAiCompatible.highestTemperature(model)).toBe(highest)
  })
})

describe('a PDF', () => {
  const uri = 'file:///home/ada/plan'
  const block = {
    type: 'resource' as const,
    uri,
    mimeType: 'application/pdf',
    text: null,
    blob: 'JVBERi0='
  }
  const sent = (baseUrl: string, takesDocuments: boolean) =>
    JSON.stringify(
      toChatRequest(
        request({ messages: [{ role: 'user', content: [{ type: 'block', block }] }], takesDocuments }),
        formOf(baseUrl)
      ).messages.at(-1)
    )
  const file =
    '{"type":"file","file":{"filename":"file:///home/ada/plan.pdf","file_data":"data:application/pdf;base64,JVBERi0="}}'

  it('is sent as a file where the service supports it, to models that accept it', () => {
    expect(sent('https://openrouter.ai/api/v1', true)).toContain(file)
  })

  it.each([
    ['https://openrouter.ai/api/v1', false],
    ['https://api.mistral.ai/v1', true]
  ])('is only named: %s, requested for %s', (baseUrl, takesDocuments) => {
    const words = sent(baseUrl, takesDocuments)
    expect(words).not.toContain('JVBERi0=')
    expect(words).toContain(uri)
  })
})
