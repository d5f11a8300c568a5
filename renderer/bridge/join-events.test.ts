import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EventEnvelope } from '../../app/contract/bridge/events'
import { flushEvents, joinEvents, type JoinedEvents } from './join-events'

const eventOf = (revision: number): EventEnvelope => ({
  name: 'server.removed',
  revision,
  payload: { serverName: 'notes' }
})

let deliveries: number[][]
let joined: JoinedEvents
beforeEach(() => {
  vi.useFakeTimers()
  deliveries = []
  joined = joinEvents((events) => deliveries.push(events.map(({ revision }) => revision)))
})
afterEach(() => {
  joined.end()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function add(...revisions: number[]): void {
  for (const revision of revisions) joined.add(eventOf(revision))
}

it('delivers what arrives between two frames at once, in order', () => {
  add(1, 2, 3)
  expect(deliveries).toEqual([])
  vi.advanceTimersToNextFrame()
  add(4)
  vi.advanceTimersToNextFrame()
  vi.runAllTimers()
  expect(deliveries).toEqual([[1, 2, 3], [4]])
})

it('delivers also while the page gets no frames', () => {
  vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0)
  add(1, 2)
  vi.runAllTimers()
  expect(deliveries).toEqual([[1, 2]])
})

it('does not wait in a hidden page', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  add(1, 2)
  expect(deliveries).toEqual([[1], [2]])
})

it('delivers at once when asked to, and nothing twice', () => {
  add(1, 2)
  flushEvents()
  expect(deliveries).toEqual([[1, 2]])
  vi.runAllTimers()
  expect(deliveries).toHaveLength(1)
})

it('delivers events that an event causes', () => {
  const inner = joinEvents((events) => {
    if (events[0]?.revision === 1) inner.add(eventOf(2))
    deliveries.push(events.map(({ revision }) => revision))
  })
  inner.add(eventOf(1))
  vi.runAllTimers()
  inner.end()
  expect(deliveries).toEqual([[1], [2]])
})

it('delivers nothing after its end', () => {
  add(1)
  joined.end()
  vi.runAllTimers()
  flushEvents()
  expect(deliveries).toEqual([])
})
