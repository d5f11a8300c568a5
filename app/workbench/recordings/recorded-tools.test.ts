import { expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json'
import { RecordedTools } from './recorded-tools'
import type { Recording, RecordingEntry } from './recording'

function recordingOf(entries: readonly RecordingEntry[], tools?: readonly JsonObject[]): Recording {
  const server = { name: 'notes', info: null, revision: null, transport: 'stdio', tools } as const
  const header = { parleyRecording: 1, of: 'conversation', parley: '1', recordedAt: '', title: '' } as const
  return { header: { ...header, servers: [server] }, entries, unreadLines: 0, isCut: false }
}

const message = (direction: 'in' | 'out', text: JsonObject): RecordingEntry => ({
  type: 'message',
  at: 0,
  server: 'notes',
  connection: 0,
  direction,
  message: { jsonrpc: '2.0', ...text }
})

it('answers calls of a recorded conversation with the definitions from then', () => {
  const call = { callId: 'a', server: 'notes', tool: 'add', name: 'notes__add', arguments: { a: 1 } }
  const recorded = new RecordedTools(
    recordingOf(
      [
        { type: 'reply', at: 0, model: 'm', text: '', calls: [call, { ...call, callId: 'b', tool: 'old' }] },
        { type: 'result', at: 0, callId: 'a', server: 'notes', answer: { result: { content: [] } } }
      ],
      [{ name: 'add', description: 'Adds.', inputSchema: { type: 'object', required: ['a'] } }]
    ),
    'notes'
  )
  expect(recorded.tools).toMatchObject([
    { name: 'add', description: 'Adds.', inputSchema: { required: ['a'] } },
    { name: 'old', description: '', inputSchema: { type: 'object' } }
  ])
  expect(recorded.answer('add', { a: 1 })).toMatchObject({ result: { content: [] } })
  expect(recorded.answer('add', { a: 2 })).toBeNull()
})

it('reads the tools and the results of tasks from a recorded server', () => {
  const recorded = new RecordedTools(
    recordingOf([
      message('out', { id: 1, method: 'tools/list' }),
      message('in', { id: 1, result: { tools: [{ name: 'dig', title: 'Dig', inputSchema: {} }] } }),
      message('out', { id: 2, method: 'tools/call', params: { name: 'dig', arguments: {} } }),
      message('in', { id: 2, result: { task: { taskId: 't', status: 'working' } } }),
      message('out', { id: 3, method: 'tasks/result', params: { taskId: 't' } }),
      message('in', { id: 3, result: { content: ['dug'] } })
    ]),
    'notes'
  )
  expect(recorded.tools).toMatchObject([{ name: 'dig', title: 'Dig' }])
  expect(recorded.answer('dig', {})).toMatchObject({ result: { content: ['dug'] } })
})
