import { expect, it } from 'vitest'
import { formatMoment } from '../../ui/base/format'
import { describeCounts } from './describe-counts'

const none = { calls: 0, failedCalls: 0, restarts: 0, lastCallAt: null, medianMs: null }

it.each([
  [none, 'No calls'],
  [{ ...none, restarts: 1 }, 'No calls · restarted once'],
  [
    { ...none, calls: 1, lastCallAt: 7, medianMs: 40 },
    `1 call · last ${formatMoment(7)} · usually takes 40 ms`
  ],
  [
    { calls: 12, failedCalls: 3, restarts: 2, lastCallAt: 7, medianMs: 1_400 },
    `12 calls, 3 failed · last ${formatMoment(7)} · usually takes 1.4 s · restarted 2 times`
  ]
])('describes %j as %s', (counts, words) => {
  expect(describeCounts(counts)).toBe(words)
})
