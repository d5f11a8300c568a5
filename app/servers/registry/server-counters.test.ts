import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ToolCallOutcome } from '../../mcp/interface'
import { ServerCounters } from './server-counters'

let now = 1_000
let told = 0
let counters: ServerCounters

beforeEach(() => {
  vi.useFakeTimers()
  now = 1_000
  told = 0
  counters = new ServerCounters({ now: () => now, onCounted: () => (told += 1) })
})

afterEach(() => void vi.useRealTimers())

const result = (isError = false): ToolCallOutcome => ({
  type: 'completed',
  content: [],
  structuredContent: null,
  isError,
  outputProblems: []
})
const failed: ToolCallOutcome = { type: 'failed', failure: { code: 'TOOL_TIMEOUT', message: 'Too slow.' } }

function call(outcome: ToolCallOutcome, tookMs: number): void {
  const end = counters.begin()
  now += tookMs
  end(outcome)
}

it('counts calls by outcome', () => {
  expect(counters.view()).toEqual({
    calls: 0,
    failedCalls: 0,
    restarts: 0,
    lastCallAt: null,
    medianMs: null
  })
  call(result(), 10)
  call(result(true), 30)
  call(failed, 9_000)
  call({ type: 'cancelled' }, 9_000)
  counters.restarted()
  expect(counters.view()).toEqual({
    calls: 4,
    failedCalls: 2,
    restarts: 1,
    lastCallAt: 10_040,
    medianMs: 20
  })
})

it('counts a call from its start', () => {
  const end = counters.begin()
  expect(counters.view()).toMatchObject({ calls: 1, lastCallAt: 1_000, medianMs: null })
  end(result())
  expect(counters.view()).toMatchObject({ calls: 1, lastCallAt: 1_000, medianMs: 0 })
})

it('computes the median of the newest calls', () => {
  for (const took of [1, 2, 100]) call(result(), took)
  expect(counters.view().medianMs).toBe(2)
  for (let count = 0; count < 50; count += 1) call(result(), 7)
  expect(counters.view().medianMs).toBe(7)
})

it('reports many calls in a row once', () => {
  for (let count = 0; count < 20; count += 1) call(result(), 1)
  expect(told).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(told).toBe(1)
  call(result(), 1)
  vi.advanceTimersByTime(1_000)
  expect(told).toBe(2)
})
