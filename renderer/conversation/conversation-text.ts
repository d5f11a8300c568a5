/** The conversation's loaded messages as plain text, for when they can't be drawn. */
import { useProjection } from '../state/projection'
import { readMessageText } from './messages/message-text'

/** Null: a new conversation. */
export function conversationText(conversationId: string | null): string {
  const messages = useProjection.getState().threads[conversationId ?? '']?.messages ?? []
  return messages.map(readMessageText).join('\n\n')
}
