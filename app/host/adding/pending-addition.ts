/** The addition that is shown to the user, shared by all sources of servers from outside. */
import type { AddingView } from '../../contract/servers/adding'
import type { AddingMark } from '../../contract/bridge/snapshot'

/** The addition that is shown to the user. */
export interface PendingAddition {
  readonly current: () => AddingView | null
  readonly show: (view: AddingView | null) => void
}

export function createBefore(publish: (mark: AddingMark | null) => void): PendingAddition {
  let current: AddingView | null = null
  return {
    current: () => current,
    show: (view) => {
      current = view
      publish(findAddingMark(view))
    }
  }
}

export function findAddingMark(view: AddingView | null): AddingMark | null {
  return view && { id: view.id, isReading: view.type === 'reading' }
}
