/**
 * Finds out whether a quiet server still runs. Any message counts as a sign of life, so a busy connection is never
 * pinged or ended. Only a server that answers none of several pings in a row, and sends nothing else, counts as dead.
 *
 * @spec 2025-11-25 basic/utilities/ping
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRawRequest } from '../calls/send-request'
import type { SendOptions } from '../calls/send-request'

/** Pings without any sign of life. */
const missLimit = 3
/** Prevents that a slow network looks like a dead server. */
const longestWaitMs = 30_000

export interface HeartbeatOptions {
  /** 0 disables pings. */
  readonly intervalMs: number
  /** Fires at the end of the connection. */
  readonly signal: AbortSignal
  /** In milliseconds of `performance.now()`. */
  readonly lastHeardAt: () => number
  /** True while a request is open that may take long. */
  readonly isBusy: () => boolean
  /** Sends a ping; `lastHeardAt` shows whether an answer came. Never rejects. */
  readonly ping: (timeoutMs: number) => Promise<void>
  readonly onMissed: (count: number) => void
  readonly onDead: () => void
}

/** Sends `server/discover` in the newest revision, which has no ping. */
export async function ping(options: Pick<SendOptions, 'client' | 'signal' | 'timeoutMs'>): Promise<void> {
  const method = options.client.getProtocolEra() === 'modern' ? 'server/discover' : 'ping'
  await sendRawRequest({ method, params: {} }, options)
}

/** Resolves with the end of the connection. Never rejects. */
export async function keepHeartbeat(options: HeartbeatOptions): Promise<void> {
  const { intervalMs, signal, lastHeardAt, isBusy, ping, onMissed, onDead } = options
  if (!(intervalMs > 0)) return
  for (let missed = 0; ;) {
    await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => {}) // the connection ended
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
