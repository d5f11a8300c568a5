/** The messages of a conversation as plain text, as far as they are there: for where they can't be drawn. */
import { useProjection } from '../state/projection'
import { readMessageText } from './messages/message-text'

/** Null: a conversation that has not begun. */
export function conversationText(conversationId: string | null): string {
  const messages = useProjection.getState().threads[conversationId ?? '']?.messages ?? []
  return messages.map(readMessageText).join('\n\n')
}
