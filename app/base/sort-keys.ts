import type { JsonValue } from '../contract/json'

/** The same value with the members of its objects in order, because their order means nothing. */
export function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, sortKeys(value[name] ?? null)]))
}
