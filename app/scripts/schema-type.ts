/**
 * A JSON Schema as a TypeScript type on one line: what a model needs to write a call, and no more. Any text of a server
 * stays inside names and literals: those are quoted, and comments can't be ended early. Unsupported, external and
 * recursive parts become `unknown`; the server checks the arguments in any case.
 */
import { cutText } from '../base/cut-text'
import { visibleTextWithNote } from '../base/visible-text'
import type { JsonObject, JsonValue } from '../contract/json'

const mostParts = 300
const deepest = 8
const longestType = 8_000
const shownDescription = 160
const mostValues = 40

interface Place {
  readonly root: JsonValue
  readonly depth: number
  /** How much of the schema may still be looked at. */
  readonly left: { parts: number }
}

export function renderSchemaType(schema: JsonValue): string {
  const type = read(schema, { root: schema, depth: 0, left: { parts: mostParts } })
  return type.length > longestType ? 'Record<string, unknown>' : type
}

/** The text on one line, unable to end a comment. */
export function renderComment(words: string, limit: number): string {
  const line = visibleTextWithNote(words)
    .replace(/[\s\u0085\u2028\u2029]+/g, ' ')
    .replaceAll('*/', '* /')
    .replaceAll('/*', '/ *')
    .replaceAll('`', "'")
    .trim()
  return cutText(line, limit)
}

/** A JavaScript literal without hidden characters and without an early closing quote. */
function literal(value: JsonValue): string {
  const json = typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value)
  return json.replace(
    /[^\x20-\x5f\x61-\x7e\p{L}\p{N}]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`
  )
}

function isFields(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function read(schema: JsonValue | undefined, place: Place): string {
  place.left.parts -= 1
  if (schema === false) return 'never'
  if (!isFields(schema) || place.depth > deepest || place.left.parts < 0) return 'unknown'
  const below = { ...place, depth: place.depth + 1 }
  const { $ref, enum: values, anyOf, oneOf, allOf } = schema
  if (typeof $ref === 'string') return read(find($ref, place.root), below)
  if ('const' in schema) return literal(schema['const'] ?? null)
  if (Array.isArray(values))
    return values.length > mostValues ? plainType(values) : joined(values.map(literal))
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return joined(choices.map((one) => read(one, below)))
  if (Array.isArray(allOf)) return allOf.map((one) => inBrackets(read(one, below))).join(' & ') || 'unknown'
  return ofKind(schema, below)
}

function ofKind(schema: JsonObject, below: Place): string {
  const { type } = schema
  if (Array.isArray(type)) return joined(type.map((one) => ofKind({ ...schema, type: one }, below)))
  if (type === 'string' || type === 'boolean' || type === 'null') return type
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'array' || (type === undefined && 'items' in schema)) return ofList(schema, below)
  if (type === 'object' || (type === undefined && 'properties' in schema)) return ofObject(schema, below)
  return 'unknown'
}

function ofList({ items, prefixItems }: JsonObject, below: Place): string {
  const fixed = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : null
  if (fixed !== null) return `[${fixed.map((one) => read(one, below)).join(', ')}, ...unknown[]]`
  return `${inBrackets(read(items, below))}[]`
}

function ofObject({ properties, required, additionalProperties }: JsonObject, below: Place): string {
  const needed: readonly JsonValue[] = Array.isArray(required) ? required : []
  const fields = Object.entries(isFields(properties) ? properties : {}).map(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
    const description = isFields(schema) ? schema['description'] : undefined
    const said = typeof description === 'string' ? renderComment(description, shownDescription) : ''
    const comment = said === '' ? '' : `/** ${said} */ `
    return `${comment}${key}${needed.includes(name) ? '' : '?'}: ${read(schema, below)}`
  })
  const others = isFields(additionalProperties)
    ? [`[name: string]: ${read(additionalProperties, below)}`]
    : []
  const all = [...fields, ...(fields.length === 0 ? others : [])]
  return all.length === 0 ? 'Record<string, unknown>' : `{ ${all.join('; ')} }`
}

/** Of very many values only their kind. */
function plainType(values: readonly JsonValue[]): string {
  const kinds = new Set(values.map((value) => typeof value))
  const [only] = kinds
  return kinds.size === 1 && (only === 'string' || only === 'number') ? only : 'unknown'
}

function joined(types: readonly string[]): string {
  const all = [...new Set(types)]
  if (all.length === 0 || all.includes('unknown')) return 'unknown'
  return all.join(' | ')
}

function inBrackets(type: string): string {
  return / [|&] /.test(type) ? `(${type})` : type
}

/** What a reference inside the schema leads to. */
function find(reference: string, root: JsonValue): JsonValue | undefined {
  if (!reference.startsWith('#')) return undefined
  let found: JsonValue | undefined = root
  for (const piece of reference.slice(1).split('/').slice(1)) {
    const name = piece.replaceAll('~1', '/').replaceAll('~0', '~')
    found = isFields(found) && Object.hasOwn(found, name) ? found[name] : undefined
  }
  return found
}
