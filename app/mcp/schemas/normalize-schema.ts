/**
 * Repairs a tool's schema that a server writes in a slightly different form: an older draft, the OpenAPI dialect,
 * `null` for an absent member, `[]` for an empty object. An invalid keyword is left out, so that the tool stays usable.
 * `schema-check.ts` checks the rest.
 */
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { readLenientList, readLenientNumber, readLenientObject, readTruth } from '../protocol/lenient-values'
import { compiles, isTooDeep, isTooLarge } from './schema-check'

type Read = (value: unknown) => unknown

/** Names of types outside of JSON Schema, in lower case. */
const typeAliases: Readonly<Record<string, string>> = {
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  str: 'string',
  text: 'string',
  date: 'string',
  datetime: 'string',
  file: 'string',
  dict: 'object',
  map: 'object',
  record: 'object',
  list: 'array',
  tuple: 'array',
  set: 'array',
  none: 'null',
  nil: 'null'
}
const typeNames: ReadonlySet<string> = new Set('null boolean object array number integer string'.split(' '))

const readWords: Read = (value) => (typeof value === 'string' ? value : undefined)
const readFlag: Read = (value) => readTruth(value) ?? undefined
const readAnyNumber: Read = (value) => readLenientNumber(value) ?? undefined
const readCount: Read = (value) => {
  const count = readLenientNumber(value)
  return count !== null && Number.isInteger(count) && count >= 0 ? count : undefined
}
const readBound: Read = (value) => (typeof value === 'boolean' ? value : readAnyNumber(value))

/** Keywords whose values aren't schemas. Undefined leaves the keyword out. */
const valueKeywords: Readonly<Record<string, Read>> = {
  type: readType,
  enum: readEnum,
  required: readRequired,
  pattern: (value) =>
    typeof value === 'string' && (compiles(value, 'u') || compiles(value, '')) ? value : undefined,
  multipleOf: (value) => ((readLenientNumber(value) ?? 0) > 0 ? readLenientNumber(value) : undefined),
  ...Object.fromEntries(['minimum', 'maximum'].map((name) => [name, readAnyNumber])),
  ...Object.fromEntries(['exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, readBound])),
  ...Object.fromEntries(
    'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'
      .split(' ')
      .map((name) => [name, readCount])
  ),
  ...Object.fromEntries(
    'uniqueItems nullable deprecated readOnly writeOnly'.split(' ').map((name) => [name, readFlag])
  ),
  ...Object.fromEntries(
    'format title description $ref $id $anchor $schema'.split(' ').map((name) => [name, readWords])
  )
}
const schemaKeywords: ReadonlySet<string> = new Set(
  'items additionalProperties unevaluatedProperties unevaluatedItems propertyNames contains not if then else additionalItems'.split(
    ' '
  )
)
const listKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const mapKeywords: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']
])

/**
 * The schema of a tool's input, or of a form. A missing schema becomes one that accepts any object. A value that is no
 * schema, or too large to inspect, is returned unchanged.
 */
export function normalizeInputSchema(given: unknown): unknown {
  const schema = parseIfText(given)
  if (schema === undefined || schema === null || schema === true) return { type: 'object' }
  const fields = readLenientObject(schema)
  if (fields === null || isTooDeep(fields) || isTooLarge(fields)) return schema
  const mended = mendSchema(fields) as JsonFields
  const { type, ...others } = mended
  const types: readonly unknown[] = Array.isArray(type) ? type : []
  return type === undefined || types.includes('object') ? { type: 'object', ...others } : mended
}

/** The schema of a tool's structured result; null if it is missing or invalid. */
export function normalizeOutputSchema(given: unknown): unknown {
  const fields = isJsonFields(parseIfText(given)) ? (parseIfText(given) as JsonFields) : null
  if (fields === null) return null
  return isTooDeep(fields) || isTooLarge(fields) ? fields : mendSchema(fields)
}

/** Some servers send the schema as a JSON string. */
function parseIfText(given: unknown): unknown {
  if (typeof given !== 'string' || !given.trimStart().startsWith('{')) return given
  try {
    return JSON.parse(given) as unknown
  } catch {
    return given
  }
}

/** A value that is no schema accepts anything. Returns the same object if there is nothing to repair. */
function mendSchema(schema: unknown): unknown {
  if (typeof schema === 'boolean') return schema
  if (typeof schema === 'string') return mendSchema({ type: schema })
  const fields = readLenientObject(schema) ?? {}
  const entries = Object.entries(fields)
  const mended = entries.map(([keyword, value]) => [keyword, mendKeyword(keyword, value)] as const)
  const isSame = fields === schema && mended.every(([, value], index) => value === entries[index]?.[1])
  return liftRequired(
    isSame ? fields : Object.fromEntries(mended.filter(([, value]) => value !== undefined)),
    fields['properties']
  )
}

function mendKeyword(keyword: string, value: unknown): unknown {
  const read = Object.hasOwn(valueKeywords, keyword) ? valueKeywords[keyword] : undefined
  if (read !== undefined) return read(value)
  if (schemaKeywords.has(keyword)) return mendSubschema(keyword, value)
  if (listKeywords.has(keyword)) return mendAll(readLenientList(value))
  if (mapKeywords.has(keyword)) return mendMap(value)
  return value
}

function mendSubschema(keyword: string, value: unknown): unknown {
  if (value === null) return undefined
  // A list of schemas is a tuple of the older drafts.
  if (keyword === 'items' && Array.isArray(value)) return value.length === 0 ? {} : mendAll(value)
  const truth = readTruth(value)
  return truth ?? mendSchema(value)
}

/** An empty list of alternatives has no meaning. */
function mendAll(list: readonly unknown[] | null): unknown {
  if (list === null || list.length === 0) return undefined
  const mended = list.map(mendSchema)
  return mended.every((item, index) => item === list[index]) ? list : mended
}

function mendMap(value: unknown): unknown {
  const fields = readLenientObject(value)
  if (fields === null) return undefined
  const entries = Object.entries(fields)
  const mended = entries.map(([name, schema]) => [name, mendSchema(schema)] as const)
  const isSame = fields === value && mended.every(([, schema], index) => schema === entries[index]?.[1])
  return isSame ? value : Object.fromEntries(mended)
}

function readType(value: unknown): unknown {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  const names = given.flatMap((name) => toTypeName(name) ?? [])
  if (names.length < given.length || names.length === 0) return undefined
  if (!Array.isArray(value)) return names[0]
  return names.every((name, index) => name === given[index]) ? value : [...new Set(names)]
}

/** Null for an unknown type, so that any type is accepted. */
function toTypeName(name: unknown): string | null {
  if (typeof name !== 'string') return null
  const lower = name.trim().toLowerCase()
  return typeNames.has(lower) ? lower : (typeAliases[lower] ?? null)
}

function readEnum(value: unknown): unknown {
  const choices = typeof value === 'string' ? [value] : readLenientList(value)
  return choices === null || choices.length === 0 ? undefined : choices
}

function readRequired(value: unknown): unknown {
  const names = typeof value === 'string' && value !== '' ? [value] : readLenientList(value)
  if (names === null) return undefined
  return names.every((name) => typeof name === 'string')
    ? names
    : names.filter((name) => typeof name === 'string')
}

/** The third draft puts `required: true` into the property itself. */
function liftRequired(schema: JsonFields, properties: unknown): JsonFields {
  if (!isJsonFields(properties)) return schema
  const names = Object.entries(properties)
    .filter(([, property]) => isJsonFields(property) && property['required'] === true)
    .map(([name]) => name)
  if (names.length === 0) return schema
  const required = readLenientList(schema['required']) ?? []
  return { ...schema, required: [...new Set([...required, ...names])] }
}
