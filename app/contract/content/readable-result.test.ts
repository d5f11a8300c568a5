import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../content-blocks'
import type { JsonValue } from '../json'
import { readableResult, repeatsData } from './readable-result'

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const image: ContentBlock = { type: 'image', mimeType: 'image/png', data: 'AAEC' }

describe('structured content', () => {
  const data = { degrees: 21, sky: ['blue'] }
  const json = text('{"degrees":21,"sky":["blue"]}')

  it.each([
    ['nothing else', [], [json]],
    ['different text', [text('It is warm.')], [text('It is warm.'), json]],
    ['a picture alone', [image], [image, json]],
    ['the same data in another order and format', [text('{ "sky": ["blue"],\n"degrees": 21 }')], null],
    ['the same data between other text', [text('Here:'), json], null],
    ['the same data in two blocks', [text('{"degrees":21,'), text('"sky":["blue"]}')], null],
    ['other data', [text('{"degrees":22,"sky":["blue"]}')], [text('{"degrees":22,"sky":["blue"]}'), json]]
  ] as const)('beside %s', (_what, content: readonly ContentBlock[], read) => {
    expect(readableResult({ content, structuredContent: data })).toEqual(read ?? content)
  })

  it('changes nothing when it is absent', () => {
    expect(readableResult({ content: [image], structuredContent: null })).toEqual([image])
    expect(readableResult({ content: [], structuredContent: null })).toEqual([])
  })

  it('omits data that was cut from a text equal to it, and keeps it next to a different cut text', () => {
    const kept = { length: 40, shown: 20 }
    for (const indent of [0, 2]) {
      const cut = [text(JSON.stringify(data, null, indent).slice(0, 20))]
      expect(readableResult({ content: cut, structuredContent: data, kept })).toEqual(cut)
      expect(readableResult({ content: cut, structuredContent: data })).toEqual([...cut, json])
    }
    const words = [text('Line after line')]
    expect(readableResult({ content: words, structuredContent: data, kept })).toEqual([...words, json])
  })
})

it.each<[string, JsonValue, boolean]>([
  ['line 1\nline 2', { content: 'line 1\nline 2' }, true],
  ['line 1', { content: 'line 1', size: 6 }, false],
  ['[{"name":"Ada"}]', { entities: [{ name: 'Ada' }] }, true],
  ['[{"name":"Ada"}]', { entities: [{ name: 'Ada' }], total: 9 }, false],
  ['words', 'words', false],
  ['null', { one: null }, true],
  ['', { a: 1 }, false],
  ['{"__proto__":{"a":1}}', {}, false]
])('%j repeats %j: %s', (words, data, repeats) => {
  expect(repeatsData(words, data)).toBe(repeats)
})
