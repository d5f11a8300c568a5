/**
 * Limits the images and other media of one answer. An answer is sent to windows and saved as a whole with each change,
 * so it has to stay small. Of many screenshots, the newest matter most.
 */
import { listBlockFields } from '../../contract/content/content-kinds'
import type { ContentBlock } from '../../contract/content-blocks'
import type { Message, ToolCallPart } from '../../contract/conversations'
import { isToolCall } from './transcript'

/** Characters of base64 in one answer: 18 MB as bytes. */
const mediaLimit = 24 * 1_048_576

/** Replaces the oldest media beyond the limit with notes. Returns the same object if there are none. */
export function keepNewestMedia(message: Message): Message {
  let left = mediaLimit
  const keep = (block: ContentBlock): ContentBlock => {
    const size = sizeOf(block)
    left -= size
    return size === 0 || left >= 0 ? block : note(block.type)
  }
  const ofCall = (call: ToolCallPart): ToolCallPart => {
    const late = call.lateAnswer
    const lateAnswer =
      late === undefined
        ? {}
        : { lateAnswer: { ...late, content: late.content.toReversed().map(keep).toReversed() } }
    const content = call.content.toReversed().map(keep).toReversed()
    return { ...call, content, ...lateAnswer }
  }
  const parts = message.parts.toReversed().map((part) => (isToolCall(part) ? ofCall(part) : part))
  return left >= 0 ? message : { ...message, parts: parts.toReversed() }
}

function sizeOf(block: ContentBlock): number {
  return listBlockFields(block).reduce(
    (sum, { role, value }) => (role === 'media' ? sum + value.length : sum),
    0
  )
}

function note(kind: string): ContentBlock {
  return {
    type: 'text',
    text: `[${kind} left out: newer ones in this answer fill the limit]`
  }
}
