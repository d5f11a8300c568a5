/**
 * Finds out whether a quiet server still lives. Any message counts as life, so a busy connection is never asked and
 * never ended; only one that says nothing at all, to several questions in a row, is taken for dead.
 *
 * @spec 2025-11-25 basic/utilities/ping
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRawRequest } from '../calls/send-request'
import type { SendOptions } from '../calls/send-request'

/** Questions without any sign of life. */
const missLimit = 3
/** A slow network must not look like a dead server. */
const longestWaitMs = 30_000

export interface HeartbeatOptions {
  /** 0: none. */
  readonly intervalMs: number
  /** The end of the connection. */
  readonly signal: AbortSignal
  /** In milliseconds of `performance.now()`. */
  readonly lastHeardAt: () => number
  /** Whether something is awaited that may take its time. */
  readonly isBusy: () => boolean
  /** Asks the server for a sign; whether one came is seen by `lastHeardAt`. Never rejects. */
  readonly ping: (timeoutMs: number) => Promise<void>
  readonly onMissed: (count: number) => void
  readonly onDead: () => void
}

/** The newest revision has no ping; what every server must answer does as well. */
export async function ping(options: Pick<SendOptions, 'client' | 'signal' | 'timeoutMs'>): Promise<void> {
  const method = options.client.getProtocolEra() === 'modern' ? 'server/discover' : 'ping'
  await sendRawRequest({ method, params: {} }, options)
}

/** Resolves with the end of the connection. Never rejects. */
export async function keepHeartbeat(options: HeartbeatOptions): Promise<void> {
  const { intervalMs, signal, lastHeardAt, isBusy, ping, onMissed, onDead } = options
  if (!(intervalMs > 0)) return
  for (let missed = 0; ;) {
    await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => {}) // the end of the connection
    if (signal.aborted) return
    const isQuiet = !isBusy() && performance.now() - lastHeardAt() >= intervalMs
    const askedAt = performance.now()
    if (isQuiet) await ping(Math.min(intervalMs, longestWaitMs))
    if (signal.aborted) return
    const isAlive = !isQuiet || isBusy() || lastHeardAt() >= askedAt
    missed = isAlive ? 0 : missed + 1
    if (missed > 0) onMissed(missed)
    if (missed >= missLimit) return onDead()
  }
}
