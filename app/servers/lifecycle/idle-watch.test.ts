import { beforeEach, expect, it } from 'vitest'
import { IdleWatch } from './idle-watch'

let now: number
let timers: { readonly at: number; readonly work: () => void }[]
let slept: string[]
let limitMs: number | null
let isAwaited: boolean
let watch: IdleWatch

/** Advances the clock and runs the timers that are due, in order. */
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

it('puts a server to sleep that was not used for its time, which each use restarts', () => {
  watch.used('a')
  pass(59_000)
  watch.used('a')
  pass(59_000)
  expect(slept).toEqual([])
  pass(1_000)
  expect(slept).toEqual(['a'])
})

it('keeps a server awake during calls and subscriptions, in any order of their ends', () => {
  const ends = [watch.begin('a'), watch.begin('a')]
  pass(600_000)
  ends[0]?.()
  ends[0]?.() // counts once if called twice
  pass(600_000)
  expect(slept).toEqual([])
  ends[1]?.()
  pass(60_000)
  expect(slept).toEqual(['a'])
})

it('ends a use when its call fails', async () => {
  await expect(watch.during('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  pass(60_000)
  expect(slept).toEqual(['a'])
})

it('keeps a server awake while a question to the user is open', () => {
  isAwaited = true
  watch.used('a')
  pass(300_000)
  expect(slept).toEqual([])
  isAwaited = false
  pass(60_000)
  expect(slept).toEqual(['a'])
})

it('keeps a server without a limit awake until it has one', () => {
  limitMs = null
  watch.used('a')
  pass(600_000)
  limitMs = 60_000
  watch.changed('a')
  expect(slept).toEqual(['a'])
})

it('gives a server that runs again its whole time, however long it was stopped', () => {
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
