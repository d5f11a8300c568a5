import { expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json'
import type { Recording, RecordingEntry } from '../recordings/recording'
import { compareSessions } from './compare-sessions'
import { readDefinitions } from './definitions'

type Asked = readonly [method: string, params: JsonObject, result: JsonObject]

const server = { name: 's', info: null, revision: null, transport: 'stdio' } as const
function record(entries: readonly RecordingEntry[], of: 'server' | 'conversation' = 'server'): Recording {
  const header = { parleyRecording: 1, of, parley: '', recordedAt: '', title: '', servers: [server] }
  return { header, entries, unreadLines: 0, isCut: false }
}
const session = (...asked: readonly Asked[]): Recording =>
  record(
    asked.flatMap(([method, params, result], id): RecordingEntry[] => {
      const about = { type: 'message', at: id, server: 's', connection: 0 } as const
      return [
        { ...about, direction: 'out', message: { jsonrpc: '2.0', id, method, params } },
        { ...about, direction: 'in', message: { jsonrpc: '2.0', id, result } }
      ]
    })
  )
const call = (name: string, args: JsonObject, text: string): Asked => [
  'tools/call',
  { name, arguments: args, _meta: { progressToken: text } },
  { content: [{ type: 'text', text }] }
]
const steps = (before: Recording, after: Recording) =>
  compareSessions(before, after)?.steps.map(({ name, before: old, after: now, isSame }) => [
    name,
    old === null,
    now === null,
    isSame
  ])

it('aligns calls by method and arguments', () => {
  const found = steps(
    session(call('a', { x: 1 }, 'A'), call('b', {}, 'B'), call('c', {}, 'C')),
    session(call('a', { x: 1 }, 'A'), call('c', {}, 'changed'), call('d', {}, 'D'))
  )
  expect(found).toEqual([
    ['tools/call a', true, true, true],
    ['tools/call b', false, true, false],
    ['tools/call c', false, false, false],
    ['tools/call d', true, false, false]
  ])
})

it('pairs a call with the same call with different arguments', () => {
  const found = compareSessions(session(call('a', { x: 1 }, 'A')), session(call('a', { x: 2 }, 'A')))?.steps
  expect(found).toHaveLength(1)
  expect(found?.[0]?.before).toContain('"x": 1')
  expect(found?.[0]?.after).toContain('"x": 2')
})

it('leaves out the handshake, lists and pings, and has no steps without others', () => {
  const opening: Asked[] = [
    ['initialize', {}, { serverInfo: { name: 's' }, capabilities: { tools: {} } }],
    ['tools/list', {}, { tools: [{ name: 'a' }], nextCursor: '2' }],
    ['tools/list', { cursor: '2' }, { tools: [{ name: 'b' }] }],
    ['ping', {}, {}]
  ]
  expect(compareSessions(session(...opening), session(...opening))).toBeNull()
  const found = readDefinitions(session(...opening))
  expect(found?.tool?.map(({ name }) => name)).toEqual(['a', 'b'])
  // It has no prompts, so none were asked for.
  expect(found?.prompt).toEqual([])
  expect(readDefinitions(session(call('a', {}, 'A')))).toBeNull()
})

it('compares conversations turn by turn', () => {
  const talk = (text: string) =>
    record(
      [
        { type: 'turn', at: 0, text: 'Hi', attachments: 0 },
        { type: 'reply', at: 1, model: 'm', text, calls: [] }
      ],
      'conversation'
    )
  expect(compareSessions(talk('One'), talk('Two'))?.steps).toEqual([
    { turn: 1, kind: 'text', name: '', before: 'One', after: 'Two', isSame: false }
  ])
})
