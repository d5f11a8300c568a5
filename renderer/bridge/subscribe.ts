/**
 * Follows the host's events and keeps the projection in step. Listens first, then takes the snapshot, then applies
 * newer events that arrived meanwhile. Takes the snapshot only when the page has what draws it.
 */
import type { EventEnvelope } from '../../app/contract/bridge/events'
import { eventApplied, snapshotTaken } from '../state/apply-event'
import { useProjection } from '../state/projection'
import { call } from './call'
import { joinEvents } from './join-events'
import { loadLateTexts } from './late-texts'

export interface Subscription {
  /** Resolves when the projection holds the snapshot. @throws CallFailed */
  readonly ready: Promise<void>
  end(): void
}

/** Starts following the host. `onEvent` also gets every event, for menu commands. */
export function subscribe(
  onEvent: (event: EventEnvelope) => void = () => {},
  loadParts: () => Promise<unknown> = loadLateTexts
): Subscription {
  let early: EventEnvelope[] | null = []
  const joined = joinEvents((events) => {
    if (early === null) useProjection.setState((state) => events.reduce(eventApplied, state))
    else early.push(...events)
    events.forEach((event) => onEvent(event))
  })
  const stopListening = window.bridge.on(joined.add)
  const ready = Promise.all([call('app.snapshot', {}), loadParts()]).then(([snapshot]) => {
    const waiting = early ?? []
    early = null
    useProjection.setState((state) => waiting.reduce(eventApplied, snapshotTaken(state, snapshot)), true)
  })
  return {
    ready,
    end: () => {
      stopListening()
      joined.end()
    }
  }
}
