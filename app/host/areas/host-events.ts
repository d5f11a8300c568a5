/**
 * The stream of events to windows. Each change gets the next revision, so that a window that requests a snapshot knows
 * which events it includes.
 */
import { createEmitter } from '../../base/emitter'
import type { LocalizedText } from '../../contract/localized-text'
import type { EventEnvelope, EventName, EventPayload } from '../../contract/bridge/events'

export interface HostEvents {
  /** Revision of the last event; 0 before the first. */
  revision(): number
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void
  on(listener: (event: EventEnvelope) => void): () => void
  /** A notice for the user. Notices from before a window listens are kept and shown then. */
  raise(
    level: EventPayload<'notice.raised'>['level'],
    text: LocalizedText,
    action?: EventPayload<'notice.raised'>['action']
  ): void
  /** A window listens from now on. Sends it the notices that were kept. */
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
