/**
 * Reads values that servers write in a slightly different form than the protocol requires. PHP writes an empty object
 * as `[]`, Lua writes an empty list as `{}`, and many languages write a missing member as `null`. docs/tolerance.md
 * lists each case with its reason.
 */
import { isJsonFields } from './json-fields'
import type { JsonFields } from './json-fields'

/** The object; `[]` counts as the empty one. Null for all other values. */
export function readLenientObject(value: unknown): JsonFields | null {
  if (Array.isArray(value) && value.length === 0) return {}
  return isJsonFields(value) ? value : null
}

/**
 * The list. `{}` counts as the empty one, and an object whose keys are all numbers as a list with gaps. A single object
 * that `isEntry` accepts is a list of one. Null for all other values.
 */
export function readLenientList(
  value: unknown,
  isEntry: (value: JsonFields) => boolean = () => false
): readonly unknown[] | null {
  if (Array.isArray(value)) return value as readonly unknown[]
  if (!isJsonFields(value)) return null
  const keys = Object.keys(value)
  if (keys.every((key) => /^\d+$/.test(key))) return Object.values(value)
  return isEntry(value) ? [value] : null
}

/** The number, also from a string. Null for all other values. */
export function readLenientNumber(value: unknown): number | null {
  const read = typeof value === 'string' && isNumeric(value) ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}

function isNumeric(text: string): boolean {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)
}

/** True or false, also from a string or from 1 and 0. Null for all other values. */
export function readTruth(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (word === 'true' || word === 1 || word === '1') return true
  return word === 'false' || word === 0 || word === '0' ? false : null
}

/** The text, also from a number. Null for all other values. */
export function readLenientText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value : null
}

/** The object without its members that are `null`; the same object if there are none. */
export function dropNulls(fields: JsonFields): JsonFields {
  const entries = Object.entries(fields)
  const kept = entries.filter(([, value]) => value !== null)
  return kept.length === entries.length ? fields : Object.fromEntries(kept)
}

/** The object without a `_meta` that isn't an object, which the client library would refuse. */
export function dropOddMeta(fields: JsonFields): JsonFields {
  if (!('_meta' in fields)) return fields
  const { _meta, ...others } = fields
  if (!isJsonFields(_meta)) return others
  const { progressToken } = _meta
  if (!('progressToken' in _meta) || typeof progressToken === 'string' || Number.isInteger(progressToken))
    return fields
  const { progressToken: _odd, ...meta } = _meta
  return { ...others, _meta: meta }
}
