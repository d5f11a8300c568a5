/** The framer with input in different chunks. */
import { describe, expect, it } from 'vitest'
import { createLineFramer } from './line-framer'

function frame(chunks: readonly (string | Buffer)[], limitBytes = 100) {
  const lines: string[] = []
  let overflows = 0
  const framer = createLineFramer({
    limitBytes,
    onLine: ({ text }) => lines.push(text),
    onOverflow: () => overflows++
  })
  for (const chunk of chunks) framer.push(Buffer.from(chunk))
  return { lines, overflows }
}

describe('the line framer', () => {
  it('finds lines in chunks of any size', () => {
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

  it('accepts a line of 50 MB in small chunks', () => {
    const chunk = Buffer.alloc(65_536, 'x')
    const { lines } = frame([...Array.from({ length: 800 }, () => chunk), '\n'], 60_000_000)
    expect(lines[0]).toHaveLength(52_428_800)
  })

  it('joins characters of a long line that were cut in the middle', () => {
    const chunks = [
      Buffer.alloc(1_048_576, 'x'),
      ...[...Buffer.from('größe')].map((byte) => Buffer.from([byte]))
    ]
    expect(frame([...chunks, '\n'], 2_000_000).lines[0]?.slice(1_048_576)).toBe('größe')
  })

  it.each([
    ['that are invalid', Buffer.from([0xff, 0xfe]), true],
    ['that end in the middle of a character', Buffer.from('ö').subarray(0, 1), true],
    ['of the replacement character itself', Buffer.from('\uFFFD'), false],
    ['of plain text', Buffer.from('größe'), false]
  ])('says whether a long line was repaired, with bytes %s', (_, bytes, isMended) => {
    const read: boolean[] = []
    const framer = createLineFramer({
      limitBytes: 2_000_000,
      onLine: (line) => read.push(line.isMended),
      onOverflow: () => {}
    })
    for (const chunk of [Buffer.alloc(1_048_576, 'x'), bytes, Buffer.from('\n')]) framer.push(chunk)
    expect(read).toEqual([isMended])
  })
})
