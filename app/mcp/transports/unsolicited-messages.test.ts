/** A flood of unsolicited messages: how many are delivered, and what is reported about the rest. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUnsolicitedFilter } from './unsolicited-messages'

let lines: string[]
let sent: JSONRPCMessage[]
let isStateless: boolean
let isHandedOn: (message: JSONRPCMessage) => boolean

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  lines = []
  sent = []
  isStateless = false
  isHandedOn = createUnsolicitedFilter({
    log: (source, level, text) => lines.push(`${source} ${level} ${text}`),
    reply: (answer) => sent.push(answer),
    isStateless: () => isStateless
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const changed: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }

it('LOG-07 SEC-20: delivers two thousand at once, then two hundred a second, and counts the rest', () => {
  const pass = (count: number) =>
    Array.from({ length: count }, () => isHandedOn(changed)).filter(Boolean).length
  expect(pass(5_000)).toBe(2_000)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(lines).toEqual(['life warning 3000 messages of the server left out: too many at once.'])
  expect(pass(500)).toBe(200)
  vi.advanceTimersByTime(5)
  expect(pass(2)).toBe(1)
  expect(lines).toHaveLength(1)
  vi.advanceTimersByTime(995)
  expect(lines.slice(1)).toEqual(['life warning 301 messages of the server left out: too many at once.'])
})

it('LOG-03 PING-01: logs log messages and answers pings without delivering either', () => {
  const params = { level: 'info', data: 'tea is ready' }
  expect(isHandedOn({ jsonrpc: '2.0', method: 'notifications/message', params })).toBe(false)
  expect(lines).toEqual(['log info tea is ready'])
  expect(isHandedOn({ jsonrpc: '2.0', id: 7, method: 'ping' })).toBe(false)
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 7, result: {} }])
})

it('RPC-11: delivers requests, except in a revision that has none', () => {
  const request: JSONRPCMessage = { jsonrpc: '2.0', id: 'a', method: 'roots/list' }
  expect(isHandedOn(request)).toBe(true)
  isStateless = true
  expect(isHandedOn(request)).toBe(false)
  expect(sent).toEqual([
    {
      jsonrpc: '2.0',
      id: 'a',
      error: { code: -32_601, message: 'This revision has no requests from servers' }
    }
  ])
  expect(lines).toEqual([expect.stringMatching(/does not allow: .*roots\/list/)])
})
