import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../contract/content-blocks'
import type { Message, MessagePart, ToolCallPart } from '../contract/conversations'
import { textsOf, listMessageTexts } from './message-texts'
import { called, createTestMessage, createTextPart } from './testing/sample-messages'
import { quote } from '../texts/render-localized'

const read = (part: MessagePart, role: Message['role'] = 'assistant') =>
  [...textsOf(createTestMessage(role, [part], 1))].map(({ author, order, text }) => ({ author, order, text }))
const person = { type: 'person', serverName: null } as const
const model = { type: 'model' } as const
const notes = { type: 'tool', serverName: 'notes', toolName: 'read' } as const
const text = (words: string): ContentBlock => ({ type: 'text', text: words })

describe('who brought a text', () => {
  it('the person, or the model in the step of its answer', () => {
    expect(read(createTextPart('Hello', 0), 'user')).toEqual([{ author: person, order: 0, text: 'Hello' }])
    expect(read(createTextPart('Hello', 3))).toEqual([{ author: model, order: 6, text: 'Hello' }])
    expect(read(createTextPart(''))).toEqual([])
  })

  it('the person to a server, where they filled in a call', () => {
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

  it('a resource that was attached, with its address and name', () => {
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

  it('the person, of a file that they added: its name and the beginning of its words, however long it is', () => {
    const part = { type: 'file', name: 'a.txt', mimeType: 'text/plain', size: 1, data: null } as const
    expect(read({ ...part, text: 'one' }, 'user')).toEqual([{ author: person, order: 0, text: 'a.txt\none' }])
    const [long] = read({ ...part, text: 'x'.repeat(4_000_000) }, 'user')
    expect(long?.text.length).toBe('a.txt\n'.length + 100 * 1024)
    expect(read({ ...part, text: null, data: 'AAAA' }, 'user')).toEqual([
      { author: person, order: 0, text: 'a.txt' }
    ])
  })

  it('a prompt, but for what the person filled in', () => {
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

  it('nobody, where Parley speaks', () => {
    expect(read({ type: 'note', step: 0, serverName: 'a', text: quote('Noted.'), isForModel: true })).toEqual(
      []
    )
    const tools = [{ serverName: 'a', name: 'b', description: 'c' }]
    expect(read({ type: 'tool-suggestions', step: 0, tools })).toEqual([])
  })
})

describe('a call', () => {
  const ofCall = (more: Partial<ToolCallPart>) => read(called('notes', 'the result', more))

  it('is asked for by the model and answered by the tool, later', () => {
    expect(ofCall({ step: 2, arguments: { path: 'x' } })).toEqual([
      { author: model, order: 4, text: 'path\nx' },
      { author: notes, order: 5, text: 'the result' }
    ])
  })

  it('of no server was only asked for', () => {
    expect(ofCall({ serverName: null, arguments: { path: 'x' } })).toEqual([
      { author: model, order: 0, text: 'path\nx' }
    ])
  })

  it.each(['preparing', 'waiting-for-approval', 'running', 'denied', 'cancelled'] as const)(
    'that is %s has brought nothing',
    (state) => {
      expect(ofCall({ state, structuredContent: { a: 'b' } })).toEqual([])
    }
  )

  it('that failed says so, perhaps in words of its server', () => {
    const failure = { code: 'TOOL_ERROR', message: 'Not today.' } as const
    expect(ofCall({ state: 'failed', failure })).toEqual([{ author: notes, order: 1, text: 'Not today.' }])
    expect(ofCall({ state: 'failed' })).toEqual([])
  })

  it('brings names and structure apart from words', () => {
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

  it('brings what does not fit its schema, too', () => {
    const outputProblems = [{ path: '/a', message: quote('is no number') }]
    expect(ofCall({ outputProblems })).toEqual([
      { author: notes, order: 1, text: 'the result' },
      { author: notes, order: 1, text: '/a\nis no number' }
    ])
  })

  it('that the person changed brings what they wrote as nobody else’s', () => {
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
  it('is what a person can see of it', () => {
    expect(read(called('notes', 'a\u200bb\u001b[31mc'))).toMatchObject([{ text: 'abc' }])
    expect(read(createTextPart('a\u200bb'), 'user')).toMatchObject([{ text: 'a\u200bb' }])
  })

  it('is no more than a model reads of it, counted without what can not be seen', () => {
    const [{ text: cut } = { text: '' }] = read(
      called('notes', `${'\u200b'.repeat(500)}${'x'.repeat(200_000)}`)
    )
    expect(cut).toBe('x'.repeat(100 * 1024))
    expect(read(createTextPart('x'.repeat(200_000)))[0]?.text).toHaveLength(200_000)
  })

  it('holds the last words that a model reads, whatever stands between and beside them', () => {
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
    [...textsOf(createTestMessage('assistant', parts, 1))].map(({ key }) => key)

  it('tells texts of one message apart', () => {
    const keys = keysOf(
      createTextPart('same'),
      createTextPart('same'),
      called('notes', 'same', { structuredContent: 'same' })
    )
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toHaveLength(4)
  })

  it('is another one when the text has grown, or the call or its review is another', () => {
    expect(keysOf(createTextPart('ab'))).toEqual(keysOf(createTextPart('cd')))
    expect(keysOf(createTextPart('ab'))).not.toEqual(keysOf(createTextPart('abc')))
    expect(keysOf(createTextPart('ab', 1))).not.toEqual(keysOf(createTextPart('ab')))
    const failure = { code: 'TOOL_ERROR', message: 'the result' } as const
    const [done] = keysOf(called('notes', 'the result'))
    expect(keysOf(called('notes', '', { state: 'failed', failure }))).not.toEqual([done])
    expect(keysOf(called('notes', 'the result', { review: { decision: 'passed' } }))).not.toEqual([done])
  })
})

describe('all words of a value', () => {
  it.each([
    ['texts and numbers', ['a', 7, 0.5], ['a', '7', '0.5']],
    ['names before what they stand for', { a: 'x', b: { c: 'y' } }, ['a', 'x', 'b', 'c', 'y']],
    ['in their order', [['a', ['b']], 'c'], ['a', 'b', 'c']],
    ['nothing of yes, no and nothing', [true, false, null], []],
    ['a text alone', 'x', ['x']],
    ['nothing of nothing', null, []]
  ])('%s', (_what, value, expected) => {
    expect(listMessageTexts(value)).toEqual(expected)
  })

  it('of a very large one the first', () => {
    const words = listMessageTexts(Array.from({ length: 30_000 }, (_, at) => `number ${at}`))
    expect(words[0]).toBe('number 0')
    expect(words.join('\n').length).toBeGreaterThan(100 * 1024 - 1)
    expect(words.join('\n').length).toBeLessThan(100 * 1024 + 20)
  })
})
