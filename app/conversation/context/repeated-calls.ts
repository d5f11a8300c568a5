/**
 * A model that makes the very same call again and again learns nothing from it, but may cost money, or wear a server or
 * a person out. It is told so with the result, and the person is asked even where the call was granted.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Message, ToolCallPart } from '../../contract/conversations'
import { findCall, isToolCall } from '../messages/transcript'

/** So many calls with the same arguments and the same result are enough. */
export const mostRepeats = 3

/**
 * How many calls of this turn right up to this one were of the same tool with the same arguments and came to the same
 * result, itself included where it has ended. Calls of other tools in between don't matter: a circle has several steps.
 */
export function countRepeats(message: Message, callId: string): number {
  const call = findCall(message, callId)
  if (call === null) return 0
  const calls = message.parts.filter(isToolCall)
  const upToHere = calls.slice(0, calls.indexOf(call) + 1)
  const same = upToHere.filter((one) => isEnded(one) && isSameCall(one, call)).toReversed()
  const [last] = same
  const other = same.findIndex((one) => last !== undefined && !isSameEnd(one, last))
  return other === -1 ? same.length : other
}

/** What the model reads with the result; null where there is nothing to say. */
export function repeatNotice(message: Message, callId: string): string | null {
  const count = countRepeats(message, callId)
  if (count < mostRepeats) return null
  return `[You have made this very call ${count} times in this turn, and it came to the same result each time. Do not make it again: go on with what you have, or say what is missing.]`
}

function isEnded({ state }: ToolCallPart): boolean {
  return state === 'done' || state === 'failed' || state === 'denied'
}

function isSameCall(one: ToolCallPart, other: ToolCallPart): boolean {
  return (
    one.serverName === other.serverName &&
    one.modelToolName === other.modelToolName &&
    isDeepStrictEqual(one.arguments, other.arguments)
  )
}

function isSameEnd(one: ToolCallPart, other: ToolCallPart): boolean {
  const endOf = ({ state, isError, content, structuredContent, failure }: ToolCallPart) => ({
    state,
    isError,
    content,
    structuredContent,
    code: failure?.code
  })
  return isDeepStrictEqual(endOf(one), endOf(other))
}
