/** Continues an answer that ended before it was complete. Its content stays, and no call runs a second time. */
import { directModelId } from '../../contract/direct-model'
import type { Message, MessagePart, ToolCallPart } from '../../contract/conversations'
import { say } from '../../texts/render-localized'
import { addPart, canGoOn, isToolCall, lastStep } from './transcript'

/**
 * The answer, in progress again; null if it has no content to continue from. Calls that the model had only started to
 * write are removed, because the model will ask again.
 */
export function resumeAnswer(message: Message): Message | null {
  const streaming = { state: 'streaming', failure: null, stopReason: null } as const
  if (canGoOn(message)) return { ...message, ...streaming }
  if (message.model === directModelId) return null
  const kept = { ...message, ...streaming, parts: message.parts.filter((part) => !isUnbegun(part)) }
  const last = kept.parts.findLast(isOfModel)
  if (last === undefined) return null
  const endsWithResults = kept.parts.some((part) => isToolCall(part) && part.step === last.step)
  return endsWithResults ? kept : asksOn(kept)
}

/** If there are any, asking again could run them a second time. */
export function hasBegunCalls({ parts }: Message): boolean {
  return parts.some((part) => isToolCall(part) && part.startedAt !== null)
}

/** The length limit of the provider for one reply. */
export function isCutShort({ state, stopReason }: Message): boolean {
  return state === 'complete' && stopReason === 'max_tokens'
}

function isOfModel(part: MessagePart): part is ToolCallPart | Extract<MessagePart, { type: 'text' }> {
  return isToolCall(part) || (part.type === 'text' && part.text.trim() !== '')
}

/** No server has received it, and only the end of the answer has settled it. */
function isUnbegun(part: MessagePart): boolean {
  return isToolCall(part) && part.state === 'cancelled' && part.startedAt === null && part.failure === null
}

/** A model request must not end with the model's own text: some models take that for the end, others refuse it. */
function asksOn(message: Message): Message {
  const step = lastStep(message) + 1
  const text = say('conversation.goesOn')
  return addPart(message, { type: 'note', step, serverName: null, text, isForModel: true })
}
