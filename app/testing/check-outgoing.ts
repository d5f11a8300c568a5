/**
 * Setup of every test of the core: checks each message that Parley sends to a server against the schema of the
 * negotiated revision. A test with an invalid message fails, even if it tests something else. It also puts back globals
 * that a test replaced.
 */
import { afterAll, afterEach, expect, vi } from 'vitest'
import { TolerantTransport } from '../mcp/transports/tolerant-transport'
import { findOutgoingFaults } from './outgoing-faults'

const agreed = new WeakMap<TolerantTransport, string>()
const faults: string[] = []
const { send, setProtocolVersion } = TolerantTransport.prototype

TolerantTransport.prototype.setProtocolVersion = function remember(version) {
  agreed.set(this, version)
  setProtocolVersion.call(this, version)
}

TolerantTransport.prototype.send = function check(message, options) {
  const found = findOutgoingFaults(message, agreed.get(this) ?? null)
  if (found.length > 0) faults.push(`${JSON.stringify(message).slice(0, 1_000)} breaks ${found.join('; ')}`)
  return send.call(this, message, options)
}

// Test files share their modules: the next one sets this up again.
afterAll(() => {
  Object.assign(TolerantTransport.prototype, { send, setProtocolVersion })
})

// Files share the globals too: a `window` that stays makes libraries believe that they run in a page.
afterEach(() => void vi.unstubAllGlobals())

afterEach(() => {
  expect(faults.splice(0), 'messages that break the schema of their revision').toEqual([])
})
