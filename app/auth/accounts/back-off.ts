/** Delay before the next automatic attempt: longer with each failure, reset by a success. */

const firstMs = 2_000
const mostMs = 60_000

export interface BackOff {
  isOn(): boolean
  noteFailure(): void
  noteSuccess(): void
}

/** `now`: milliseconds since the epoch. */
export function createBackOff(now: () => number): BackOff {
  let waitMs = 0
  let until = -Infinity
  return {
    isOn: () => now() < until,
    noteFailure: () => {
      waitMs = Math.min(Math.max(waitMs * 2, firstMs), mostMs)
      until = now() + waitMs
    },
    noteSuccess: () => {
      waitMs = 0
      until = -Infinity
    }
  }
}
