/** Schemas of JSON values: what servers, models and the user exchange inside typed envelopes. */
import { z } from 'zod'
import type { LocalizedText, LocalizedValue, Warning } from './localized-text'

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Far below the limit for copies between processes. */
const depthLimit = 500

// Checked without copying: a schema that copies would drop the key `__proto__`, so that Parley would send something
// different from what it showed.
export const jsonValue = z.custom<JsonValue>((value) => isJson(value), 'No JSON value')
export const jsonObject = z.custom<JsonObject>((value) => isObject(value) && isJson(value), 'No JSON object')

const saidValue: z.ZodType<LocalizedValue> = z.lazy(() =>
  z.union([z.string(), z.number(), localizedText, saidList, z.strictObject({ anyOf: saidList })])
)
const saidList = z.lazy(() => z.array(z.union([z.string(), localizedText])))

/** A text from the core: its key and its values. See `localized-text.ts`. */
const saidParts = { text: z.string(), values: z.record(z.string(), saidValue).optional() }
export const localizedText: z.ZodType<LocalizedText> = z.strictObject(saidParts)

/** The same with its level, shown in a question. */
export const warning: z.ZodType<Warning> = z.strictObject({ ...saidParts, level: z.enum(['danger', 'note']) })

/** A failure as plain data inside entities and events. See `failure.ts` for the codes. */
export const failure = z.strictObject({
  code: z.string(),
  message: z.string(),
  said: localizedText.optional(),
  data: z.record(z.string(), z.unknown()).optional()
})
export type FailureView = z.infer<typeof failure>

/** Without recursion: a crafted value could overflow the stack. */
function isJson(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthLimit) return false
    if (!level.every((item) => isPlain(item) || isObject(item) || Array.isArray(item))) return false
    level = level.flatMap(childrenOf)
  }
  return true
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  return typeof value === 'number' && Number.isFinite(value)
}

/** A plain object, as a JSON parser creates it. */
function isObject(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
