/**
 * Parley's own tool with which a model reads the rest of a result. Nothing leaves Parley, so it doesn't ask. The text
 * counts as text of the server that sent the result.
 */
import { readToolName } from '../../contract/content/tool-token-limit'
import type { Message, ToolCallPart } from '../../contract/conversations'
import type { JsonObject } from '../../contract/json'
import type { ModelTool } from '../../models/model'
import { isToolCall } from '../messages/transcript'

export const readTool: ModelTool = {
  name: readToolName,
  description:
    'Reads more of a tool result that was too long to send at once. Such a result names its length and its ID. Read only as much as the task needs.',
  inputSchema: {
    type: 'object',
    properties: {
      result: { type: 'string', description: 'The ID that the result names.' },
      from: {
        type: 'integer',
        minimum: 0,
        description: 'The first character to read, counted from 0. You can start anywhere in the result.'
      }
    },
    required: ['result', 'from']
  }
}

/** Whether a model may read this stored result: the user neither changed nor refused any of it. */
export function isReadable({ kept, review, serverName }: ToolCallPart): boolean {
  return kept !== undefined && serverName !== null && (review === undefined || review.decision === 'passed')
}

/** Whether a model may get this result again: it is complete, and the user neither changed nor refused any of it. */
export function canReadAgain({ state, review, serverName }: ToolCallPart): boolean {
  return state === 'done' && serverName !== null && (review === undefined || review.decision === 'passed')
}

export function readableResults(messages: readonly Message[]): readonly ToolCallPart[] {
  return messages.flatMap(({ parts }) => parts.filter(isToolCall).filter(isReadable))
}

/** null: the arguments are invalid. */
export function parseReadArguments({
  result,
  from
}: JsonObject): { readonly result: string; readonly from: number } | null {
  if (typeof result !== 'string' || typeof from !== 'number') return null
  return Number.isInteger(from) && from >= 0 ? { result, from } : null
}

/** Follows the beginning of a result. */
export function keptNotice({ callId, kept }: ToolCallPart): string | null {
  if (kept === undefined) return null
  return `[This is the beginning of the result: the first ${kept.shown} of ${kept.length} characters. Read more with ${readToolName}: result "${callId}", from ${kept.shown}.]`
}

/** Follows the text that was read. */
export function readNotice({ readOf, content }: ToolCallPart): string | null {
  if (readOf === undefined) return null
  const [block] = content
  const end = readOf.from + (block?.type === 'text' ? block.text.length : 0)
  const place = `[Characters ${readOf.from} to ${end} of ${readOf.length} of that result.`
  return end >= readOf.length
    ? `${place} This is the end.]`
    : `${place} Read more with ${readToolName}: result "${readOf.callId}", from ${end}.]`
}
