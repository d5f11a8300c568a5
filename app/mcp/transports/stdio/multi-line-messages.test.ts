/** Messages that are not one line each: which are found in the output of a program, and which lines go to its log. */
import { describe, expect, it } from 'vitest'
import { createLineFramer } from './line-framer'
import { createMultiLineMessages } from './multi-line-messages'

const answer = { jsonrpc: '2.0', id: 1, result: { text: 'a { brace, "quoted" and \\' } }
const json = JSON.stringify(answer)
const pretty = JSON.stringify(answer, null, 2)

/** The result of reading the output: messages as objects, other lines as text. */
function read(output: string, { limit = 10_000, chunk = output.length } = {}): unknown[] {
  const found: unknown[] = []
  const toFound = (text: string): unknown => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      return text
    }
  }
  const loose = createMultiLineMessages({ limit, onLine: ({ text }) => found.push(toFound(text)) })
  const framer = createLineFramer({
    limitBytes: 1_000_000,
    onLine: (line) => loose.push(line),
    onOverflow: () => found.push('overflow')
  })
  const bytes = Buffer.from(output)
  for (let at = 0; at < bytes.length; at += chunk) framer.push(bytes.subarray(at, at + chunk))
  loose.end()
  return found
}

const framed = (text: string, more = '') => `Content-Length: ${Buffer.byteLength(text)}\r\n${more}\r\n${text}`

describe('finds a message', () => {
  it.each<[string, string, unknown[]]>([
    ['on a line of its own', `${json}\n`, [answer]],
    ['between banners and empty lines', `Ready\n\n${json}\n\nDone\n`, ['Ready', '', answer, '', 'Done']],
    ['after a byte order mark and before a carriage return', `\ufeff${json}\r\n`, [answer]],
    ['printed over several lines', `${pretty}\n`, [answer]],
    [
      'printed over several lines that end in carriage returns',
      `${pretty.replaceAll('\n', '\r\n')}\r\n`,
      [answer]
    ],
    ['printed twice over several lines', `${pretty}\n${pretty}\n`, [answer, answer]],
    [
      'whose first line contains its first member',
      `{"jsonrpc": "2.0",\n"id": 1,\n"result": {}}\n`,
      [{ jsonrpc: '2.0', id: 1, result: {} }]
    ],
    ['after a progress bar', `10 %\r100 %\r${json}\n`, [answer]],
    ['between color codes', `\u001b[32m${json}\u001b[0m\n`, [answer]],
    ['after a terminal title', `\u001b]0;server\u0007${json}\n`, [answer]],
    ['after other text', `INFO listening ${json}\n`, [answer]],
    ['after a Content-Length header', framed(json), [answer]],
    [
      'after headers, twice',
      framed(json, 'Content-Type: application/json\r\n') + framed(pretty),
      [answer, answer]
    ],
    ['after a header in lower case', framed(json).toLowerCase().replace(json.toLowerCase(), json), [answer]],
    ['after a broken one', `{\n  "jsonrpc": "2.0",\n${json}\n`, ['{', '  "jsonrpc": "2.0",', answer]]
  ])('%s', (_where, output, expected) => {
    expect(read(output)).toEqual(expected)
    expect(read(output, { chunk: 1 })).toEqual(expected)
  })
})

describe('keeps text lines', () => {
  it.each<[string, string, unknown[]]>([
    ['of an object that is not JSON', `{\n  port: 3000\n}\n`, ['{', '  port: 3000', '}']],
    ['of a message that never ends', `{\n  "id": 1,\n`, ['{', '  "id": 1,']],
    ['that mention headers', `Content-Length: many\nplain\n`, ['Content-Length: many', 'plain']],
    [
      'of an HTTP client that logs its headers',
      `Content-Length: 5000\r\n\r\nHello\n${json}\n`,
      ['Hello', answer]
    ],
    ['with a brace in the middle', `listening on { port }\n`, ['listening on { port }']]
  ])('%s', (_what, output, expected) => {
    expect(read(output)).toEqual(expected)
  })

  it('keeps the lines of a message over several lines beyond the limit', () => {
    const long = `{\n${'  "a": 1,\n'.repeat(100)}`
    expect(read(long, { limit: 200 })[0]).toBe('{')
    expect(read(`${long}\n${json}\n`, { limit: 200 }).at(-1)).toEqual(answer)
  })

  it('limits a message after a header like any other', () => {
    expect(read(`Content-Length: 2000000\r\n\r\n{${'x'.repeat(1_500_000)}`)).toEqual(['overflow'])
  })
})
