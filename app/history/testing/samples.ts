/** Stored things in their plainest form, for tests. */
import type { Message } from '../../contract/conversations'
import type { StoredConversation } from '../interface'

export function sampleConversation(
  id: string,
  changes: Partial<StoredConversation> = {}
): StoredConversation {
  return { id, title: `Title of ${id}`, createdAt: 1, updatedAt: 1, model: 'direct', ...changes }
}

export function sampleMessage(conversationId: string, position: number, text: string): Message {
  return {
    id: `m${position}`,
    conversationId,
    position,
    role: 'user',
    createdAt: position,
    model: null,
    state: 'complete',
    parts: [{ type: 'text', step: 0, text }],
    failure: null,
    stopReason: null,
    usage: null
  }
}
