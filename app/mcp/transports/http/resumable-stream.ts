/**
 * Follows an event stream across breaks. If the server sent event ids, a stream that ends too early is resumed after
 * the last id, after the time that the server wants. The id is kept while the stream is needed, also if a resumed
 * stream has no id of its own.
 *
 * @spec 2025-11-25 basic/transports#resumability-and-redelivery
 */
import type { EventSourceMessage } from 'eventsource-parser'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEventStream } from './event-stream'

/**
 * Limits the time that the server wants. A stream that keeps ending without a message is opened less and less often.
 */
const wait = { leastMs: 100, usualMs: 1_000, mostMs: 60_000, growth: 1.5 }
/** Consecutive attempts that failed to open the stream of a request. */
const failureLimit = 5

/** The result of an attempt to resume the stream. `gone`: further attempts are useless. */
export type Reopened = { readonly body: ReadableStream<Uint8Array> } | 'failed' | 'gone'

export interface ResumableStream {
  /** Resumes it after the event id; null: without a position. */
  readonly reopen: (lastEventId: string | null) => Promise<Reopened>
  readonly onEvent: (event: EventSourceMessage) => void
  readonly onInvalidText: (bytes: Buffer) => void
  /** True if everything that was requested has arrived. */
  readonly isDone: () => boolean
  /**
   * `marked`: the answer to a request, which is lost without an event id. `always`: a stream of server messages, which
   * is always opened again.
   */
  readonly isReopened: 'never' | 'marked' | 'always'
  readonly signal: AbortSignal
}

/** Resolves when nothing more will arrive. Never rejects. */
export async function followResumableStream(first: Reopened, stream: ResumableStream): Promise<void> {
  const { signal, isReopened } = stream
  const cursor = new Cursor()
  for (let current = first; !signal.aborted;) {
    if (current === 'gone') return
    if (current === 'failed') cursor.failures += 1
    else await cursor.read(current.body, stream)
    if (stream.isDone() || isReopened === 'never') return
    if (isReopened === 'marked' && (cursor.lastEventId === null || cursor.failures > failureLimit)) return
    await sleep(cursor.nextWaitMs(), undefined, { signal, ref: false }).catch(() => {}) // the loop checks the signal
    if (!signal.aborted) current = await stream.reopen(cursor.lastEventId)
  }
}

/** The position in a stream, and its recent breaks. */
class Cursor {
  lastEventId: string | null = null
  failures = 0
  #retryMs: number | null = null
  /** Consecutive breaks without a message. */
  #breaks = 0

  async read(body: ReadableStream<Uint8Array>, stream: ResumableStream): Promise<void> {
    this.failures = 0
    const onEvent = (event: EventSourceMessage) => {
      if (event.id !== undefined && event.id !== '') this.lastEventId = event.id
      if (event.data !== '') this.#breaks = 0
      stream.onEvent(event)
    }
    const onRetry = (retryMs: number) => {
      this.#retryMs = retryMs
    }
    // A stream that breaks is treated like one that ends: what counts is whether the answer has arrived.
    await readEventStream(body, { onEvent, onRetry, onInvalidText: stream.onInvalidText }).catch(() => {})
  }

  nextWaitMs(): number {
    const wanted = Math.min(Math.max(this.#retryMs ?? wait.usualMs, wait.leastMs), wait.mostMs)
    const grown = wait.leastMs * wait.growth ** this.#breaks
    this.#breaks += 1
    return Math.min(Math.max(wanted, grown), wait.mostMs)
  }
}
