import { expect, it } from 'vitest'
import { readRecording, toRecordingLine } from './recording-file'
import type { RecordingEntry, RecordingHeader } from './recording'

const header: RecordingHeader = {
  parleyRecording: 1,
  of: 'conversation',
  parley: '1.2.3',
  recordedAt: '2026-11-30T00:00:00.000Z',
  title: 'Weather',
  servers: [
    { name: 'weather', info: { name: 'Weather', version: '1' }, revision: '2025-11-25', transport: 'http' }
  ]
}
const call = {
  callId: 'c',
  server: 'weather',
  tool: 'forecast',
  name: 'weather__forecast',
  arguments: { place: 'Aalen' }
}
const entries: readonly RecordingEntry[] = [
  { type: 'turn', at: 0, text: 'Hi', attachments: 0 },
  { type: 'reply', at: 1, model: 'm', text: 'Look', calls: [call] },
  { type: 'message', at: 2, server: 'weather', connection: 0, direction: 'in', message: { jsonrpc: '2.0' } },
  { type: 'message', at: 2, server: 'weather', connection: 0, direction: 'in', message: null },
  { type: 'result', at: 3, callId: 'c', server: 'weather', answer: { result: { content: [] } } }
]
const lines = [header, ...entries].map(toRecordingLine)

it('reads what it wrote', () => {
  expect(readRecording(lines.join(''))).toEqual({ header, entries, unreadLines: 0, isCut: false })
})

it('reads the rest of a file that was cut in a line', () => {
  const cut = lines.join('').slice(0, -10)
  expect(readRecording(cut)).toEqual({ header, entries: entries.slice(0, -1), unreadLines: 1, isCut: true })
})

it('counts lines that it does not know, and reads the others', () => {
  const odd = [lines[0], '{"type":"later"}\n', 'not JSON\n', '\n', lines[1]].join('')
  expect(readRecording(odd)).toMatchObject({ entries: entries.slice(0, 1), unreadLines: 2, isCut: false })
})

it('refuses other files and newer formats', () => {
  expect(readRecording('')).toBeNull()
  expect(readRecording('{"a":1}\n')).toBeNull()
  expect(readRecording(toRecordingLine({ ...header, parleyRecording: 2 }))).toBeNull()
})
