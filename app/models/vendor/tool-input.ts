/** The arguments of a call as a model wrote them. */
import { jsonObject, type JsonObject } from '../../contract/json'
import type { ModelPart } from '../model'

/** A call without arguments arrives as no text at all. Null when the text is no JSON object that can be kept. */
export function parseInput(json: string): JsonObject | null {
  if (json.trim() === '') return {}
  try {
    return jsonObject.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null // the caller tells the model
  }
}

/** A call whose arguments have all arrived; one that is no JSON object is marked and never runs. */
export function requestedCall(id: string, name: string, json: string): ModelPart {
  const input = parseInput(json)
  if (input === null) return { type: 'tool-call-requested', id, name, arguments: {}, isInputBroken: true }
  return { type: 'tool-call-requested', id, name, arguments: input }
}
