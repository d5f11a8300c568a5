/** A server from outside that is shown to the user. */
import type { AddingMark } from '../../app/contract/bridge/snapshot'

export interface AddingSlice {
  /** Null: none. */
  readonly adding: AddingMark | null
}

export const emptyAddingSlice: AddingSlice = { adding: null }
