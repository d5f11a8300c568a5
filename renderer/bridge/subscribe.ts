/**
 * Follows the host's events and keeps the projection in step. Listens first, then takes the snapshot, then applies
 * newer events that arrived meanwhile. Takes the snapshot only when the page has what draws it.
 */
import type { EventEnvelope } from '../../app/contract/bridge/events'
import { eventApplied, snapshotTaken } from '../state/apply-event'
import { useProjection } from '../state/projection'
import { call } from './call'
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
  const end = window.bridge.on((event) => {
    if (early === null) useProjection.setState((state) => eventApplied(state, event))
    else early.push(event)
    onEvent(event)
  })
  const ready = Promise.all([call('app.snapshot', {}), loadParts()]).then(([snapshot]) => {
    const waiting = early ?? []
    early = null
    useProjection.setState((state) => waiting.reduce(eventApplied, snapshotTaken(state, snapshot)), true)
  })
  return { ready, end }
}
