import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../contract/content-blocks'
import type { Message, MessagePart, ToolCallPart } from '../contract/conversations'
import { generateMessageTexts, listMessageTexts } from './message-texts'
import { called, createTestMessage, createTextPart } from './testing/sample-messages'
import { quote } from '../texts/render-localized'

const read = (part: MessagePart, role: Message['role'] = 'assistant') =>
  [...generateMessageTexts(createTestMessage(role, [part], 1))].map(({ author, order, text }) => ({
    author,
    order,
    text
  }))
const person = { type: 'person', serverName: null } as const
const model = { type: 'model' } as const
const notes = { type: 'tool', serverName: 'notes', toolName: 'read' } as const
const text = (words: string): ContentBlock => ({ type: 'text', text: words })

describe('the author of a text', () => {
  it('is the user, or the model in a step of its answer', () => {
    expect(read(createTextPart('Hello', 0), 'user')).toEqual([{ author: person, order: 0, text: 'Hello' }])
    expect(read(createTextPart('Hello', 3))).toEqual([{ author: model, order: 6, text: 'Hello' }])
    expect(read(createTextPart(''))).toEqual([])
  })

  it('is the user writing to a server when the user filled in a call', () => {
    const request: MessagePart = {
      type: 'tool-request',
      serverName: 'shell',
      toolName: 'run',
      arguments: { command: 'ls' }
    }
    expect(read(request, 'user')).toEqual([
      { author: { type: 'person', serverName: 'shell' }, order: 0, text: 'command\nls' }
    ])
  })

  it('is an attached resource, with its address and name', () => {
    const contents = [
      { uri: 'note:///1', mimeType: null, text: 'one', blob: null },
      { uri: 'note:///2', mimeType: null, text: null, blob: 'AAAA' },
      { uri: 'note:///3', mimeType: null, text: 'three', blob: null }
    ]
    const part = {
      type: 'resource',
      serverName: 'notes',
      uri: 'note:///',
      name: 'All',
      mimeType: null,
      contents
    }
    const by = { author: { type: 'resource', serverName: 'notes', uri: 'note:///' }, order: 0 }
    expect(read({ ...part, readAt: 1, hasChanged: false } as MessagePart, 'user')).toEqual([
      { ...by, text: 'note:///\nAll' },
      { ...by, text: 'one\nthree' }
    ])
  })

  it('is the user for a file that they added: its name and the beginning of its text, at any length', () => {
    const part = { type: 'file', name: 'a.txt', mimeType: 'text/plain', size: 1, data: null } as const
    expect(read({ ...part, text: 'one' }, 'user')).toEqual([{ author: person, order: 0, text: 'a.txt\none' }])
    const [long] = read({ ...part, text: 'x'.repeat(4_000_000) }, 'user')
    expect(long?.text.length).toBe('a.txt\n'.length + 100 * 1024)
    expect(read({ ...part, text: null, data: 'AAAA' }, 'user')).toEqual([
      { author: person, order: 0, text: 'a.txt' }
    ])
  })

  it('is a prompt, except for what the user filled in', () => {
    const messages = [
      { role: 'user', content: text('Explain') },
      {
        role: 'assistant',
        content: { type: 'resource', uri: 'a:b', mimeType: null, text: 'code', blob: null }
      }
    ]
    const part = {
      type: 'prompt',
      serverName: 'code',
      name: 'explain',
      arguments: { what: 'tea', how: 'well' },
      messages
    }
    const by = { author: { type: 'prompt', serverName: 'code', name: 'explain' }, order: 0 }
    expect(read(part as MessagePart, 'user')).toEqual([
      { author: person, order: 0, text: 'tea\nwell' },
      { ...by, text: 'Explain\ncode' },
      { ...by, text: 'a:b' }
    ])
  })

  it('is missing for text of Parley', () => {
    expect(read({ type: 'note', step: 0, serverName: 'a', text: quote('Noted.'), isForModel: true })).toEqual(
      []
    )
    const tools = [{ serverName: 'a', name: 'b', description: 'c' }]
    expect(read({ type: 'tool-suggestions', step: 0, tools })).toEqual([])
  })
})

describe('a call', () => {
  const ofCall = (more: Partial<ToolCallPart>) => read(called('notes', 'the result', more))

  it('is requested by the model and answered by the tool later', () => {
    expect(ofCall({ step: 2, arguments: { path: 'x' } })).toEqual([
      { author: model, order: 4, text: 'path\nx' },
      { author: notes, order: 5, text: 'the result' }
    ])
  })

  it('contributes only the request if it has no server', () => {
    expect(ofCall({ serverName: null, arguments: { path: 'x' } })).toEqual([
      { author: model, order: 0, text: 'path\nx' }
    ])
  })

  it.each(['preparing', 'waiting-for-approval', 'running', 'denied', 'cancelled'] as const)(
    'contributes nothing while it is %s',
    (state) => {
      expect(ofCall({ state, structuredContent: { a: 'b' } })).toEqual([])
    }
  )

  it("contributes its failure, possibly in the server's text", () => {
    const failure = { code: 'TOOL_ERROR', message: 'Not today.' } as const
    expect(ofCall({ state: 'failed', failure })).toEqual([{ author: notes, order: 1, text: 'Not today.' }])
    expect(ofCall({ state: 'failed' })).toEqual([])
  })

  it('keeps names and structure separate from text', () => {
    const content: ContentBlock[] = [
      text('words'),
      { type: 'resource', uri: 'a:1', mimeType: null, text: 'inner', blob: null },
      { type: 'resource', uri: 'a:2', mimeType: null, text: null, blob: 'AAAA' },
      { type: 'resource-link', uri: 'a:3', name: 'Third', description: 'the last', mimeType: null },
      { type: 'resource-link', uri: 'a:4', name: 'Fourth', description: null, mimeType: null },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
      { type: 'unknown', raw: { odd: 'thing' } }
    ]
    expect(ofCall({ content, structuredContent: { sum: 12, list: ['x', true, null] } })).toEqual([
      { author: notes, order: 1, text: 'words\ninner' },
      { author: notes, order: 1, text: 'a:1\na:2\na:3\nThird\nthe last\na:4\nFourth' },
      { author: notes, order: 1, text: 'odd\nthing' },
      { author: notes, order: 1, text: 'sum\n12\nlist\nx' }
    ])
  })

  it('includes what does not match its schema', () => {
    const outputProblems = [{ path: '/a', message: quote('is no number') }]
    expect(ofCall({ outputProblems })).toEqual([
      { author: notes, order: 1, text: 'the result' },
      { author: notes, order: 1, text: '/a\nis no number' }
    ])
  })

  it("includes the user's changes to a result as the user's text", () => {
    const review = { decision: 'changed', content: [text('mine')] } as const
    expect(ofCall({ review: { ...review, content: [...review.content] } })).toEqual([
      { author: notes, order: 1, text: 'the result' },
      { author: model, order: 1.5, text: 'mine' }
    ])
    for (const other of [{ decision: 'changed' }, { decision: 'passed', content: [text('mine')] }] as const)
      expect(ofCall({ review: other as NonNullable<ToolCallPart['review']> })).toHaveLength(1)
  })
})

describe('a text of a server', () => {
  it('is reduced to what a user can see', () => {
    expect(read(called('notes', 'a\u200bb\u001b[31mc'))).toMatchObject([{ text: 'abc' }])
    expect(read(createTextPart('a\u200bb'), 'user')).toMatchObject([{ text: 'a\u200bb' }])
  })

  it('is limited to what a model reads, not counting invisible characters', () => {
    const [{ text: cut } = { text: '' }] = read(
      called('notes', `${'\u200b'.repeat(500)}${'x'.repeat(200_000)}`)
    )
    expect(cut).toBe('x'.repeat(100 * 1024))
    expect(read(createTextPart('x'.repeat(200_000)))[0]?.text).toHaveLength(200_000)
  })

  it('includes the last text that a model reads, no matter what is between and beside it', () => {
    const last = 'the last words'
    const lengths = [50 * 1024, 50 * 1024 - last.length]
    const words = lengths.map((length) => text('x'.repeat(length)))
    const link = {
      type: 'resource-link',
      uri: `a:${'y'.repeat(5_000)}`,
      name: 'Long',
      description: null,
      mimeType: null
    } as const
    const odd = { type: 'unknown', raw: 'z'.repeat(50_000) } as const
    const outputProblems = [{ path: '/a', message: quote('is no number') }]
    const [first] = read(called('notes', '', { content: [link, odd, ...words, text(last)], outputProblems }))
    expect(first?.text.endsWith(`\n${last}`)).toBe(true)
    const texts = [...lengths.map((length) => 'x'.repeat(length)), last]
    const contents = texts.map((each) => ({ uri: 'a:b', mimeType: null, text: each, blob: null }))
    const part = { type: 'resource', serverName: 'notes', uri: 'a:b', name: 'All', mimeType: null, contents }
    expect(read(part as unknown as MessagePart, 'user')[1]?.text.endsWith(`\n${last}`)).toBe(true)
  })
})

describe('the key of a text', () => {
  const keysOf = (...parts: MessagePart[]) =>
    [...generateMessageTexts(createTestMessage('assistant', parts, 1))].map(({ key }) => key)

  it('distinguishes texts of one message', () => {
    const keys = keysOf(
      createTextPart('same'),
      createTextPart('same'),
      called('notes', 'same', { structuredContent: 'same' })
    )
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toHaveLength(4)
  })

  it('changes when the text has grown, or the call or its review has changed', () => {
    expect(keysOf(createTextPart('ab'))).toEqual(keysOf(createTextPart('cd')))
    expect(keysOf(createTextPart('ab'))).not.toEqual(keysOf(createTextPart('abc')))
    expect(keysOf(createTextPart('ab', 1))).not.toEqual(keysOf(createTextPart('ab')))
    const failure = { code: 'TOOL_ERROR', message: 'the result' } as const
    const [done] = keysOf(called('notes', 'the result'))
    expect(keysOf(called('notes', '', { state: 'failed', failure }))).not.toEqual([done])
    expect(keysOf(called('notes', 'the result', { review: { decision: 'passed' } }))).not.toEqual([done])
  })
})

describe('listing all texts of a value', () => {
  it.each([
    ['texts and numbers', ['a', 7, 0.5], ['a', '7', '0.5']],
    ['names before their values', { a: 'x', b: { c: 'y' } }, ['a', 'x', 'b', 'c', 'y']],
    ['in their order', [['a', ['b']], 'c'], ['a', 'b', 'c']],
    ['nothing for booleans and null', [true, false, null], []],
    ['a single text', 'x', ['x']],
    ['nothing for null', null, []]
  ])('returns %s', (_what, value, expected) => {
    expect(listMessageTexts(value)).toEqual(expected)
  })

  it('returns only the first of a very large value', () => {
    const words = listMessageTexts(Array.from({ length: 30_000 }, (_, at) => `number ${at}`))
    expect(words[0]).toBe('number 0')
    expect(words.join('\n').length).toBeGreaterThan(100 * 1024 - 1)
    expect(words.join('\n').length).toBeLessThan(100 * 1024 + 20)
  })
})
