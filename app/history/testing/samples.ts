/** Minimal stored objects for tests. */
import type { Message, ToolCallPart } from '../../contract/conversations'
import type { StoredConversation } from '../interface'

export function createStoredConversation(
  id: string,
  changes: Partial<StoredConversation> = {}
): StoredConversation {
  return { id, title: `Title of ${id}`, createdAt: 1, updatedAt: 1, model: 'direct', ...changes }
}

/** Number 1 is the first message of its conversation. Each other one follows the previous one. */
export function createStoredMessage(conversationId: string, number: number, text: string): Message {
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

export function createStoredCall(
  callId: string,
  result: string,
  changes: Partial<ToolCallPart> = {}
): ToolCallPart {
  return {
    type: 'tool-call',
    step: 0,
    callId,
    providerCallId: callId,
    modelToolName: 'weather__forecast',
    serverName: 'weather',
    toolName: 'forecast',
    toolTitle: null,
    arguments: {},
    isEditedByPerson: false,
    state: 'done',
    progress: null,
    content: [{ type: 'text', text: result }],
    structuredContent: null,
    isError: false,
    failure: null,
    startedAt: 1,
    endedAt: 2,
    ...changes
  }
}
