/** How an answer goes on that ended before it was complete: what it holds stays, and no call of it runs a second time. */
import { directModelId } from '../../contract/content-blocks'
import type { Message, MessagePart, ToolCallPart } from '../../contract/conversations'
import { say } from '../../texts/render-localized'
import { addPart, canGoOn, isToolCall, lastStep } from './transcript'

/**
 * The answer as the one that is being written again; null where it holds nothing to go on from. What the model had only
 * begun to ask for is gone: it asks again.
 */
export function resumed(message: Message): Message | null {
  const streaming = { state: 'streaming', failure: null, stopReason: null } as const
  if (canGoOn(message)) return { ...message, ...streaming }
  if (message.model === directModelId) return null
  const kept = { ...message, ...streaming, parts: message.parts.filter((part) => !isUnbegun(part)) }
  const last = kept.parts.findLast(isOfModel)
  if (last === undefined) return null
  const endsWithResults = kept.parts.some((part) => isToolCall(part) && part.step === last.step)
  return endsWithResults ? kept : asksOn(kept)
}

/** Where there are some, asking anew could run them a second time. */
export function hasBegunCalls({ parts }: Message): boolean {
  return parts.some((part) => isToolCall(part) && part.startedAt !== null)
}

/** The provider's limit for one reply. */
export function isCutShort({ state, stopReason }: Message): boolean {
  return state === 'complete' && stopReason === 'max_tokens'
}

function isOfModel(part: MessagePart): part is ToolCallPart | Extract<MessagePart, { type: 'text' }> {
  return isToolCall(part) || (part.type === 'text' && part.text.trim() !== '')
}

/** No server has heard of it, and nobody but the end of the answer has decided on it. */
function isUnbegun(part: MessagePart): boolean {
  return isToolCall(part) && part.state === 'cancelled' && part.startedAt === null && part.failure === null
}

/** A model is not asked with its own words last: some take that for the end, others refuse it. */
function asksOn(message: Message): Message {
  const step = lastStep(message) + 1
  const text = say('conversation.goesOn')
  return addPart(message, { type: 'note', step, serverName: null, text, isForModel: true })
}
