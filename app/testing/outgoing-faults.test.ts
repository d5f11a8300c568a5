import { expect, it } from 'vitest'
import { findOutgoingFaults } from './outgoing-faults'

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add', arguments: { a: 1 } } }

it('accepts a message that is valid in the revision', () => {
  for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])
    expect(findOutgoingFaults(call, revision)).toEqual([])
  expect(findOutgoingFaults({ jsonrpc: '2.0', method: 'notifications/initialized' }, '2025-06-18')).toEqual(
    []
  )
  expect(
    findOutgoingFaults({ jsonrpc: '2.0', id: 'a', result: { action: 'decline' } }, '2025-06-18')
  ).toEqual([])
  const filledIn = { action: 'accept', content: { share: 0.5, words: 'half' } }
  expect(findOutgoingFaults({ jsonrpc: '2.0', id: 'a', result: filledIn }, '2025-11-25')).toEqual([])
})

it('SYS-69 SYS-70 RPC-13 ECO-07 SYS-68: names what violates the schema of the revision', () => {
  expect(findOutgoingFaults({ ...call, params: { name: 5 } }, '2024-11-05').join()).toMatch(/name/)
  expect(findOutgoingFaults({ ...call, jsonrpc: '1.0' }, '2025-11-25')).not.toEqual([])
  expect(findOutgoingFaults({ ...call, id: null }, '2025-11-25')).not.toEqual([])
  expect(
    findOutgoingFaults({ jsonrpc: '2.0', id: 1, result: { action: 'later' } }, '2025-06-18')
  ).not.toEqual([])
  // In the newest revision, every request includes its type.
  expect(findOutgoingFaults(call, '2026-07-28').join()).toMatch(/_meta/)
  expect(findOutgoingFaults([call], '2025-03-26')).toEqual(['It is no single JSON-RPC message.'])
})

it('takes the revision of the handshake from the handshake', () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params }
  expect(findOutgoingFaults(initialize, null)).toEqual([])
  expect(findOutgoingFaults({ ...initialize, params: { ...params, clientInfo: {} } }, null)).not.toEqual([])
  expect(findOutgoingFaults(call, null)).toEqual(['It was sent before a revision was agreed upon.'])
})

it('SEC-18: names an error that reveals internals of the program to a server', () => {
  const refusal = (more: object) => ({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32_603, message: 'Internal error', ...more }
  })
  expect(findOutgoingFaults(refusal({}), '2025-11-25')).toEqual([])
  const { stack } = new Error('of a test')
  for (const inside of [
    { message: stack },
    { data: { stack } },
    { data: 'main.js:12' },
    { data: 'file:///a' }
  ])
    expect(findOutgoingFaults(refusal(inside), '2025-11-25')).not.toEqual([])
})
