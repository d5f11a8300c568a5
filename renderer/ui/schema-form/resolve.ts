/**
 * Flattens one level of a JSON Schema: follows local references and joins `allOf`, within a budget, so that recursive
 * or endlessly unfolding schemas have a bounded cost. Decides only what to draw; the host validates.
 */
import { isJsonRecord, pointerKeys, readOwn, type Json, type JsonRecord } from './json'

const stepBudget = 200

interface Trail {
  readonly root: JsonRecord
  readonly budget: { left: number }
  readonly references: readonly string[]
}

/** The schema with the `$ref` and `allOf` of its level joined in; null if that isn't possible. */
export function resolveSchema(schema: Json | undefined, root: JsonRecord): JsonRecord | null {
  return flatten(schema, { root, budget: { left: stepBudget }, references: [] })
}

/** Joins two schemas that both apply: keywords of either are kept, properties and required names are united. */
export function mergeSchemas(first: JsonRecord, second: JsonRecord): JsonRecord {
  const merged = new Map(Object.entries(second))
  for (const [key, value] of Object.entries(first)) {
    const other = merged.get(key)
    merged.set(key, other === undefined ? value : mergeKeyword(key, value, other))
  }
  return Object.fromEntries(merged)
}

function flatten(schema: Json | undefined, trail: Trail): JsonRecord | null {
  if (schema === true) return {}
  if (!isJsonRecord(schema) || trail.budget.left <= 0) return null
  trail.budget.left -= 1
  const { $ref: reference, allOf, ...own } = schema
  let result: JsonRecord | null = own
  if (reference !== undefined) result = join(result, followReference(reference, trail))
  if (allOf === undefined) return result
  if (!Array.isArray(allOf)) return null
  for (const part of allOf) {
    if (result === null) return null
    result = join(result, flatten(part, trail))
  }
  return result
}

function join(first: JsonRecord, second: JsonRecord | null): JsonRecord | null {
  return second === null ? null : mergeSchemas(first, second)
}

function followReference(reference: Json, trail: Trail): JsonRecord | null {
  if (typeof reference !== 'string' || trail.references.includes(reference)) return null
  const target = lookUp(reference, trail.root)
  return flatten(target, { ...trail, references: [...trail.references, reference] })
}

/** Only places in the same document: a schema never makes the window fetch anything. */
function lookUp(reference: string, root: JsonRecord): Json | undefined {
  const keys = reference.startsWith('#') ? pointerKeys(decodeFragment(reference.slice(1))) : null
  if (keys === null) return undefined
  let place: Json | undefined = root
  for (const key of keys) {
    place = Array.isArray(place) ? place[Number(key)] : readOwn(place, key)
  }
  return place
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment // a stray % is part of the name then
  }
}

function mergeKeyword(key: string, first: Json, second: Json): Json {
  if (key === 'properties' && isJsonRecord(first) && isJsonRecord(second))
    return mergeProperties(first, second)
  if (key === 'required' && Array.isArray(first) && Array.isArray(second))
    return [...new Set([...first, ...second])]
  if (key === 'type') return narrowTypes(first, second)
  return first
}

function mergeProperties(first: JsonRecord, second: JsonRecord): JsonRecord {
  const merged = new Map(Object.entries(first))
  for (const [name, schema] of Object.entries(second)) {
    const other = merged.get(name)
    merged.set(name, other === undefined ? schema : { allOf: [other, schema] })
  }
  return Object.fromEntries(merged)
}

function narrowTypes(first: Json, second: Json): Json {
  const allowed = new Set([second].flat())
  const both = [first]
    .flat()
    .filter((type) => allowed.has(type) || (type === 'integer' && allowed.has('number')))
  if (both.length === 0) return first
  return both.length === 1 ? (both[0] ?? first) : both
}
