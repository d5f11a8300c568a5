/** Folders that were dropped on the window and wait for the user's answer. */
import { create } from 'zustand'
import type { EventEnvelope, EventPayload } from '../../app/contract/bridge/events'

interface Dropped {
  readonly paths: readonly string[]
  readonly isAsking: boolean
}

export const useDropped = create<Dropped>()(() => ({ paths: [], isAsking: false }))

/** Call it with every event of the host. */
export function takeDroppedFolders(event: EventEnvelope): void {
  if (event.name !== 'paths.dropped') return
  const { paths } = event.payload as EventPayload<'paths.dropped'>
  // What is dropped while the question is open joins it.
  const waiting = useDropped.getState().isAsking ? useDropped.getState().paths : []
  useDropped.setState({ paths: [...new Set([...waiting, ...paths])], isAsking: true })
}

export function closeDropped(): void {
  useDropped.setState({ isAsking: false })
}
