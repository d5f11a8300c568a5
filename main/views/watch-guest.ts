/** Reports a view that needs too much memory or no longer answers, so that only this view ends. */
import type { ViewEndReason } from '../../app/views/interface'

/** A process of a view. */
export interface WatchedFrame {
  readonly processId: number
  /** Resolves as soon as the page has time for it. */
  readonly ask: () => Promise<unknown>
}

export interface WatchOptions {
  /** Null: the process of one has ended. */
  readonly frames: () => readonly WatchedFrame[] | null
  /** In kilobytes; null: unknown. */
  readonly memoryOf: (processId: number) => number | null
  readonly onFault: (reason: ViewEndReason) => void
}

const limits = { everyMs: 2_000, kilobytes: 512 * 1_024, silenceMs: 10_000 }

/** Returns the end of the watch. */
export function watchGuest({ frames, memoryOf, onFault }: WatchOptions): () => void {
  const silent = new Map<number, NodeJS.Timeout>()
  const ask = ({ processId, ask: question }: WatchedFrame): void => {
    if (silent.has(processId)) return
    silent.set(
      processId,
      setTimeout(() => onFault('unresponsive'), limits.silenceMs)
    )
    const answered = (): void => {
      clearTimeout(silent.get(processId))
      silent.delete(processId)
    }
    // A frame that has gone rejects: it isn't silent.
    void question().then(answered, answered)
  }
  const timer = setInterval(() => {
    const watched = frames()
    if (watched === null) onFault('crashed')
    for (const frame of watched ?? []) {
      if ((memoryOf(frame.processId) ?? 0) > limits.kilobytes) onFault('memory')
      ask(frame)
    }
  }, limits.everyMs)
  return () => {
    clearInterval(timer)
    for (const limit of silent.values()) clearTimeout(limit)
  }
}
