/** A server that came from outside and lies before the person. */
import type { AddingView } from '../../app/contract/adding/adding'

export interface AddingSlice {
  /** Null: none does. */
  readonly adding: AddingView | null
}

export const emptyAddingSlice: AddingSlice = { adding: null }
