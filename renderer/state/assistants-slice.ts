import type { Assistant } from '../../app/contract/settings'

export interface AssistantsSlice {
  /** In the order of creation. */
  readonly assistants: readonly Assistant[]
}

export const emptyAssistantsSlice: AssistantsSlice = { assistants: [] }
