/**
 * A model that repeats the same call learns nothing from it, but may cost money or burden a server or the user. The
 * model is informed with the result, and Parley asks even if a permission covers the call.
 */
import { createHash } from 'node:crypto'
import type { Message, ToolCallPart } from '../../contract/conversations'
import type { JsonValue } from '../../contract/json'
import { isToolCall } from '../messages/transcript'

/** This many calls with the same arguments and the same result are enough. */
export const mostRepeats = 3

/**
 * For each call, the number of calls of this turn up to it with the same tool, arguments, and result, including itself
 * if it has ended. Other calls in between don't matter, because a loop may have several steps. Each call is read once
 * per state.
 */
export function countRepeats(message: Message): ReadonlyMap<ToolCallPart, number> {
  const counts = new Map<ToolCallPart, number>()
  const latest = new Map<string, { readonly call: ToolCallPart; readonly count: number }>()
  for (const call of message.parts.filter(isToolCall)) {
    const key = read(call, keys, callOf)
    const before = latest.get(key)
    const isSame = before !== undefined && (!isEnded(call) || isSameEnd(before.call, call))
    const count = (isSame ? before.count : 0) + (isEnded(call) ? 1 : 0)
    counts.set(call, count)
    if (isEnded(call)) latest.set(key, { call, count })
  }
  return counts
}

/** What the model reads with the result; null: nothing. */
export function repeatNotice(count: number): string | null {
  if (count < mostRepeats) return null
  return `[You have made this exact call ${count} times in this turn, and the result was the same each time. Do not repeat it: continue with what you have, or say what is missing.]`
}

function isEnded({ state }: ToolCallPart): boolean {
  return state === 'done' || state === 'failed' || state === 'denied'
}

/** A changed call is a new object. */
type Marks = WeakMap<ToolCallPart, string>

const keys: Marks = new WeakMap()
const ends: Marks = new WeakMap()

function callOf({ serverName, modelToolName, arguments: args }: ToolCallPart): JsonValue {
  return [serverName, modelToolName, args]
}

function endOf({ state, isError, content, structuredContent, failure }: ToolCallPart): JsonValue {
  return [state, isError, content as JsonValue, structuredContent, failure?.code ?? null]
}

function isSameEnd(one: ToolCallPart, other: ToolCallPart): boolean {
  return read(one, ends, endOf) === read(other, ends, endOf)
}

/** A short hash, however long the call is. */
function read(call: ToolCallPart, marks: Marks, wordsOf: (call: ToolCallPart) => JsonValue): string {
  const known = marks.get(call)
  if (known !== undefined) return known
  const mark = createHash('sha256')
    .update(JSON.stringify(wordsOf(call), sorted))
    .digest('base64')
  marks.set(call, mark)
  return mark
}

/** The order of names doesn't matter. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
