/**
 * Whether a value roughly has the shape of a schema: enough to choose a control that can show it without changing it,
 * and its variant. The host validates. Patterns are not run.
 */
import { isJsonRecord, isSameJson, readOwn, type Json, type JsonRecord } from './json'
import { resolveSchema } from './resolve'

const deepest = 4
const mostPropertiesCompared = 200
const mostSchemasCompared = 1_000

interface Place {
  readonly root: JsonRecord
  readonly depth: number
  /** Limit on examined schemas, because variants of variants multiply. */
  readonly budget: { left: number }
}

/** The types that a schema names, in order; guessed from its keywords if it names none. */
export function schemaTypes(schema: JsonRecord): string[] {
  const type = readOwn(schema, 'type')
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string')
  if (isJsonRecord(readOwn(schema, 'properties'))) return ['object']
  if (readOwn(schema, 'items') !== undefined || readOwn(schema, 'prefixItems') !== undefined) return ['array']
  return []
}

/** Members of `oneOf`, else of `anyOf`; null if there are none. */
export function schemaVariants(schema: JsonRecord): Json[] | null {
  const members = readOwn(schema, 'oneOf') ?? readOwn(schema, 'anyOf')
  return Array.isArray(members) && members.length > 0 ? members : null
}

export function hasType(value: Json, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isJsonRecord(value)
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function roughlyFits(schema: Json | undefined, value: Json, { root, depth, budget }: Place): boolean {
  const plain = resolveSchema(schema, root)
  budget.left -= 1
  if (plain === null) return false
  if (depth > deepest || budget.left <= 0) return true
  const below = { root, depth: depth + 1, budget }
  const constant = readOwn(plain, 'const')
  if (constant !== undefined && !isSameJson(constant, value)) return false
  const choices = readOwn(plain, 'enum')
  if (Array.isArray(choices) && !choices.some((choice) => isSameJson(choice, value))) return false
  const types = schemaTypes(plain)
  if (types.length > 0 && !types.some((type) => hasType(value, type))) return false
  if (isJsonRecord(value) && !propertiesFit(plain, value, below)) return false
  const variants = schemaVariants(plain)
  return variants === null || variants.some((variant) => roughlyFits(variant, value, below))
}

/** The variant of a value; -1 if none fits or there is no value yet. */
export function fittingVariant(variants: readonly Json[], value: Json | undefined, root: JsonRecord): number {
  if (value === undefined) return -1
  const place = { root, depth: 0, budget: { left: mostSchemasCompared } }
  return variants.findIndex((variant) => roughlyFits(variant, value, place))
}

function propertiesFit(schema: JsonRecord, value: JsonRecord, place: Place): boolean {
  const required = readOwn(schema, 'required')
  if (
    Array.isArray(required) &&
    !required.every((name) => typeof name !== 'string' || Object.hasOwn(value, name))
  ) {
    return false
  }
  const properties = readOwn(schema, 'properties')
  if (!isJsonRecord(properties)) return true
  return Object.entries(value)
    .slice(0, mostPropertiesCompared)
    .every(([name, item]) => {
      const property = readOwn(properties, name)
      return property === undefined || roughlyFits(property, item, place)
    })
}
