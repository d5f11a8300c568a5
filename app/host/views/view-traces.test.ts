import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ViewTraces } from './view-traces'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function keep() {
  const published: string[] = []
  const traces = new ViewTraces({
    publish: (serverName) => void published.push(serverName),
    redactMessage: (text) => text.replaceAll('hunter2', '[secret]'),
    now: () => 7
  })
  const begin = (viewId: string, conversationId = 'c1', messageId = 'm1', serverName = 'maps') =>
    traces.begin(viewId, {
      conversationId,
      messageId,
      callId: 'call-1',
      scopeId: 'c1',
      serverName,
      toolName: 'show-map'
    })
  return { published, traces, begin }
}

it('lists the views of a server that have messages, newest first', () => {
  const { traces, begin } = keep()
  begin('v1').message('in', '{}')
  begin('v2').message('in', '{}')
  begin('v3')
  expect(traces.list({ serverName: 'maps' }).map(({ viewId }) => viewId)).toEqual(['v2', 'v1'])
  expect(traces.list({ serverName: 'notes' })).toEqual([])
})

it('returns messages without secrets, with the reason why Parley refused one', () => {
  const { traces, begin } = keep()
  const trace = begin('v1')
  trace.message('out', '{"a":"hunter2"}')
  trace.message('in', 'x'.repeat(20_001))
  trace.refused('not now')
  expect(traces.read({ viewId: 'v1' })).toEqual({
    viewId: 'v1',
    messages: [
      { index: 0, at: 7, direction: 'out', text: '{"a":"[secret]"}', size: 15, refusal: null },
      { index: 1, at: 7, direction: 'in', text: null, size: 20_001, refusal: 'not now' }
    ],
    leftOut: 0
  })
})

it('keeps the newest 500 messages, 500,000 characters and 20 views, and counts the others', () => {
  const { traces, begin } = keep()
  const busy = begin('v0')
  for (let index = 0; index < 600; index += 1) busy.message('in', '{}')
  expect(traces.read({ viewId: 'v0' })).toMatchObject({ leftOut: 100, messages: { length: 500 } })
  for (let index = 0; index < 30; index += 1) busy.message('in', 'x'.repeat(20_000))
  expect(traces.read({ viewId: 'v0' })).toMatchObject({ leftOut: 605, messages: { length: 25 } })
  for (let index = 1; index <= 20; index += 1) begin(`v${index}`).message('in', '{}')
  expect(traces.list({ serverName: 'maps' })).toHaveLength(20)
  expect(() => traces.read({ viewId: 'v0' })).toThrow('no longer keeps')
})

it('says at most twice a second that there are more, and forgets the views of a removed conversation or message', () => {
  const { published, traces, begin } = keep()
  const trace = begin('v1')
  for (let index = 0; index < 50; index += 1) trace.message('in', '{}')
  begin('v2', 'c2').message('in', '{}')
  begin('v3', 'c2', 'm2').message('in', '{}')
  vi.advanceTimersByTime(500)
  expect(published).toEqual(['maps'])
  traces.forget({ conversationId: 'c1' })
  traces.forget({ conversationId: 'c2', messageId: 'm2' })
  expect(traces.list({ serverName: 'maps' }).map(({ viewId }) => viewId)).toEqual(['v2'])
  vi.advanceTimersByTime(500)
  expect(published).toEqual(['maps', 'maps'])
})

it('keeps no place for views without messages', () => {
  const { traces, begin } = keep()
  begin('v0').message('in', '{}')
  for (let index = 1; index <= 20; index += 1) begin(`v${index}`)
  expect(traces.list({ serverName: 'maps' }).map(({ viewId }) => viewId)).toEqual(['v0'])
})

it('forgets the views of a removed server', () => {
  const { traces, begin } = keep()
  begin('v1').message('in', '{}')
  begin('v2', 'c1', 'm1', 'notes').message('in', '{}')
  traces.forgetServer('maps')
  expect(traces.list({ serverName: 'maps' })).toEqual([])
  expect(traces.list({ serverName: 'notes' })).toHaveLength(1)
})

it('starts no timer after it has ended', () => {
  const { published, traces, begin } = keep()
  const trace = begin('v1')
  traces.dispose()
  trace.message('in', '{}')
  expect(vi.getTimerCount()).toBe(0)
  expect(published).toEqual([])
})
