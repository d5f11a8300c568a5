/** A part of a schema for services that know one type for each value, and texts only in lists of values. Pure. */
import type { JsonObject, JsonValue } from '../../contract/json'
import { toJsonObject, rootObject } from './root-object'
import { isObject, mapValues } from './walk-schema'

export function toSingleType(part: JsonObject): JsonObject {
  return withDescribed(withOneForm(withOneType(withTexts(part))))
}

/** `true` as a schema is nothing that it knows. */
function withDescribed(part: JsonObject): JsonObject {
  const { properties } = part
  if (!isObject(properties)) return part
  return { ...part, properties: mapValues(properties, (one) => (isObject(one) ? one : {})) }
}

/**
 * Conditions that all apply (`allOf`), merged to the broadest form that keeps most of them. Runs first, because parts
 * refer to one another.
 */
export function mergeAllOf(part: JsonObject): JsonObject {
  const { allOf, ...rest } = part
  if (allOf === undefined) return part
  const parts = Array.isArray(allOf) ? allOf.filter(isObject) : []
  const one = parts.reduce((all, part) => ({ ...all, ...part }), {})
  const { properties, required } = rootObject({ ...rest, allOf: parts })
  const { anyOf: _any, oneOf: _one, ...plain } = { ...one, ...rest }
  const hasProperties = Object.keys(toJsonObject(properties)).length > 0
  return { ...plain, ...(hasProperties && { properties, ...(required !== undefined && { required }) }) }
}

/** `const` and `enum` as a list of texts; other values are not told, and a list with an empty text would be refused. */
function withTexts({ const: value, ...part }: JsonObject): JsonObject {
  const { enum: values, ...rest } = value === undefined ? part : { ...part, enum: [value] }
  if (values === undefined) return rest
  const all: readonly JsonValue[] = Array.isArray(values) ? values : []
  const texts = all.filter((item) => item !== null)
  const isNullable = texts.length < all.length ? { nullable: true } : {}
  const areTexts = texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== '')
  if (areTexts) return { ...rest, ...isNullable, type: 'string', enum: texts }
  return { ...rest, ...isNullable, ...(rest['type'] === undefined && typeOfAll(texts)) }
}

function typeOfAll(values: readonly JsonValue[]): JsonObject {
  const types = new Set(values.map((value) => typeof value))
  const [type] = types
  return types.size === 1 && (type === 'number' || type === 'boolean' || type === 'string') ? { type } : {}
}

function withOneType(part: JsonObject): JsonObject {
  const { type, ...rest } = part
  if (type === undefined || typeof type === 'string') return part
  // An invalid type name has no effect.
  const all = Array.isArray(type) ? type.filter((item) => typeof item === 'string') : []
  const types = all.filter((entry) => entry !== 'null')
  const nullable = types.length < all.length ? { nullable: true } : {}
  if (types.length === 1) return { ...rest, ...nullable, type: types[0] ?? null }
  if (types.length === 0) return rest
  return {
    ...rest,
    ...nullable,
    anyOf: types.map((one) => (one === 'array' ? { type: one, items: getItems(part) } : { type: one }))
  }
}

function getItems({ items }: JsonObject): JsonValue {
  return isObject(items) ? items : { type: 'string' }
}

/** Alternatives are kept only when the part says nothing else, because services require them to be on their own. */
function withOneForm({ anyOf, oneOf, ...rest }: JsonObject): JsonObject {
  const all = [anyOf, oneOf].flatMap((some) => (Array.isArray(some) ? some.filter(isObject) : []))
  if (all.length === 0) return rest
  const isNull = (one: JsonObject): boolean => one['type'] === 'null'
  const forms = all.filter((item) => !isNull(item) && Object.keys(item).length > 0)
  const nullable = all.some(isNull) ? { nullable: true } : {}
  if (forms.length === 1) return { ...forms[0], ...rest, ...nullable }
  const saysEnough = rest['type'] !== undefined || rest['properties'] !== undefined
  if (forms.length === 0 || saysEnough || forms.some((form) => typeof form['type'] !== 'string'))
    return { ...rest, ...nullable }
  const { description } = rest
  // No other keyword is allowed next to alternatives, so each one gets the common description.
  const described = forms.map((entry) =>
    description === undefined || 'description' in entry ? entry : { ...entry, description }
  )
  return { anyOf: described }
}
