/** The call that a view shows: as it is stored, or as it runs, and its whole result as its server sent it. */
import type { CallToolResult, ContentBlock as WireBlock } from '@modelcontextprotocol/client'
import { assertNever } from '../../base/assert-never'
import type { ContentBlock } from '../../contract/content-blocks'
import type { Message, ToolCallPart } from '../../contract/conversations'
import { isJsonObject, type JsonObject } from '../../contract/json'
import type { Conversations } from '../../conversation/conversations'
import { findCall } from '../../conversation/messages/transcript'

export interface StoredCallPlace {
  readonly conversationId: string
  readonly messageId: string
  readonly callId: string
}

export interface StoredCalls {
  readonly conversations: Pick<Conversations, 'read' | 'readResult'>
  readonly readMessage: (conversationId: string, messageId: string) => Promise<Message | null>
}

/** Null: there is no such call. @throws HostError CONVERSATION_UNKNOWN, HISTORY_UNAVAILABLE */
export async function readStoredCall(
  { conversationId, messageId, callId }: StoredCallPlace,
  { conversations, readMessage }: StoredCalls
): Promise<ToolCallPart | null> {
  // A running answer is the newest message, and may not be stored yet.
  const { messages } = await conversations.read({ conversationId, lastId: null, limit: 1 })
  const newest = messages.find(({ id }) => id === messageId)
  const message = newest ?? (await readMessage(conversationId, messageId))
  return message === null ? null : findCall(message, callId)
}

/** A long result was shortened for the message. @throws HostError HISTORY_UNAVAILABLE */
export async function readWholeResult(
  call: ToolCallPart,
  conversationId: string,
  { conversations }: Pick<StoredCalls, 'conversations'>
): Promise<CallToolResult> {
  const { content, structuredContent, isError, resultMeta, kept, callId } = call
  const whole = kept === undefined ? null : await readKept({ conversationId, callId }, conversations)
  const data = structuredContent ?? (whole === null ? null : parseLastLine(whole))
  const blocks = whole === null ? content : [{ type: 'text' as const, text: whole }, ...withoutText(content)]
  return toCallResult({ content: blocks, structuredContent: data, isError, meta: resultMeta })
}

export function toCallResult({
  content,
  structuredContent,
  isError,
  meta
}: {
  readonly content: readonly ContentBlock[]
  readonly structuredContent: unknown
  readonly isError: boolean
  readonly meta?: JsonObject | undefined
}): CallToolResult {
  return {
    content: content.map(toWireBlock),
    ...(isJsonObject(structuredContent) && { structuredContent }),
    ...(isError && { isError }),
    ...(meta !== undefined && { _meta: meta })
  }
}

async function readKept(
  place: { readonly conversationId: string; readonly callId: string },
  conversations: Pick<Conversations, 'readResult'>
): Promise<string> {
  let text = ''
  for (;;) {
    const piece = await conversations.readResult({ ...place, from: text.length })
    text += piece.text
    if (piece.text === '' || text.length >= piece.length) return text
  }
}

/** Long structured content is stored after the text, unless the text says the same. */
function parseLastLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parseJson(text.slice(text.lastIndexOf('\n') + 1))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // only text
  }
}

function withoutText(content: readonly ContentBlock[]): readonly ContentBlock[] {
  return content.filter(({ type }) => type !== 'text')
}

function toWireBlock(block: ContentBlock): WireBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'image':
    case 'audio':
      return { type: block.type, mimeType: block.mimeType, data: block.data }
    case 'resource': {
      const { uri, mimeType, text, blob } = block
      const type = mimeType === null ? {} : { mimeType }
      return {
        type: 'resource',
        resource: { uri, ...type, ...(blob === null ? { text: text ?? '' } : { blob }) }
      }
    }
    case 'resource-link': {
      const { uri, name, description, mimeType } = block
      return {
        type: 'resource_link',
        uri,
        name,
        ...(description !== null && { description }),
        ...(mimeType !== null && { mimeType })
      }
    }
    case 'unknown':
      return block.raw as WireBlock
    default:
      return assertNever(block)
  }
}
