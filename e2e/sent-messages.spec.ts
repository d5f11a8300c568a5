/** The check after every journey must find violations, and notice where it finds no messages. */
import fs from 'node:fs'
import { expect, test } from 'playwright/test'
import { findSentFaults } from './sent-messages'

const connected = '2026-11-21T15:25:00.000Z life info Connected: protocol 2025-11-25, process 42\n'
const waiting = '2026-11-21T15:25:00.000Z life info Waiting for your trust\n'
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'parley', version: '1' } }
}
const agreed = { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-06-18' } }
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add' } }

test('SYS-69: finds messages that break the schema of the agreed revision, for each connection', ({}, info) => {
  const file = info.outputPath('trace.jsonl')
  const write = (...messages: [direction: 'in' | 'out', message: object, connectionId?: string][]) =>
    fs.writeFileSync(
      file,
      messages
        .map(([direction, message, connectionId = 'one']) =>
          JSON.stringify({ connectionId, direction, message })
        )
        .map((line) => `${line}\n`)
        .join('')
    )
  write(['out', initialize], ['in', agreed], ['out', call])
  expect(findSentFaults(file, [connected])).toEqual([])
  write(['out', initialize], ['in', agreed], ['out', { ...call, params: { name: 7 } }])
  expect(findSentFaults(file, [connected])).toEqual([expect.stringContaining('name')])
  write(['out', initialize], ['in', agreed], ['out', call, 'another'])
  expect(findSentFaults(file, [connected])).toEqual([expect.stringContaining('before a revision')])
})

test('SYS-69: reports a missing or empty trace where a server was connected, and none where none was', ({}, info) => {
  const file = info.outputPath('trace.jsonl')
  expect(findSentFaults(file, [waiting])).toEqual([])
  expect(findSentFaults(file, [waiting, connected])).toEqual([
    expect.stringContaining('nothing that was sent')
  ])
  fs.writeFileSync(file, '')
  expect(findSentFaults(file, [connected])).toEqual([expect.stringContaining('nothing that was sent')])
})
