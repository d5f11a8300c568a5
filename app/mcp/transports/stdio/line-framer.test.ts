/** The framer against the ways in which bytes may arrive. */
import { describe, expect, it } from 'vitest'
import { createLineFramer } from './line-framer'

function frame(chunks: readonly (string | Buffer)[], limitBytes = 100) {
  const lines: string[] = []
  let overflows = 0
  const framer = createLineFramer({
    limitBytes,
    onLine: (line) => lines.push(line),
    onOverflow: () => overflows++
  })
  for (const chunk of chunks) framer.push(Buffer.from(chunk))
  return { lines, overflows }
}

describe('the line framer', () => {
  it('finds lines whatever the chunks', () => {
    expect(frame(['a\nb', 'c\n', '\nd\n', 'open']).lines).toEqual(['a', 'bc', '', 'd'])
  })

  it('joins characters that were cut in the middle', () => {
    const bytes = Buffer.from('größe\n')
    expect(frame([...bytes].map((byte) => Buffer.from([byte]))).lines).toEqual(['größe'])
  })

  it('drops a byte order mark', () => {
    expect(frame(['\uFEFF{}\n']).lines).toEqual(['{}'])
  })

  it('stops at the limit, once, with and without a line end', () => {
    expect(frame(['ok\n', `${'x'.repeat(101)}\nlater\n`])).toEqual({ lines: ['ok'], overflows: 1 })
    expect(frame(['x'.repeat(60), 'x'.repeat(60), 'x'.repeat(60)])).toEqual({ lines: [], overflows: 1 })
    expect(frame([`${'x'.repeat(100)}\n`]).overflows).toBe(0)
  })

  it('takes a line of 50 MB in small chunks', () => {
    const chunk = Buffer.alloc(65_536, 'x')
    const { lines } = frame([...Array.from({ length: 800 }, () => chunk), '\n'], 60_000_000)
    expect(lines[0]).toHaveLength(52_428_800)
  })
})
