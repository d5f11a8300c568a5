import type { Assistant } from '../../app/contract/settings'

export interface AssistantsSlice {
  /** In the order in which they were made. */
  readonly assistants: readonly Assistant[]
}

export const emptyAssistantsSlice: AssistantsSlice = { assistants: [] }
