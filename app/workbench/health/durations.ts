/**
 * Durations of calls as a histogram. Each bucket is 9 percent longer than the one before, so a percentile is off by at
 * most 5 percent, and a year of calls needs no more room than a day.
 */

export type Durations = Readonly<Record<string, number>>

/** Buckets in which durations double. */
const perDoubling = 8

/** Everything up to a millisecond is in the first bucket. */
export function findBucket(durationMs: number): number {
  return durationMs <= 1 ? 0 : Math.floor(Math.log2(durationMs) * perDoubling)
}

/** Null if there are none. `share`: 0.5 for the median. */
export function estimatePercentile(durations: Durations, share: number): number | null {
  const buckets = Object.entries(durations)
    .map(([bucket, calls]) => [Number(bucket), calls] as const)
    .toSorted(([one], [other]) => one - other)
  const all = buckets.reduce((sum, [, calls]) => sum + calls, 0)
  let before = 0
  for (const [bucket, calls] of buckets) {
    before += calls
    if (before >= all * share) return Math.round(2 ** ((bucket + 0.5) / perDoubling))
  }
  return null
}
