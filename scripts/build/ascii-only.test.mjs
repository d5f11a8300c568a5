import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { toAscii } from './ascii-only.mjs'

it.each([
  `'“quoted” … – 😀'`,
  '`a ${1}… \\\\“`',
  `'\\“'`,
  `'\\\\“'`,
  `({ größe: 1 }).größe`,
  `({a:1,𝒜:2,𝒞𝒟:3}).𝒜`,
  `Object.keys({𝒜:1,x𝒞:2}).join('{𝒜:,')`,
  `'a“b'.replace(/[“”]/g, '')`,
  `'😀x'.replace(/^[😀-😂]x$/u, '…')`,
  `'…'.replace(/\\…/, 'dots')`
])('%s says the same in ASCII', (code) => {
  const ascii = toAscii(code)
  expect(ascii).toHaveLength(Buffer.byteLength(ascii))
  expect(runInNewContext(ascii)).toBe(runInNewContext(code))
})

it('ASCII stays as it is', () => {
  const code = `const a = '\\u201c' + /\\\\/.source`
  expect(toAscii(code)).toBe(code)
})
