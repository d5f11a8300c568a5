/**
 * The one stream of events to the window. Every change gets the next revision, so that a window which asks
 * for a snapshot knows which events it contains.
 */
import { createEmitter } from '../../base/emitter'
import type { LocalizedText } from '../../contract/localized-text'
import type { EventEnvelope, EventName, EventPayload } from '../../contract/events'

export interface HostEvents {
  /** Revision of the last event; 0 before the first. */
  revision(): number
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
  on(listener: (event: EventEnvelope) => void): () => void
  /** News for the person. What is raised before a window listens is kept for it. */
  raise(
    level: EventPayload<'notice.raised'>['level'],
    text: LocalizedText,
    action?: EventPayload<'notice.raised'>['action']
  ): void
  /** A window listens from now on: tells it what was raised before. */
  windowListens(): void
}

export function createHostEvents(): HostEvents {
  const stream = createEmitter<EventEnvelope>()
  let revision = 0
  let early: EventPayload<'notice.raised'>[] | null = []

  const emit: HostEvents['emit'] = (name, payload) => {
    revision += 1
    stream.emit({ name, revision, payload })
  }
  return {
    revision: () => revision,
    emit,
    on: (listener) => stream.on(listener),
    raise: (level, text, action) => {
      const notice = { level, text, ...(action !== undefined && { action }) }
      if (early === null) emit('notice.raised', notice)
      else early.push(notice)
    },
    windowListens: () => {
      const kept = early ?? []
      early = null
      for (const notice of kept) emit('notice.raised', notice)
    }
  }
}
