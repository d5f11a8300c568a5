import { beforeEach, expect, it } from 'vitest'
import { IdleWatch } from './idle-watch'

let now: number
let timers: { readonly at: number; readonly work: () => void }[]
let slept: string[]
let limitMs: number | null
let isAwaited: boolean
let watch: IdleWatch

/** The clock goes on, and what was to happen by then does, in order. */
function pass(ms: number): void {
  const until = now + ms
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)
    if (next === undefined) break
    timers = timers.filter((timer) => timer !== next)
    now = next.at
    next.work()
  }
  now = until
}

beforeEach(() => {
  ;[now, timers, slept, limitMs, isAwaited] = [1_000_000, [], [], 60_000, false]
  watch = new IdleWatch({
    limitOf: () => limitMs,
    isAwaited: () => isAwaited,
    sleep: (name) => {
      slept.push(name)
      limitMs = null // it no longer runs
    },
    schedule: (work, delayMs) => {
      const timer = { at: now + delayMs, work }
      timers.push(timer)
      return () => (timers = timers.filter((one) => one !== timer))
    },
    now: () => now
  })
})

it('a server sleeps once it was not used for its time, and each use begins the time anew', () => {
  watch.used('a')
  pass(59_000)
  watch.used('a')
  pass(59_000)
  expect(slept).toEqual([])
  pass(1_000)
  expect(slept).toEqual(['a'])
})

it('never while a call or something that is followed runs, whichever ends last', () => {
  const ends = [watch.begin('a'), watch.begin('a')]
  pass(600_000)
  ends[0]?.()
  ends[0]?.() // said twice, it counts once
  pass(600_000)
  expect(slept).toEqual([])
  ends[1]?.()
  pass(60_000)
  expect(slept).toEqual(['a'])
})

it('a failed call ends its use, too', async () => {
  await expect(watch.during('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  pass(60_000)
  expect(slept).toEqual(['a'])
})

it('not while a person is asked about it', () => {
  isAwaited = true
  watch.used('a')
  pass(300_000)
  expect(slept).toEqual([])
  isAwaited = false
  pass(60_000)
  expect(slept).toEqual(['a'])
})

it('one without a limit stays, until it has one', () => {
  limitMs = null
  watch.used('a')
  pass(600_000)
  limitMs = 60_000
  watch.changed('a')
  expect(slept).toEqual(['a'])
})

it('one that comes up again has its whole time before it, however long it was gone', () => {
  watch.used('a')
  pass(60_000)
  watch.changed('a') // it stopped
  pass(600_000)
  limitMs = 60_000
  watch.changed('a')
  pass(59_000)
  expect(slept).toEqual(['a'])
  pass(1_000)
  expect(slept).toEqual(['a', 'a'])
})
