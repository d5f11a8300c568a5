/**
 * Removes what the user leaves out of a conversation's requests, by the names of its parts. An exchange is left out as
 * a whole.
 */
import type { Message, MessagePart } from '../../contract/conversations'

export const partKeys = {
  system: 'system',
  instructions: (serverName: string): string => `instructions:${serverName}`,
  tools: (serverName: string): string => `tools:${serverName}`,
  exchange: (messageId: string): string => `messages:${messageId}`,
  attachment: (messageId: string, index: number): string => `attachment:${messageId}:${index}`
} as const

export type LeftOut = ReadonlySet<string>

/** Each user message with its answers. */
export function groupExchanges(messages: readonly Message[]): readonly (readonly Message[])[] {
  const exchanges: Message[][] = []
  for (const message of messages) {
    const last = exchanges.at(-1)
    if (last === undefined || message.role === 'user') exchanges.push([message])
    else last.push(message)
  }
  return exchanges
}

export function hasAttachedContent({ type }: MessagePart): boolean {
  return type === 'resource' || type === 'prompt' || type === 'file'
}

/** Keeps the message that is being answered, because otherwise there would be nothing to answer. */
export function withoutLeftOut(messages: readonly Message[], leftOut: LeftOut): readonly Message[] {
  if (leftOut.size === 0) return messages
  const last = messages.at(-1)
  const isAsked = last?.role === 'user' || last?.state === 'streaming'
  const exchanges = groupExchanges(messages)
  const kept = exchanges.filter(
    ([first], index) =>
      (isAsked && index === exchanges.length - 1) || !leftOut.has(partKeys.exchange(first?.id ?? ''))
  )
  return kept.flat().map((message) => withoutAttachments(message, leftOut))
}

function withoutAttachments(message: Message, leftOut: LeftOut): Message {
  const isOut = (index: number): boolean => leftOut.has(partKeys.attachment(message.id, index))
  if (message.role !== 'user' || !message.parts.some((_part, index) => isOut(index))) return message
  const parts = message.parts.flatMap((part, index): readonly MessagePart[] =>
    hasAttachedContent(part) && isOut(index) ? [] : [part]
  )
  return { ...message, parts }
}
