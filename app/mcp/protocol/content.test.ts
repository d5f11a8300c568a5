/** Blocks of results as servers send them, and what is made of those that are odd. */
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
      'TOOL-19: a link by its address',
      { type: 'resource_link', uri: 'a:b', name: 7 },
      { type: 'resource-link', uri: 'a:b', name: 'a:b', description: null, mimeType: null }
    ]
  ])('%s', (_what, given, expected) => {
    expect(toContentBlocks([given])).toEqual([expected])
  })

  it.each<[string, unknown]>([
    ['of another kind', { type: 'video', data: 'AAAA' }],
    ['of no kind', { text: 'tea' }],
    ['text without text', { type: 'text', text: 7 }],
    ['an image without data', { type: 'image', mimeType: 'image/png' }],
    ['a sound without a type', { type: 'audio', data: 'AAAA' }],
    ['a resource without content', { type: 'resource', resource: { uri: 'a:b' } }],
    ['a resource without an address', { type: 'resource', resource: { text: 'tea' } }],
    ['a resource that is none', { type: 'resource', resource: ['a:b'] }],
    ['a link without an address', { type: 'resource_link', name: 'b' }],
    ['no object', 'tea'],
    ['a list', [1, 2]],
    ['nothing', null]
  ])('TOOL-21: %s is kept as it came', (_what, given) => {
    expect(toContentBlocks([given])).toEqual([{ type: 'unknown', raw: given }])
  })

  it('TOOL-21: that nests without end is left out, and costs no other', () => {
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

it('what is no list counts as one block, and nothing as none', () => {
  expect(toContentBlocks({ type: 'text', text: 'tea' })).toEqual([{ type: 'text', text: 'tea' }])
  expect(toContentBlocks(undefined)).toEqual([])
  expect(toContentBlocks(null)).toEqual([])
  expect(toContentBlocks([])).toEqual([])
})

describe('META-13 META-14: whom a block is for, and how much it matters', () => {
  const annotationsOf = (annotations: unknown, block: object = { type: 'text', text: 'tea' }) => {
    const [one] = toContentBlocks([{ ...block, annotations }])
    return (one as { annotations?: unknown }).annotations
  }

  it.each<[string, unknown, object | undefined]>([
    ['the person', { audience: ['user'] }, { audience: ['user'], priority: null }],
    ['the model', { audience: ['assistant', 'robot'] }, { audience: ['assistant'], priority: null }],
    [
      'both, once each',
      { audience: ['assistant', 'user', 'user'] },
      { audience: ['user', 'assistant'], priority: null }
    ],
    ['much', { priority: 1 }, { audience: [], priority: 1 }],
    ['not at all', { priority: 0 }, { audience: [], priority: 0 }],
    ['too much', { priority: 1.5 }, undefined],
    ['less than nothing', { priority: -0.1 }, undefined],
    ['no number', { priority: '1' }, undefined],
    ['nobody that is known', { audience: ['robot'] }, undefined],
    ['no list', { audience: 'user' }, undefined],
    ['no object', 'user', undefined]
  ])('%s', (_what, given, expected) => {
    expect(annotationsOf(given)).toEqual(expected)
  })

  it('is read inside of a resource as well, where it does not stand beside it', () => {
    const resource = { uri: 'a:b', text: 'tea', annotations: { priority: 0.5 } }
    expect(annotationsOf(undefined, { type: 'resource', resource })).toEqual({ audience: [], priority: 0.5 })
    expect(annotationsOf({ priority: 1 }, { type: 'resource', resource })).toEqual({
      audience: [],
      priority: 1
    })
    expect(annotationsOf(undefined, { type: 'text', text: 'tea', resource })).toBeUndefined()
  })
})
