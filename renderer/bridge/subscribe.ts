/**
 * Events in: follows the host and keeps the projection equal to it. Listens first, then takes the snapshot,
 * then applies what arrived meanwhile and is newer.
 */
import type { EventEnvelope } from '../../app/contract/events'
import { eventApplied, snapshotTaken } from '../state/apply'
import { useProjection } from '../state/projection'
import { call } from './call'

export interface Subscription {
  /** Resolves when the projection holds the snapshot. @throws CallFailed */
  readonly ready: Promise<void>
  end(): void
}

/** Starts to follow the host. `onEvent` hears every event too (menu commands). */
export function subscribe(onEvent: (event: EventEnvelope) => void = () => {}): Subscription {
  let early: EventEnvelope[] | null = []
  const end = window.bridge.on((event) => {
    if (early === null) useProjection.setState((state) => eventApplied(state, event))
    else early.push(event)
    onEvent(event)
  })
  const ready = call('app.snapshot', {}).then((snapshot) => {
    const waiting = early ?? []
    early = null
    useProjection.setState((state) => waiting.reduce(eventApplied, snapshotTaken(state, snapshot)), true)
  })
  return { ready, end }
}
