/** The arguments of a call, as written by a model. */
import { jsonObject, type JsonObject } from '../../contract/json'
import type { ModelPart } from '../model'
import { JsonProgress } from './json-progress'
import { withEscapedControls } from '../vendor/lenient-json'

/**
 * A call without arguments arrives as empty text, or as `null`. Null when the text is no JSON object that can be used.
 * Parley repairs invalid text only where its meaning is beyond doubt.
 */
export function parseInput(json: string): JsonObject | null {
  const text = withoutFence(json.trim())
  if (text === '' || text === 'null') return {}
  const value = parse(text) ?? parse(withEscapedControls(text)) ?? parse(withoutSurplus(text))
  // Some models write the JSON as a JSON string.
  if (typeof value === 'string') return value.trim() === '' ? {} : toObject(parse(value))
  return toObject(value)
}

/** Whether the text is a complete JSON object. */
export function isInput(json: string): boolean {
  return json.trim() !== '' && parseInput(json) !== null
}

/** A complete call; if its arguments aren't a JSON object, it is marked and never runs. */
export function requestedCall(id: string, name: string, json: string): ModelPart {
  const input = parseInput(json)
  if (input === null) return { type: 'tool-call-requested', id, name, arguments: {}, isInputBroken: true }
  return { type: 'tool-call-requested', id, name, arguments: input }
}

function toObject(value: unknown): JsonObject | null {
  return jsonObject.safeParse(value).data ?? null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined // the caller tells the model
  }
}

function withoutFence(text: string): string {
  return /^```(?:json)?\s*\n([\s\S]*)\n\s*```$/i.exec(text)?.[1]?.trim() ?? text
}

/** Removes unmatched closing brackets, and a model's end-of-call marker. */
function withoutSurplus(text: string): string {
  const end = text.startsWith('{') ? new JsonProgress().feed(text) : -1
  return end !== -1 && /^[\s}\]]*(?:<\/?[\w|]+>)?\s*$/.test(text.slice(end)) ? text.slice(0, end) : text
}
