/**
 * Joins the events that arrive between two frames into one change, so that the page draws them once. A call in Direct mode
 * brings ten of them within ten milliseconds.
 */
import type { EventEnvelope } from '../../app/contract/bridge/events'

/** The longest wait where the page gets no frames, for example behind another window. */
const longestWaitMs = 50

const flushes = new Set<() => void>()

/** Delivers what has arrived, because what follows depends on it. */
export function flushEvents(): void {
  for (const flush of flushes) flush()
}

export interface JoinedEvents {
  readonly add: (event: EventEnvelope) => void
  end(): void
}

/** `deliver` gets them in the order of their arrival. */
export function joinEvents(deliver: (events: readonly EventEnvelope[]) => void): JoinedEvents {
  let waiting: EventEnvelope[] = []
  let stopWaiting = (): void => {}
  const flush = (): void => {
    if (waiting.length === 0) return
    stopWaiting()
    deliver(waiting.splice(0))
  }
  flushes.add(flush)
  return {
    add: (event) => {
      waiting.push(event)
      if (waiting.length > 1) return
      // A hidden page gets no frames, and its timers are late.
      if (document.hidden) flush()
      else stopWaiting = beforeFrame(flush)
    },
    end: () => {
      stopWaiting()
      waiting = []
      flushes.delete(flush)
    }
  }
}

function beforeFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run)
  const timer = setTimeout(run, longestWaitMs)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
