/** Stored things in their plainest form, for tests. */
import type { Message } from '../../contract/conversations'
import type { StoredConversation } from '../interface'

export function sampleConversation(
  id: string,
  changes: Partial<StoredConversation> = {}
): StoredConversation {
  return { id, title: `Title of ${id}`, createdAt: 1, updatedAt: 1, model: 'direct', ...changes }
}

/** Number 1 is the first of its conversation, each other one follows the one before it. */
export function sampleMessage(conversationId: string, number: number, text: string): Message {
  return {
    id: `m${number}`,
    conversationId,
    parentId: number === 1 ? null : `m${number - 1}`,
    role: 'user',
    createdAt: number,
    model: null,
    state: 'complete',
    parts: [{ type: 'text', step: 0, text }],
    failure: null,
    stopReason: null,
    usage: null
  }
}
