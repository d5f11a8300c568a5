import { expect, test } from 'vitest'
import { createRestartPolicy } from './restart-policy'

test('starts a server that ends at once five times in all, with growing delays', () => {
  const policy = createRestartPolicy()
  const delays: (number | null)[] = []
  let now = 0
  for (;;) {
    policy.started(now)
    const delay = policy.nextDelay(now)
    delays.push(delay)
    if (delay === null) break
    now += delay
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, null])
})

test('keeps restarting a server that works for a while in between, after at most 16 s', () => {
  const policy = createRestartPolicy()
  const delays: (number | null)[] = []
  let now = 0
  for (let round = 0; round < 7; round += 1) {
    policy.started(now)
    now += 20_000
    const delay = policy.nextDelay(now)
    delays.push(delay)
    now += delay ?? 0
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000])
})

test('restarts with short delays after a minute of work', () => {
  const policy = createRestartPolicy()
  policy.started(0)
  expect(policy.nextDelay(1)).toBe(1_000)
  policy.started(1_001)
  expect(policy.nextDelay(61_001)).toBe(1_000)
})
