/**
 * Follows an event stream over its breaks: where the server marked its events, a stream that ends too early is
 * opened again behind the last mark, after the time that the server asks for. The mark is kept for as long as the
 * stream is wanted, also when a stream that was opened again brings none of its own.
 *
 * @spec 2025-11-25 basic/transports#resumability-and-redelivery
 */
import type { EventSourceMessage } from 'eventsource-parser'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEventStream } from './event-stream'

/** The time that the server asks for is kept within bounds; a stream that keeps ending without news is opened less and less often. */
const wait = { leastMs: 100, usualMs: 1_000, mostMs: 60_000, growth: 1.5 }
/** Tries in a row that did not even open the stream of a request. */
const failureLimit = 5

/** How a try to open the stream again ended. `gone`: it makes no sense to try any more. */
export type Reopened = { readonly body: ReadableStream<Uint8Array> } | 'failed' | 'gone'

export interface ResumableStream {
  /** Opens it behind the mark; null: from now on. */
  readonly reopen: (lastEventId: string | null) => Promise<Reopened>
  readonly onEvent: (event: EventSourceMessage) => void
  readonly onInvalidText: (bytes: Buffer) => void
  /** Whether all that was wanted has come. */
  readonly isDone: () => boolean
  /**
   * `marked`: the answer to a request, which is lost where nothing marks the place. `always`: news, which are
   * worth listening to again in any case.
   */
  readonly isReopened: 'never' | 'marked' | 'always'
  readonly signal: AbortSignal
}

/** Resolves when nothing more will come. Never rejects. */
export async function followResumableStream(first: Reopened, stream: ResumableStream): Promise<void> {
  const { signal, isReopened } = stream
  const cursor = new Cursor()
  for (let current = first; !signal.aborted;) {
    if (current === 'gone') return
    if (current === 'failed') cursor.failures += 1
    else await cursor.read(current.body, stream)
    if (stream.isDone() || isReopened === 'never') return
    if (isReopened === 'marked' && (cursor.lastEventId === null || cursor.failures > failureLimit)) return
    await sleep(cursor.nextWaitMs(), undefined, { signal, ref: false }).catch(() => {}) // the loop ends by itself
    if (!signal.aborted) current = await stream.reopen(cursor.lastEventId)
  }
}

/** The place in a stream, and how it went so far. */
class Cursor {
  lastEventId: string | null = null
  failures = 0
  #retryMs: number | null = null
  /** Breaks in a row without a message in between. */
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
    // A stream that breaks off is like one that ends: what matters is whether the answer has come.
    await readEventStream(body, { onEvent, onRetry, onInvalidText: stream.onInvalidText }).catch(() => {})
  }

  nextWaitMs(): number {
    const wanted = Math.min(Math.max(this.#retryMs ?? wait.usualMs, wait.leastMs), wait.mostMs)
    const grown = wait.leastMs * wait.growth ** this.#breaks
    this.#breaks += 1
    return Math.min(Math.max(wanted, grown), wait.mostMs)
  }
}
