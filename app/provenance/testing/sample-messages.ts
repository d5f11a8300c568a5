/** Messages of a conversation, for tests of the origin of text. */
import type { Message, MessagePart, ToolCallPart } from '../../contract/conversations'

/** Number 1 is the first of its conversation. */
export function createTestMessage(
  role: Message['role'],
  parts: readonly MessagePart[],
  number: number
): Message {
  const rest = { model: null, state: 'complete', failure: null, stopReason: null, usage: null } as const
  const place = { id: `m${number}`, parentId: number === 1 ? null : `m${number - 1}`, conversationId: 'c' }
  return { ...place, role, createdAt: 0, parts: [...parts], ...rest }
}

export function createTextPart(text: string, step = 0): MessagePart {
  return { type: 'text', step, text }
}

export function called(serverName: string, text: string, more: Partial<ToolCallPart> = {}): ToolCallPart {
  return {
    type: 'tool-call',
    step: 0,
    callId: `${serverName} ${text.length}`,
    providerCallId: 'p',
    modelToolName: 'read',
    serverName,
    toolName: 'read',
    toolTitle: null,
    arguments: {},
    isEditedByPerson: false,
    state: 'done',
    progress: null,
    content: [{ type: 'text', text }],
    structuredContent: null,
    isError: false,
    failure: null,
    startedAt: 0,
    endedAt: 0,
    ...more
  }
}

/** An answer in which a tool of the server returned this text. */
export function answered(serverName: string, text: string): Message {
  return createTestMessage('assistant', [called(serverName, text)], 2)
}
