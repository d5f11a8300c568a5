/** How often and how soon a server that ended unexpectedly is restarted. */

const delaysMs = [1_000, 2_000, 4_000, 8_000, 16_000] as const
const windowMs = 60_000
const mostStarts = 5

export interface RestartPolicy {
  /** Must be called at every start, including the first. Times in milliseconds. */
  started(now: number): void
  /** Milliseconds until the next start; null if it was started too often. */
  nextDelay(now: number): number | null
}

/** A new policy for each time that the user (or the settings) starts the server. */
export function createRestartPolicy(): RestartPolicy {
  let starts: number[] = []
  let inRow = 0
  return {
    started: (now) => {
      starts = [...starts.filter((at) => now - at < windowMs), now]
    },
    nextDelay: (now) => {
      // A server that worked for a while before it ended begins with the short delay again.
      if (now - (starts.at(-1) ?? now) >= windowMs) inRow = 0
      if (starts.filter((at) => now - at < windowMs).length >= mostStarts) return null
      const delay = delaysMs[Math.min(inRow, delaysMs.length - 1)] ?? null
      inRow += 1
      return delay
    }
  }
}
