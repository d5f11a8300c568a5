/**
 * References of a schema: those to its own parts are kept or replaced by the part; those to other documents are never
 * followed. Pure.
 */
import type { JsonObject, JsonValue } from '../../contract/json'
import { isObject, mapParts, walkSchema } from './walk-schema'

/** A recursive part is repeated this many times; below that, anything is allowed. */
const deepest = 3
/** Limit of replaced references: a schema can refer to a small part very often. */
const mostPlaced = 300

/** Replaces a reference at the root by its target. References without a target in this schema allow anything. */
export function withoutStrayReferences(schema: JsonObject): JsonObject {
  const whole = withRootInPlace(schema)
  return walkSchema(whole, (part) => {
    const { $ref, ...rest } = part
    return $ref === undefined || partAt(whole, $ref) !== null ? part : rest
  })
}

/** A schema without references: from the outside in, because a replaced part may have references of its own. */
export function withPartsInPlace(schema: JsonObject): JsonObject {
  let placed = 0
  const place = (
    { $defs: _, definitions: _old, ...part }: JsonObject,
    within: readonly JsonValue[]
  ): JsonObject => {
    const { $ref, ...rest } = part
    if ($ref === undefined) return mapParts(part, (inner) => place(inner, within))
    const target = partAt(schema, $ref)
    const isTooDeep = within.filter((item) => item === $ref).length >= deepest
    if (target === null || isTooDeep || placed === mostPlaced) return rest
    placed += 1
    return place({ ...target, ...rest }, [...within, $ref])
  }
  return place(schema, [])
}

function withRootInPlace(schema: JsonObject): JsonObject {
  const { $ref, ...rest } = schema
  const target = $ref === undefined ? null : partAt(schema, $ref)
  return target === null ? schema : { ...target, ...rest }
}

/** Null: it is not in this schema. */
function partAt(schema: JsonObject, reference: JsonValue): JsonObject | null {
  if (reference === '#') return schema
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return null
  let part: JsonValue | undefined = schema
  for (const step of reference.slice(2).split('/')) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(part)) part = part[Number(name)]
    else part = isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined
  }
  return isObject(part) ? part : null
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step // a name with a percent sign of its own
  }
}
