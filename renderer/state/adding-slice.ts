/** A server that came from outside and lies before the person. */
import type { AddingMark } from '../../app/contract/snapshot'

export interface AddingSlice {
  /** Null: none does. */
  readonly adding: AddingMark | null
}

export const emptyAddingSlice: AddingSlice = { adding: null }
