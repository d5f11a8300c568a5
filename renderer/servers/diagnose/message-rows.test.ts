import { describe, expect, it } from 'vitest'
import {
  filterMessages,
  findConnectionStarts,
  messageLines,
  toRow,
  type OpenRequests,
  type MessageRowSource
} from './message-rows'

function traced(
  direction: 'in' | 'out',
  message: unknown,
  more: Partial<MessageRowSource> = {}
): MessageRowSource {
  const text = JSON.stringify(message)
  return {
    serverName: 's',
    connectionId: 'one',
    index: 0,
    at: 1_000,
    direction,
    text,
    size: text.length,
    oddity: null,
    ...more
  }
}

function rowsOf(messages: readonly MessageRowSource[]) {
  const open: OpenRequests = new Map()
  return messages.map((message, place) => toRow(message, place, open))
}

const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'echo' } }

describe('DBG-14: the description of a message', () => {
  it('gives an answer the method of its request and its duration, also where both sides use one id', () => {
    const rows = rowsOf([
      traced('out', call),
      traced('in', { jsonrpc: '2.0', id: 7, method: 'sampling/createMessage' }, { at: 1_010 }),
      traced('in', { jsonrpc: '2.0', id: 7, result: {} }, { at: 1_040 }),
      traced('out', { jsonrpc: '2.0', id: 7, error: { code: -1, message: 'no' } }, { at: 1_100 })
    ])
    expect(rows.map(({ kind, method, requestId, tookMs }) => [kind, method, requestId, tookMs])).toEqual([
      ['request', 'tools/call', '7', null],
      ['request', 'sampling/createMessage', '7', null],
      ['result', 'tools/call', '7', 40],
      ['failure', 'sampling/createMessage', '7', 90]
    ])
  })

  it('gives no request to an answer of another connection or to nothing', () => {
    const answer = { jsonrpc: '2.0', id: 7, result: {} }
    const rows = rowsOf([
      traced('out', call),
      traced('in', answer, { connectionId: 'two' }),
      traced('in', { ...answer, id: '7' })
    ])
    expect(rows.slice(1).map(({ method, tookMs }) => [method, tookMs])).toEqual([
      [null, null],
      [null, null]
    ])
  })

  it.each([
    ['notification', { jsonrpc: '2.0', method: 'notifications/progress' }],
    ['batch', [call, call]],
    ['unreadable', 'words'],
    ['unreadable', null]
  ] as const)('describes %s as %j', (kind, message) => {
    expect(rowsOf([traced('in', message)])[0]?.kind).toBe(kind)
  })

  it('names a message that was too long to show', () => {
    expect(rowsOf([traced('in', {}, { text: null, size: 2_000_000 })])[0]?.kind).toBe('unreadable')
  })
})

describe('finding and copying', () => {
  const rows = rowsOf([
    traced('out', call),
    traced('in', { jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: 'Echo' }] } })
  ])

  it('finds by words anywhere in a message, including the method of its request, and by direction', () => {
    const found = (direction: 'in' | 'out' | 'both', words: string) =>
      filterMessages(rows, { direction, words }).map(({ place }) => place)
    expect(found('both', 'tools/CALL')).toEqual([0, 1])
    expect(found('in', 'tools/call')).toEqual([1])
    expect(found('both', 'content echo')).toEqual([1])
    expect(found('out', 'content')).toEqual([])
  })

  it('copies one message per line as JSON', () => {
    const lines = messageLines(rows)
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(lines[0]).toEqual({ at: '1970-01-01T00:00:01.000Z', direction: 'out', message: call })
    expect(lines).toHaveLength(2)
  })
})

describe('the beginning of a connection', () => {
  const rows = rowsOf([
    traced('out', call, { index: 12 }),
    traced('in', { jsonrpc: '2.0', id: 7, result: {} }, { index: 13 }),
    traced('out', call, { connectionId: 'two' })
  ])

  it('is at its oldest message, with the number of removed ones', () => {
    expect(findConnectionStarts(rows, rows)).toEqual([
      { place: 0, removedCount: 12 },
      { place: 2, removedCount: 0 }
    ])
  })

  it('does not count messages as removed that only the filter hides', () => {
    expect(findConnectionStarts(rows, rows.slice(1))).toEqual([
      { place: 1, removedCount: 12 },
      { place: 2, removedCount: 0 }
    ])
  })
})
