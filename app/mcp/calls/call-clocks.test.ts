/** The clocks of a call, driven by a clock of the test. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TimeLimit } from '../../contract/tool-calls'
import { CallClocks } from './call-clocks'

const near: (TimeLimit | null)[] = []
const ends: [reason: string, limitMs: number][] = []

beforeEach(() => {
  near.length = 0
  ends.length = 0
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => vi.useRealTimers())

function start(timeoutMs: number, maxTotalTimeoutMs: number): CallClocks {
  return new CallClocks({
    timeoutMs,
    maxTotalTimeoutMs,
    now: Date.now,
    onNear: (timeLimit) => near.push(timeLimit),
    onEnd: (reason, limitMs) => ends.push([reason, limitMs])
  })
}

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)

describe('the end of a call', () => {
  it('comes once, after the silence limit', () => {
    start(1_000, 60_000)
    pass(999)
    expect(ends).toEqual([])
    pass(60_000)
    expect(ends).toEqual([['silence', 1_000]])
  })

  it('TIME-04: restarts the silence limit at a sign of the server', () => {
    const clocks = start(1_000, 60_000)
    for (let times = 0; times < 10; times += 1) {
      pass(900)
      clocks.heard()
    }
    expect(ends).toEqual([])
    pass(1_000)
    expect(ends).toEqual([['silence', 1_000]])
  })

  it('TIME-05: keeps the total limit at a sign of the server', () => {
    const clocks = start(1_000, 5_000)
    for (let times = 0; times < 10; times += 1) {
      clocks.heard()
      pass(600)
    }
    expect(ends).toEqual([['total', 5_000]])
  })

  it("waits longer when the server can't send its next sign sooner", () => {
    const clocks = start(1_000, 600_000)
    clocks.heard(30_000)
    pass(30_900)
    expect(ends).toEqual([])
    clocks.heard()
    pass(1_000)
    expect(ends).toEqual([['silence', 1_000]])
  })

  it('does not come after the call has ended', () => {
    start(1_000, 5_000).stop()
    pass(10_000)
    expect(ends).toEqual([])
  })

  it('takes limits that are longer than a timer allows', () => {
    start(10_000_000_000, 10_000_000_000)
    pass(9_999_999_999)
    expect(ends).toEqual([])
    pass(1)
    expect(ends).toHaveLength(1)
  })
})

describe('the warning', () => {
  it('comes in the last quarter of a short limit', () => {
    start(4_000, 100_000)
    pass(2_999)
    expect(near).toEqual([])
    pass(1)
    expect(near).toEqual([{ reason: 'silence', endsAt: 4_000 }])
  })

  it('comes 15 s before the end of a long limit', () => {
    start(600_000, 600_000)
    pass(584_999)
    expect(near).toEqual([])
    pass(1)
    expect(near).toEqual([{ reason: 'total', endsAt: 600_000 }])
  })

  it('is withdrawn by a sign of the server and by the end', () => {
    const clocks = start(4_000, 100_000)
    pass(3_500)
    clocks.heard()
    expect(near).toEqual([{ reason: 'silence', endsAt: 4_000 }, null])
    pass(4_000)
    expect(near.slice(2)).toEqual([{ reason: 'silence', endsAt: 7_500 }, null])
  })

  it('names the limit that comes first', () => {
    const clocks = start(4_000, 9_000)
    pass(3_000)
    clocks.heard()
    pass(3_750)
    expect(near.at(-1)).toEqual({ reason: 'silence', endsAt: 7_000 })
    clocks.heard()
    expect(near.at(-1)).toEqual({ reason: 'total', endsAt: 9_000 })
  })
})

describe('the user', () => {
  it('restarts both clocks', () => {
    const clocks = start(4_000, 8_000)
    pass(3_900)
    clocks.keepWaiting()
    expect(near).toEqual([{ reason: 'silence', endsAt: 4_000 }, null])
    pass(3_900)
    clocks.heard()
    pass(3_900)
    expect(ends).toEqual([])
    clocks.heard()
    pass(300)
    expect(ends).toEqual([['total', 11_900]])
  })

  it('stops both clocks while a question is open, also when questions overlap', () => {
    const clocks = start(4_000, 8_000)
    pass(3_500)
    clocks.pause()
    clocks.pause()
    expect(near.at(-1)).toBeNull()
    pass(1_000_000)
    clocks.resume()
    pass(1_000_000)
    expect(ends).toEqual([])
    clocks.resume()
    pass(499)
    expect(ends).toEqual([])
    pass(1)
    expect(ends).toEqual([['silence', 4_000]])
  })
})
