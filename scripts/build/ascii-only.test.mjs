import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { toAscii } from './ascii-only.mjs'

it.each([
  `'“quoted” … – ü'`,
  '`a ${1}… \\\\“`',
  `'\\“'`,
  `'\\\\“'`,
  `({ größe: 1 }).größe`,
  `'a“b'.replace(/[“”]/g, '')`,
  `'…'.replace(/\\…/, 'dots')`
])('%s says the same in ASCII', (code) => {
  const ascii = toAscii(code)
  expect(ascii).toHaveLength(Buffer.byteLength(ascii))
  expect(runInNewContext(ascii)).toBe(runInNewContext(code))
})

it.each([`({ 𝒜: 'ü' }).𝒜`, `'😀x'.replace(/^[😀-😂]x$/u, 'ü')`])('%s still says the same', (code) => {
  expect(runInNewContext(toAscii(code))).toBe(runInNewContext(code))
})

it('leaves ASCII unchanged', () => {
  const code = `const a = '\\u201c' + /\\\\/.source`
  expect(toAscii(code)).toBe(code)
})
