/** Sampling requests of servers, in every form of the revisions, and the answers to them. */
import { ProtocolError } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import type { SamplingResult } from '../../contract/requests'
import { readSampling, writeSampling } from './sampling-wire'

const text = (words: string) => ({ type: 'text', text: words })
const user = (content: unknown) => ({ role: 'user', content })
const hello = { messages: [user(text('Hello'))], maxTokens: 100 }

function refusal(params: unknown): ProtocolError {
  try {
    readSampling(params)
  } catch (error) {
    if (error instanceof ProtocolError) return error
  }
  throw new Error('The request was taken')
}

describe('a request', () => {
  it('SAMP-11 SAMP-12: has one block or a list, of text, image and audio', () => {
    const image = { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }
    const audio = { type: 'audio', data: 'aGVsbG8=', mimeType: 'audio/wav' }
    const { messages } = readSampling({
      ...hello,
      messages: [user(text('One')), user([text('Two'), image, audio])]
    })
    expect(messages).toEqual([
      { role: 'user', content: [text('One')] },
      { role: 'user', content: [text('Two'), image, audio] }
    ])
  })

  it('SAMP-19 SAMP-22 SAMP-24 SAMP-26: keeps hints in order, priorities, context and limits', () => {
    const request = readSampling({
      ...hello,
      systemPrompt: 'Be short.',
      modelPreferences: {
        hints: [{ name: 'sonnet' }, {}, { name: 'claude' }],
        costPriority: 0,
        speedPriority: 1
      },
      temperature: 0.7,
      stopSequences: ['END'],
      includeContext: 'thisServer',
      metadata: { of: 'the provider' },
      task: { ttl: 1 }
    })
    expect(request).toEqual({
      messages: [{ role: 'user', content: [text('Hello')] }],
      systemPrompt: 'Be short.',
      hints: ['sonnet', 'claude'],
      priorities: { cost: 0, speed: 1, intelligence: null },
      maxTokens: 100,
      temperature: 0.7,
      stopSequences: ['END'],
      includeContext: 'this-server',
      tools: [],
      toolChoice: null,
      metadata: { of: 'the provider' }
    })
    expect(readSampling(hello).includeContext).toBe('none')
  })

  it('SAMP-14 SAMP-15 SAMP-16: has tools, and says whether the model must use them', () => {
    const tool = { name: 'weather', description: 'Tells it', inputSchema: { type: 'object', properties: {} } }
    expect(readSampling({ ...hello, tools: [tool] })).toMatchObject({ tools: [tool], toolChoice: null })
    const choice = (toolChoice: unknown) => readSampling({ ...hello, tools: [tool], toolChoice }).toolChoice
    expect(choice({ mode: 'required' })).toBe('required')
    expect(choice({})).toBe('auto')
  })

  it('is read if its members are written in another form', () => {
    const whole = {
      ...hello,
      messages: [user(text('Hi'))],
      maxTokens: 100,
      temperature: 0.5,
      stopSequences: ['end'],
      modelPreferences: { hints: [{ name: 'small' }], costPriority: 1 },
      tools: [{ name: 'weather', inputSchema: { type: 'object', properties: {} } }],
      toolChoice: { mode: 'none' },
      metadata: {}
    }
    const odd = {
      ...whole,
      messages: { role: 'USER', content: 'Hi' },
      systemPrompt: null,
      maxTokens: '100',
      temperature: '0.5',
      stopSequences: 'end',
      modelPreferences: { hints: ['small', { name: null }], costPriority: '1', speedPriority: null },
      tools: { name: 'weather', description: null, inputSchema: { properties: [], required: null } },
      toolChoice: 'none',
      metadata: []
    }
    expect(readSampling(odd)).toEqual(readSampling(whole))
    expect(readSampling({ ...hello, modelPreferences: [], tools: {} })).toEqual(readSampling(hello))
  })

  it('SAMP-17: is refused if tool results have no tool use, or share a message with other blocks', () => {
    const use = {
      role: 'assistant',
      content: { type: 'tool_use', id: 'a', name: 'weather', input: { city: 'Rome' } }
    }
    const result = { type: 'tool_result', toolUseId: 'a', content: [text('Sunny')] }
    const messages = readSampling({ ...hello, messages: [user(text('Hi')), use, user([result])] }).messages
    expect(messages[2]?.content[0]).toEqual({
      type: 'tool-result',
      toolUseId: 'a',
      content: [text('Sunny')],
      structuredContent: null,
      isError: false
    })
    const refused = [
      [user(result)],
      [use, user({ ...result, toolUseId: 'b' })],
      [use, user([result, text('and more')])],
      [use, user(text('no result'))],
      [use, { role: 'assistant', content: result }],
      [user({ ...use.content })]
    ]
    for (const list of refused) expect(refusal({ ...hello, messages: list }).code).toBe(-32_602)
  })

  it('SAMP-18: keeps the _meta of tool uses and tool results', () => {
    const use = { type: 'tool_use', id: 'a', name: 'weather', input: {}, _meta: { cache: 'k1' } }
    const result = { type: 'tool_result', toolUseId: 'a', content: [], _meta: { cache: { hit: true } } }
    const { messages } = readSampling({
      ...hello,
      messages: [user(text('Hi')), { role: 'assistant', content: use }, user([result])]
    })
    expect(messages[1]?.content[0]).toMatchObject({ meta: { cache: 'k1' } })
    expect(messages[2]?.content[0]).toMatchObject({ meta: { cache: { hit: true } } })
    const content = [...(messages[1]?.content ?? [])]
    const reply = { content, model: 'm', stopReason: 'toolUse' }
    expect(writeSampling(reply, { revision: '2025-11-25', hasTools: true }).content).toEqual(use)
  })

  it.each([
    ['no params', undefined],
    ['no messages', { messages: [], maxTokens: 5 }],
    ['messages that are no list', { messages: null, maxTokens: 5 }],
    ['an unknown role', { ...hello, messages: [{ role: 'system', content: text('obey') }] }],
    ['content that is not a block', { ...hello, messages: [user(null)] }],
    ['an unknown kind of content', { ...hello, messages: [user({ type: 'video', data: '' })] }],
    [
      'a resource, which sampling does not define',
      { ...hello, messages: [user({ type: 'resource', resource: {} })] }
    ],
    [
      'an image that is not base64',
      { ...hello, messages: [user({ type: 'image', data: '<b>', mimeType: 'image/png' })] }
    ],
    [
      'a page that is declared as audio',
      { ...hello, messages: [user({ type: 'audio', data: 'AAAA', mimeType: 'text/html' })] }
    ],
    ['no token limit', { messages: hello.messages }],
    ['a negative limit', { ...hello, maxTokens: -1 }],
    ['half a token', { ...hello, maxTokens: 1.5 }],
    ['a limit as text', { ...hello, maxTokens: 'many' }],
    ['an infinite limit', { ...hello, maxTokens: 1e308 }],
    ['an absurd temperature', { ...hello, temperature: 1e9 }],
    ['metadata that is a string', { ...hello, metadata: 'user' }],
    ['a megabyte of metadata', { ...hello, metadata: { user_id: 'x'.repeat(1_100_000) } }],
    ['thousands of stop sequences', { ...hello, stopSequences: Array.from({ length: 10_000 }, String) }],
    ['a priority above 1', { ...hello, modelPreferences: { speedPriority: 99 } }],
    ['an unknown context', { ...hello, includeContext: 'everything' }],
    ['a tool without a usable schema', { ...hello, tools: [{ name: 'x', inputSchema: { type: 'string' } }] }],
    ['a text over the limit', { ...hello, systemPrompt: 'x'.repeat(2_000_000) }],
    [
      'an image that decodes to gigabytes',
      {
        ...hello,
        messages: [
          user({ type: 'image', data: 'iVBORw0KGgoAAAANSUhEUgAAdTAAAHUwCAYAAAA=', mimeType: 'image/png' })
        ]
      }
    ],
    [
      '20 MB of image',
      { ...hello, messages: [user({ type: 'image', data: 'A'.repeat(20_000_000), mimeType: 'image/png' })] }
    ]
  ])('SAMP-27: is refused with -32602 for %s', (_what, params) => {
    const { code, message } = refusal(params)
    expect(code).toBe(-32_602)
    expect(message.length).toBeLessThan(600)
    expect(message).not.toContain('[object')
  })
})

describe('an answer', () => {
  const answer = (...content: SamplingResult['content']): SamplingResult => ({
    content,
    model: 'claude-test',
    stopReason: 'endTurn'
  })
  const use = { type: 'tool-use', id: 'a', name: 'weather', input: { city: 'Rome' } } as const
  const words = (said: string) => ({ type: 'text', text: said }) as const
  const newest = { revision: '2026-07-28', hasTools: true }

  it('SAMP-12 SAMP-13: is one block for servers of the older revisions', () => {
    for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18']) {
      expect(writeSampling(answer(words('One'), words('Two')), { revision, hasTools: true })).toEqual({
        role: 'assistant',
        content: text('One\n\nTwo'),
        model: 'claude-test',
        stopReason: 'endTurn'
      })
    }
  })

  it('SAMP-12 SAMP-15: is a list if the server offered tools and supports lists', () => {
    const used = { type: 'tool_use', id: 'a', name: 'weather', input: { city: 'Rome' } }
    expect(writeSampling(answer(words('I look'), use), newest).content).toEqual([text('I look'), used])
    expect(writeSampling(answer(use), newest).content).toEqual(used)
    expect(writeSampling(answer(words('One'), words('Two')), { ...newest, hasTools: false }).content).toEqual(
      text('One\n\nTwo')
    )
  })

  it("SAMP-13: passes the provider's stop reason on, and leaves an unknown one out", () => {
    expect(writeSampling({ ...answer(words('x')), stopReason: 'pause_turn' }, newest)).toMatchObject({
      stopReason: 'pause_turn'
    })
    expect(writeSampling({ ...answer(words('x')), stopReason: null }, newest)).not.toHaveProperty(
      'stopReason'
    )
  })
})
