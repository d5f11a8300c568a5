/**
 * Selects the tool results to leave out of a request that is too long: the oldest that the model has read. A note
 * replaces them and says how to read them again. The conversation keeps them unchanged. They are left out in large
 * portions, so that the rest stays the same between requests and in a provider's cache.
 */
import { readToolName } from '../../contract/content/tool-token-limit'
import { labelContentBlock } from '../../contract/content/content-kinds'
import type { Message, ToolCallPart } from '../../contract/conversations'
import { isToolCall, lastStep } from '../messages/transcript'
import { canReadAgain } from '../tools/read-tool'
import { countContentTokens } from './request-size'
import { toToolResult } from './result-content'
import type { ToolResult } from './result-content'

export interface AvailableTokens {
  /** The size of the complete request. */
  readonly tokens: number
  /** The maximum size. */
  readonly most: number
}

/** Shorter results save nothing. */
const leastTokens = 200
/** Share of the maximum. Results are left out in portions of this size. */
const portion = 1 / 4

/** Ids of their calls. Empty if everything fits. */
export function chooseSetAside(
  messages: readonly Message[],
  { tokens, most }: AvailableTokens
): ReadonlySet<string> {
  const chosen = new Set<string>()
  if (tokens <= most) return chosen
  const size = Math.max(1, most * portion)
  let left = Math.ceil((tokens - most) / size) * size
  for (const call of readCalls(messages)) {
    if (left <= 0) break
    const saved = countContentTokens([toToolResult(call)]) - leastTokens
    if (saved <= 0) continue
    chosen.add(call.callId)
    left -= saved
  }
  return chosen
}

/** Oldest first, without results that the model hasn't read yet. */
function readCalls(messages: readonly Message[]): readonly ToolCallPart[] {
  const last = messages.at(-1)
  const unread = last?.role === 'assistant' ? lastStep(last) : null
  return messages.flatMap((message) =>
    message.parts
      .filter(isToolCall)
      .filter((call) => (message !== last || call.step !== unread) && canLeave(call))
  )
}

function canLeave(call: ToolCallPart): boolean {
  return call.scriptCallId === undefined && (call.readOf !== undefined || canReadAgain(call))
}

/** `canRead`: the model has the tool to read it. */
export function setAsideResult(call: ToolCallPart, canRead: boolean): ToolResult {
  const { callId, from } = call.readOf ?? { callId: call.callId, from: 0 }
  const media = call.content.filter(({ type }) => type === 'image' || type === 'audio').map(labelContentBlock)
  const lost = media.length === 0 ? '' : ` It contained ${media.join(', ')}, which can't be read this way.`
  const way = canRead ? ` Read it again with ${readToolName}: result "${callId}", from ${from}.` : ''
  const text = `[This result was left out to save space.${way}${lost}]`
  return { ...toToolResult(call), content: [{ type: 'text', text }] }
}
