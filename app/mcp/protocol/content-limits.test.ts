/** What is kept of results that are too large, and how missing content is named. */
import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../../contract/content-blocks'
import { limitContent } from './content-limits'

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const image = (size: number): ContentBlock => ({
  type: 'image',
  mimeType: 'image/png',
  data: 'A'.repeat(size)
})
const size = (blocks: readonly ContentBlock[]) => JSON.stringify(blocks).length

describe('content within the limits', () => {
  it('stays unchanged', () => {
    const blocks = [text('hello'), image(4), { type: 'unknown', raw: { odd: true } } as const]
    expect(limitContent(blocks)).toEqual(blocks)
  })
})

describe('content beyond the limits', () => {
  it('loses the rest of a text and says how much', () => {
    const [kept] = limitContent([text('a'.repeat(20_000_000))])
    expect(kept).toMatchObject({ text: expect.stringMatching(/aaa… \[19000000 more characters left out\]$/) })
  })

  it('is limited over all blocks together', () => {
    const many = Array.from({ length: 50 }, () => text('b'.repeat(100_000)))
    expect(size(limitContent(many))).toBeLessThan(1_010_000)
  })

  it('loses an image completely and says its size, and keeps smaller later ones', () => {
    const [large, small] = limitContent([image(40 * 1_048_576), image(8)])
    expect(large).toEqual(
      text('[image of type image/png left out: 30 MB, more than the 9 MB that Parley keeps of one result]')
    )
    expect(small).toEqual(image(8))
  })

  it('loses large resources and blocks of unknown kind', () => {
    const blob = 'A'.repeat(20 * 1_048_576)
    const blocks = limitContent([
      { type: 'resource', uri: 'file:///a', mimeType: null, text: null, blob },
      { type: 'unknown', raw: blob }
    ])
    expect(size(blocks)).toBeLessThan(400)
    expect(blocks).toEqual([
      text(expect.stringContaining('resource file:///a left out')),
      text(expect.stringContaining('unknown kind left out'))
    ])
  })

  it('loses blocks beyond the first thousand', () => {
    const blocks = limitContent(Array.from({ length: 100_000 }, () => text('x')))
    expect(blocks).toHaveLength(1_001)
    expect(blocks.at(-1)).toEqual(text('[99000 more parts left out]'))
  })
})
