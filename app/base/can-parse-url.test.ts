import { expect, it } from 'vitest'
import { canParseUrl } from './can-parse-url'

it('accepts an address with non-ASCII letters on every call', () => {
  const answers = new Set(Array.from({ length: 50_000 }, () => canParseUrl('https://bücher.example/')))
  expect([...answers]).toEqual([true])
})

it.each([
  ['https://example.com/a', undefined, true],
  ['/a', 'https://example.com', true],
  ['/a', undefined, false],
  ['', undefined, false]
])('%s beside %s: %s', (text, base, isTaken) => {
  expect(canParseUrl(text, base)).toBe(isTaken)
})
