/**
 * Repeats HTTP requests that the server postponed. Status 429, and 503 with a time, mean that nothing was done. Other
 * server errors, and once a broken connection, are repeated only if that is harmless. Status 500 is final.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isBreak } from './http-failures'
import type { Fetch } from './no-timeout-fetch'

const retryLimit = 3
const firstWaitMs = 200
/** If a server asks for more time than this, the user has to try again. */
const longestWaitMs = 30_000
const troubles: ReadonlySet<number> = new Set([502, 503, 504])

export interface RetryOptions {
  /** True if the request may run twice. */
  readonly isRepeatable: boolean
  /** Ends the wait between attempts. The request itself has its own signal. */
  readonly signal: AbortSignal
  readonly now: () => number
  readonly onWait: (status: number, waitMs: number) => void
  readonly onBreak: (error: unknown) => void
}

/** The last response. Rejects as `fetch` does, and when the signal fires during a wait. */
export async function fetchWithRetry(
  send: () => ReturnType<Fetch>,
  { isRepeatable, signal, now, onWait, onBreak }: RetryOptions
): Promise<Response> {
  const sendAgain = (error: unknown) => {
    if (!isRepeatable || !isBreak(error)) throw error
    onBreak(error)
    return send()
  }
  for (let attempt = 0; ; attempt += 1) {
    // A server may close an idle connection just when it is used again.
    const response = await (attempt === 0 ? send().catch(sendAgain) : send())
    const askedMs = readRetryAfter(response.headers.get('retry-after'), now)
    const isPutOff = response.status === 429 || (response.status === 503 && askedMs !== null)
    if (!isPutOff && !(isRepeatable && troubles.has(response.status))) return response
    const waitMs = askedMs ?? firstWaitMs * 2 ** attempt
    if (attempt >= retryLimit || waitMs > longestWaitMs) return response
    await response.body?.cancel()
    onWait(response.status, waitMs)
    await sleep(waitMs, undefined, { signal, ref: false })
  }
}

/** Seconds or a date. */
function readRetryAfter(given: string | null, now: () => number): number | null {
  if (given === null) return null
  const waitMs = /^\d+$/.test(given.trim()) ? Number(given) * 1_000 : Date.parse(given) - now()
  return Number.isNaN(waitMs) ? null : Math.max(waitMs, 0)
}
