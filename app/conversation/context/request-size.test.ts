import { expect, it } from 'vitest'
import { tokensOfContent } from './request-size'

const picture = (mimeType: string) =>
  tokensOfContent([{ type: 'block', block: { type: 'image', mimeType, data: 'A'.repeat(5_000_000) } }])

it('a picture counts as what models take it for, one that none takes as the note that goes in its place', () => {
  expect(picture('image/png')).toBeGreaterThan(1_000)
  expect(picture('image/png')).toBeLessThan(2_000)
  expect(picture('image/tiff')).toBeLessThan(50)
})
