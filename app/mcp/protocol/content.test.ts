/** Blocks of results as servers send them, including invalid ones. */
import { describe, expect, it } from 'vitest'
import { isFitToKeep, toContentBlocks } from './content'

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

describe('a block', () => {
  it.each<[string, object, object]>([
    ['TOOL-17: text', { type: 'text', text: 'tea' }, { type: 'text', text: 'tea' }],
    [
      'TOOL-17: an image',
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' }
    ],
    [
      'TOOL-18: a sound',
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }
    ],
    [
      'TOOL-20: a resource with text',
      { type: 'resource', resource: { uri: 'a:b', mimeType: 'text/plain', text: 'tea' } },
      { type: 'resource', uri: 'a:b', mimeType: 'text/plain', text: 'tea', blob: null }
    ],
    [
      'TOOL-20: a resource with bytes, of no type',
      { type: 'resource', resource: { uri: 'a:b', mimeType: 7, blob: 'AAAA' } },
      { type: 'resource', uri: 'a:b', mimeType: null, text: null, blob: 'AAAA' }
    ],
    [
      'TOOL-19: a link to a resource, by its title',
      {
        type: 'resource_link',
        uri: 'a:b',
        name: 'b',
        title: 'B',
        description: 'the b',
        mimeType: 'text/plain'
      },
      { type: 'resource-link', uri: 'a:b', name: 'B', description: 'the b', mimeType: 'text/plain' }
    ],
    [
      'TOOL-19: a link by its name',
      { type: 'resource_link', uri: 'a:b', name: 'b' },
      { type: 'resource-link', uri: 'a:b', name: 'b', description: null, mimeType: null }
    ],
    [
      'TOOL-19: a link by its URI',
      { type: 'resource_link', uri: 'a:b', name: 7 },
      { type: 'resource-link', uri: 'a:b', name: 'a:b', description: null, mimeType: null }
    ]
  ])('%s', (_what, given, expected) => {
    expect(toContentBlocks([given])).toEqual([expected])
  })

  it.each<[string, unknown]>([
    ['a block of an unknown type', { type: 'video', data: 'AAAA' }],
    ['a block without a type', { words: 'tea' }],
    ['text without text', { type: 'text' }],
    ['text that is an object', { type: 'text', text: { a: 1 } }],
    ['an image without data', { type: 'image', mimeType: 'image/png' }],
    ['a sound without a type', { type: 'audio', data: 'AAAA' }],
    ['a resource without content', { type: 'resource', resource: { uri: 'a:b' } }],
    ['a resource without a URI', { type: 'resource', resource: { text: 'tea' } }],
    ['a resource that is not an object', { type: 'resource', resource: ['a:b'] }],
    ['a link without a URI', { type: 'resource_link', name: 'b' }],
    ['a list', [1, 2]],
    ['nothing', null]
  ])('TOOL-21: %s is kept unchanged', (_what, given) => {
    expect(toContentBlocks([given])).toEqual([{ type: 'unknown', raw: given }])
  })

  it('TOOL-21: is left out if it nests endlessly, and the other blocks are kept', () => {
    expect(
      toContentBlocks([
        { type: 'odd', inner: deep(100) },
        { type: 'text', text: 'tea' }
      ])
    ).toEqual([
      { type: 'unknown', raw: '[left out: nests too deeply]' },
      { type: 'text', text: 'tea' }
    ])
    expect(isFitToKeep(deep(65))).toBe(true)
    expect(isFitToKeep(deep(66))).toBe(false)
    expect(isFitToKeep(null)).toBe(true)
    expect(isFitToKeep(undefined)).toBe(false)
  })
})

describe('content in another form', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUg=='
  it.each<[string, unknown, object[]]>([
    ['a text instead of the list', 'tea', [{ type: 'text', text: 'tea' }]],
    [
      'texts instead of blocks',
      ['tea', 7, true],
      ['tea', '7', 'true'].map((text) => ({ type: 'text', text }))
    ],
    ['an object for an empty list', {}, []],
    ['a list with gaps', { 0: 'a', 2: 'b' }, ['a', 'b'].map((text) => ({ type: 'text', text }))],
    ['a block without a type', [{ text: 'tea' }], [{ type: 'text', text: 'tea' }]],
    ['a type in capitals', [{ type: 'TEXT', text: 'tea' }], [{ type: 'text', text: 'tea' }]],
    ['a text that is a number', [{ type: 'text', text: 7 }], [{ type: 'text', text: '7' }]],
    ['a text that is null', [{ type: 'text', text: null }], [{ type: 'text', text: '' }]],
    [
      'annotations as a list',
      [{ type: 'text', text: 'tea', annotations: [] }],
      [{ type: 'text', text: 'tea' }]
    ],
    [
      'a picture without a type',
      [{ type: 'image', data: png }],
      [{ type: 'image', mimeType: 'image/png', data: png }]
    ],
    [
      'a picture whose type is null',
      [{ type: 'image', data: png, mimeType: null }],
      [{ type: 'image', mimeType: 'image/png', data: png }]
    ],
    [
      'a data URL instead of base64',
      [{ type: 'image', data: `data:image/png;base64,${png}` }],
      [{ type: 'image', mimeType: 'image/png', data: png }]
    ],
    [
      'a resource whose bytes are a data URL',
      [{ type: 'resource', resource: { uri: 'a:b', mimeType: null, blob: 'data:image/gif;base64,R0lG' } }],
      [{ type: 'resource', uri: 'a:b', mimeType: 'image/gif', text: null, blob: 'R0lG' }]
    ],
    [
      'a resource without its wrapper',
      [{ type: 'resource', uri: 'a:b', text: 'tea' }],
      [{ type: 'resource', uri: 'a:b', mimeType: null, text: 'tea', blob: null }]
    ],
    [
      'a resource whose text is an object',
      [{ type: 'resource', resource: { uri: 'a:b', text: { c: 1 } } }],
      [{ type: 'resource', uri: 'a:b', mimeType: null, text: '{"c":1}', blob: null }]
    ]
  ])('reads %s', (_what, given, expected) => {
    expect(toContentBlocks(given)).toEqual(expected)
  })
})

it('counts as one block if it is no list, and as none if it is missing', () => {
  expect(toContentBlocks({ type: 'text', text: 'tea' })).toEqual([{ type: 'text', text: 'tea' }])
  expect(toContentBlocks(undefined)).toEqual([])
  expect(toContentBlocks(null)).toEqual([])
  expect(toContentBlocks([])).toEqual([])
})

describe('META-13 META-14: audience and priority of a block', () => {
  const annotationsOf = (annotations: unknown, block: object = { type: 'text', text: 'tea' }) => {
    const [one] = toContentBlocks([{ ...block, annotations }])
    return (one as { annotations?: unknown }).annotations
  }

  it.each<[string, unknown, object | undefined]>([
    ['the user', { audience: ['user'] }, { audience: ['user'], priority: null }],
    ['the model', { audience: ['assistant', 'robot'] }, { audience: ['assistant'], priority: null }],
    [
      'both, once each',
      { audience: ['assistant', 'user', 'user'] },
      { audience: ['user', 'assistant'], priority: null }
    ],
    ['the highest priority', { priority: 1 }, { audience: [], priority: 1 }],
    ['the lowest priority', { priority: 0 }, { audience: [], priority: 0 }],
    ['a priority above 1', { priority: 1.5 }, undefined],
    ['a priority below 0', { priority: -0.1 }, undefined],
    ['a number as text', { priority: '1' }, { audience: [], priority: 1 }],
    ['a priority that is not a number', { priority: 'high' }, undefined],
    ['an unknown audience', { audience: ['robot'] }, undefined],
    ['an audience outside of a list', { audience: 'user' }, { audience: ['user'], priority: null }],
    ['a value that is not an object', 'user', undefined]
  ])('%s', (_what, given, expected) => {
    expect(annotationsOf(given)).toEqual(expected)
  })

  it('is also read inside of a resource if the block has none', () => {
    const resource = { uri: 'a:b', text: 'tea', annotations: { priority: 0.5 } }
    expect(annotationsOf(undefined, { type: 'resource', resource })).toEqual({ audience: [], priority: 0.5 })
    expect(annotationsOf({ priority: 1 }, { type: 'resource', resource })).toEqual({
      audience: [],
      priority: 1
    })
    expect(annotationsOf(undefined, { type: 'text', text: 'tea', resource })).toBeUndefined()
  })
})
