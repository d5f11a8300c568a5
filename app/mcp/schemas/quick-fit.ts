/**
 * Decides whether any value can be checked against a schema quickly, even if both are hostile. Such a check needs no
 * thread and no time limit, which both cost more than the check. Only what is known to be quick counts.
 */
import type { JsonObject, JsonValue } from '../../contract/json'
import { isJsonFields } from '../protocol/json-fields'

/** Without references, each part of the schema is checked at most once against each part of the value. */
const mostParts = { schema: 200, value: 500 }
/** In texts and names of a value, which are counted and compared. */
const mostLetters = 20_000

/**
 * Keywords whose values are only compared or read, and are no schemas. Excludes `pattern`, and `format`, which uses
 * patterns.
 */
const plainKeywords: ReadonlySet<string> = new Set([
  '$schema',
  'type',
  'title',
  'description',
  'default',
  'required',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems'
])

interface Held {
  readonly schema: JsonObject
  readonly value: JsonValue
}

export function isQuick({ schema, value }: Held): boolean {
  return isQuickSchema(schema) && isSmall(value)
}

/** Without recursion, because both may nest arbitrarily deep. */
function isQuickSchema(schema: JsonValue): boolean {
  const waiting: unknown[] = [schema]
  let remaining = mostParts.schema
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ((remaining -= 1) < 0) return false
    if (typeof next === 'boolean') continue
    if (!isJsonFields(next)) return false
    for (const [keyword, part] of Object.entries(next)) {
      if (keyword === 'items' || keyword === 'additionalProperties') waiting.push(part)
      else if (keyword === 'properties' && isJsonFields(part))
        waiting.push(...Object.values(part).slice(0, remaining + 1))
      else if (!plainKeywords.has(keyword)) return false
      else if (keyword === 'const' && isNested(part)) return false
      else if ((keyword === 'enum' || keyword === 'required') && (remaining -= countPlain(part)) < 0)
        return false
    }
  }
  return true
}

/** Infinite for a value that is no list of plain values. */
function countPlain(part: unknown): number {
  return Array.isArray(part) && !part.slice(0, mostParts.schema).some(isNested)
    ? part.length
    : Number.POSITIVE_INFINITY
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isSmall(value: JsonValue): boolean {
  const waiting: JsonValue[] = [value]
  let remaining = mostParts.value
  let letters = mostLetters
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ((remaining -= 1) < 0 || letters < 0) return false
    if (typeof next === 'string') letters -= next.length
    if (typeof next !== 'object' || next === null) continue
    for (const [name, part] of Object.entries(next)) {
      letters -= name.length
      waiting.push(part)
      if (waiting.length > mostParts.value) return false
    }
  }
  return letters >= 0
}
