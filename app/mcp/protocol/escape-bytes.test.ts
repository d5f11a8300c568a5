/** Unknown bytes as text for a log. */
import { describe, expect, it } from 'vitest'
import { escapeBytes } from './escape-bytes'

describe('bytes for the log', () => {
  it.each<[string, string | Buffer, string]>([
    ['plain text', 'größe 🙂', 'größe 🙂'],
    ['control characters', 'a\x00\x1b[31m\r\n\x7f', 'a\\x00\\x1B[31m\\x0D\\x0A\\x7F'],
    ['characters that change the text direction', 'a\u202Eb', 'a\\xE2\\x80\\xAEb'],
    ['invisible characters', 'a\u200B\u{E0041}', 'a\\xE2\\x80\\x8B\\xF3\\xA0\\x81\\x81'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xc3]), 'a\\xFF\\xC3']
  ])('%s', (_name, given, shown) => {
    expect(escapeBytes(given)).toBe(shown)
  })

  it('is cut at 500, between two characters', () => {
    expect(escapeBytes('x'.repeat(500))).toBe('x'.repeat(500))
    expect(escapeBytes('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`)
    expect(escapeBytes(`${'x'.repeat(499)}ü`)).toBe(`${'x'.repeat(499)}…`)
    expect(escapeBytes(Buffer.alloc(2_000, 0xff))).toHaveLength(4 * 500 + 1)
  })
})
