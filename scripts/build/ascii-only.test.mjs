import { expect, it } from 'vitest'
import { toAscii } from './ascii-only.mjs'

/** What the program in it answers. @param {string} code */
const run = (code) => new Function(`return ${code}`)()

it.each([
  `'“quoted” … – 😀'`,
  '`a ${1}… \\\\“`',
  `'\\“'`,
  `'\\\\“'`,
  `({ größe: 1 }).größe`,
  `'a“b'.replace(/[“”]/g, '')`,
  `'😀x'.replace(/^[😀-😂]x$/u, '…')`,
  `'…'.replace(/\\…/, 'dots')`
])('%s says the same in ASCII', (code) => {
  const ascii = toAscii(code)
  expect(ascii).toMatch(/^[\x00-\x7F]*$/u)
  expect(run(ascii)).toBe(run(code))
})

it('ASCII stays as it is', () => {
  const code = `const a = '\\u201c' + /\\\\/.source`
  expect(toAscii(code)).toBe(code)
})
