/** How often and how soon a server that stopped by itself is started again. */

const delaysMs = [1_000, 2_000, 4_000, 8_000, 16_000] as const
const windowMs = 60_000
const mostStarts = 5

export interface RestartPolicy {
  /** To be called at every start, the first included. Times in milliseconds. */
  started(now: number): void
  /** How long to wait before the next start; null when it was started too often. */
  nextDelay(now: number): number | null
}

/** One for each time that the person (or the settings) started the server. */
export function createRestartPolicy(): RestartPolicy {
  let starts: number[] = []
  let inRow = 0
  return {
    started: (now) => {
      starts = [...starts.filter((at) => now - at < windowMs), now]
    },
    nextDelay: (now) => {
      // A server that worked for a while before it stopped begins with the short delay again.
      if (now - (starts.at(-1) ?? now) >= windowMs) inRow = 0
      if (starts.filter((at) => now - at < windowMs).length >= mostStarts) return null
      const delay = delaysMs[Math.min(inRow, delaysMs.length - 1)] ?? null
      inRow += 1
      return delay
    }
  }
}
