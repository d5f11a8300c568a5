/** The list of conversations. Their messages are in `messages-slice.ts`. */
import type { ConversationSummary } from '../../app/contract/conversations'

export interface ConversationsSlice {
  /** Newest first, by last change. */
  readonly conversations: readonly ConversationSummary[]
}

export const emptyConversationsSlice: ConversationsSlice = { conversations: [] }

export function conversationChanged(
  slice: ConversationsSlice,
  changed: ConversationSummary
): ConversationsSlice {
  const others = slice.conversations.filter(({ id }) => id !== changed.id)
  const index = others.findIndex(({ updatedAt }) => updatedAt <= changed.updatedAt)
  return { conversations: others.toSpliced(index === -1 ? others.length : index, 0, changed) }
}

export function conversationRemoved(slice: ConversationsSlice, conversationId: string): ConversationsSlice {
  return { conversations: slice.conversations.filter(({ id }) => id !== conversationId) }
}
