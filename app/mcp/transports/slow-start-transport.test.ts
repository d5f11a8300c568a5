/** How long a silent program counts as starting. */
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SlowStartTransport } from './slow-start-transport'
import type { TolerantTransport } from './tolerant-transport'

const discover: JSONRPCRequest = { jsonrpc: '2.0', id: 1, method: 'server/discover' }
let sent: JSONRPCMessage[]
let received: JSONRPCMessage[]
let transport: SlowStartTransport
let inner: { onmessage?: (message: JSONRPCMessage) => void }

beforeEach(async () => {
  vi.useFakeTimers()
  ;[sent, received] = [[], []]
  const program: typeof inner & Pick<TolerantTransport, 'send' | 'close'> = {
    send: async (message: JSONRPCMessage) => void sent.push(message),
    close: async () => {}
  }
  inner = program
  transport = new SlowStartTransport(program as unknown as TolerantTransport, () => ({
    runningMs: 1_000,
    longestMs: 5_000
  }))
  transport.onmessage = (message) => received.push(message)
  await transport.send(discover)
})
afterEach(async () => {
  await transport.close()
  vi.useRealTimers()
})

const refusal = expect.objectContaining({
  id: 1,
  error: expect.objectContaining({ code: -32_601 }) as object
})

it('accepts a program that answers a ping but not `server/discover` as one of an older revision', async () => {
  await vi.advanceTimersByTimeAsync(900)
  const ping = sent.find((message) => 'method' in message && message.method === 'ping')
  inner.onmessage?.({ jsonrpc: '2.0', id: (ping as JSONRPCRequest).id, result: {} })
  await vi.advanceTimersByTimeAsync(300)
  expect(received).toEqual([refusal])
})

it('waits for the longest time if nothing is answered', async () => {
  await vi.advanceTimersByTimeAsync(4_900)
  expect(received).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(received).toEqual([refusal])
})

it('waits while a question of the program is open', async () => {
  await vi.advanceTimersByTimeAsync(4_000)
  const resume = transport.pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(received).toEqual([])
  resume()
  inner.onmessage?.({ jsonrpc: '2.0', id: 1, result: { supportedVersions: ['2026-07-28'] } })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(received).toEqual([expect.objectContaining({ id: 1, result: expect.anything() as unknown })])
})
