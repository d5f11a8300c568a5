import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import type { TracedMessage } from '../interface'
import type { ArrivedMessage } from '../../workbench/messages/message-store'
import { logFailedRequests, logOddities, traceMessages } from './message-taps'

const notification = (params: Record<string, unknown> = {}): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/x',
  params
})

function nested(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {}
  for (let level = 0; level < depth; level += 1) value = { value }
  return value
}

describe('the log', () => {
  const lines: string[] = []
  const tap = logOddities((source, level, text) => lines.push(`${source} ${level} ${text}`))

  it('has messages that a server should not have sent, and no others', () => {
    tap('in', notification(), null)
    tap('out', notification(), null)
    tap('in', notification({ a: '\u001b[2J' }), 'sent a message without an end')
    tap('in', notification(nested(2_000)), 'sent a message that nests too deeply')
    expect(lines).toEqual([
      expect.stringMatching(/^life warning The server sent a message without an end: \{"jsonrpc":"2\.0",/),
      'life warning The server sent a message that nests too deeply.'
    ])
    expect(lines.join('')).not.toContain('\u001b')
  })
})

describe('requests in the log', () => {
  const call = (id: number, name: string) =>
    ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } }) as JSONRPCMessage
  const refused = (id: number, message: string) =>
    ({ jsonrpc: '2.0', id, error: { code: -32_602, message } }) as JSONRPCMessage

  it('DBG-04: names a request that failed or was cancelled by its id, and no others', () => {
    const lines: string[] = []
    const tap = logFailedRequests((source, level, text) => lines.push(`${source} ${level} ${text}`))
    for (const id of [6, 7, 8]) tap('out', call(id, 'echo'), null)
    tap('in', { jsonrpc: '2.0', id: 6, result: {} }, null)
    tap('in', refused(7, 'no \u001b[2Jsuch thing'), null)
    tap('in', refused(7, 'again'), null)
    tap('in', refused(99, 'was never asked'), null)
    // A request of the server may have the same id.
    tap('in', { jsonrpc: '2.0', id: 8, method: 'ping' }, null)
    tap(
      'out',
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 8, reason: 'Stop' } },
      null
    )
    tap('in', [] as unknown as JSONRPCMessage, 'sent nonsense')
    expect(lines).toEqual([
      expect.stringMatching(
        /^life warning Request 7 \(tools\/call echo\) was refused with -32602: no .*such thing$/u
      ),
      'life notice Request 8 (tools/call echo) was taken back: Stop'
    ])
    expect(lines.join('')).not.toContain('\u001b')
  })

  it('marks a long reason as cut', () => {
    const lines: string[] = []
    const tap = logFailedRequests((_source, _level, text) => lines.push(text))
    tap('out', call(7, 'echo'), null)
    tap('in', refused(7, 'x'.repeat(600)), null)
    expect(lines[0]).toMatch(/: x{500}…$/u)
  })
})

describe('the trace', () => {
  function start() {
    const told: TracedMessage[] = []
    const kept: ArrivedMessage[] = []
    let isFollowed = false
    const tap = traceMessages({
      of: { serverName: 'notes', connectionId: 'c1' },
      isFollowed: () => isFollowed,
      tell: (message) => told.push(message),
      keep: (message) => kept.push(message),
      now: () => 7
    })
    return { told, kept, tap, follow: (is: boolean) => (isFollowed = is) }
  }

  it('is sent only while it is followed', () => {
    const { told, tap, follow } = start()
    tap('out', notification(), null)
    follow(true)
    tap('out', notification({ a: 1 }), null)
    follow(false)
    tap('in', notification(), 'sent nonsense')
    expect(told).toEqual([
      {
        serverName: 'notes',
        connectionId: 'c1',
        index: 1,
        at: 7,
        direction: 'out',
        text: '{"jsonrpc":"2.0","method":"notifications/x","params":{"a":1}}',
        size: 61,
        oddity: null
      }
    ])
  })

  it('names messages that are too long or too deep, with their size if it is known', () => {
    const { told, tap, follow } = start()
    follow(true)
    tap('in', notification({ text: 'x'.repeat(2_000_000) }), null)
    tap('in', notification(nested(2_000)), 'sent a message that nests too deeply')
    expect(told).toMatchObject([
      { text: null, size: 2_000_065, oddity: null },
      { text: null, size: null, oddity: 'sent a message that nests too deeply' }
    ])
  })

  it('keeps every message, numbered, whether or not it is followed', () => {
    const { told, kept, tap } = start()
    tap('out', notification({ a: 1 }), null)
    tap('in', notification(), 'sent nonsense')
    expect(told).toEqual([])
    expect(kept).toMatchObject([
      { index: 0, direction: 'out', text: expect.stringContaining('"a":1') },
      { index: 1, direction: 'in', oddity: 'sent nonsense' }
    ])
  })

  it('does not serialize a large message that no window follows', () => {
    const { kept, tap } = start()
    const large = notification({ text: 'x'.repeat(300_000), toJSON: () => expect.unreachable() })
    tap('in', large, null)
    expect(kept).toMatchObject([{ index: 0, text: null, size: null }])
  })
})
