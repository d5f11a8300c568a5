/**
 * Whether the input schema of a tool can be used: an object schema whose keywords have the right form, whose
 * references stay inside it, and whose size is within reason. Nothing is fetched and no pattern is run.
 *
 * @spec 2026-07-28 server/tools#tool
 */
import { dereference } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import { isDeeperThan } from '../protocol/json-depth'
import { escapePointer, isFields } from '../protocol/json-fields'
import type { Fields } from '../protocol/json-fields'

const depthLimit = 32
const subschemaLimit = 10_000
/** Characters of JSON: every schema that is offered goes out with every request to a model. */
const sizeLimit = 131_072
/** Levels of plain JSON that 32 levels of schema may take, with room for values in `enum` or `default`. */
const jsonDepthLimit = 128

type Form = (value: unknown) => boolean

const isText: Form = (value) => typeof value === 'string'
const isCount: Form = (value) => Number.isInteger(value) && (value as number) >= 0
const isNumber: Form = (value) => typeof value === 'number'
const isTruth: Form = (value) => typeof value === 'boolean'
const isTexts: Form = (value) => Array.isArray(value) && value.every(isText)
const typeNames = new Set<unknown>(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'])

/** Keywords whose values aren't schemas: what they must be, as a test and in words. */
const valueKeywords: Readonly<Record<string, readonly [Form, string]>> = {
  type: [
    (value) =>
      Array.isArray(value)
        ? value.length > 0 && value.every((name) => typeNames.has(name))
        : typeNames.has(value),
    'the name of a JSON type or a list of them'
  ],
  enum: [Array.isArray, 'a list'],
  required: [isTexts, 'a list of names'],
  pattern: [(value) => isText(value) && isPattern(value as string), 'a regular expression'],
  multipleOf: [(value) => isNumber(value) && (value as number) > 0, 'a number above 0'],
  minimum: [isNumber, 'a number'],
  maximum: [isNumber, 'a number'],
  minLength: [isCount, 'a whole number'],
  maxLength: [isCount, 'a whole number'],
  minItems: [isCount, 'a whole number'],
  maxItems: [isCount, 'a whole number'],
  minProperties: [isCount, 'a whole number'],
  maxProperties: [isCount, 'a whole number'],
  minContains: [isCount, 'a whole number'],
  maxContains: [isCount, 'a whole number'],
  uniqueItems: [isTruth, 'true or false'],
  format: [isText, 'a text'],
  title: [isText, 'a text'],
  description: [isText, 'a text'],
  $ref: [isText, 'a text'],
  $id: [isText, 'a text'],
  $anchor: [isText, 'a text'],
  // The oldest drafts say `true` where the newer ones have a number.
  exclusiveMinimum: [(value) => isNumber(value) || isTruth(value), 'a number'],
  exclusiveMaximum: [(value) => isNumber(value) || isTruth(value), 'a number']
}

const schemaKeywords = new Set(
  'additionalProperties unevaluatedProperties unevaluatedItems propertyNames contains not if then else additionalItems'.split(
    ' '
  )
)
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const mapKeywords = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'])

/** Why the schema can't be used, a sentence; null when it can. */
export function findSchemaProblem(schema: unknown): string | null {
  if (!isFields(schema)) return "Its input schema isn't a JSON object."
  if (schema['type'] !== 'object')
    return `Its input schema must have the type "object", not ${show(schema['type'])}.`
  if (isTooDeep(schema)) return `Its input schema nests more than ${depthLimit} levels deep.`
  if (isTooLarge(schema)) return `Its input schema is larger than ${sizeLimit / 1_024} KB.`
  const findings: Findings = { count: 0, problem: null, hasReference: false }
  visit(schema, { path: '', depth: 0 }, findings)
  return findings.problem ?? (findings.hasReference ? findReferenceProblem(schema) : null)
}

/** Whether the schema is too deep to be handed on at all. */
export function isTooDeep(schema: unknown): boolean {
  return isDeeperThan(schema, jsonDepthLimit)
}

/** Whether the schema takes more room than it can be given. It must not be too deep. */
export function isTooLarge(schema: object): boolean {
  return JSON.stringify(schema).length > sizeLimit
}

interface Findings {
  count: number
  problem: string | null
  hasReference: boolean
}

interface Place {
  /** JSON Pointer. */
  readonly path: string
  readonly depth: number
}

/** Writes the first problem into `findings` and stops there. */
function visit(schema: unknown, place: Place, findings: Findings): void {
  if (findings.problem !== null || typeof schema === 'boolean') return
  findings.count += 1
  findings.problem = findLimitProblem(schema, place, findings.count)
  if (findings.problem !== null) return
  for (const [keyword, value] of Object.entries(schema as Fields)) {
    if (keyword === '$ref' || keyword === '$recursiveRef') findings.hasReference = true
    findings.problem ??= findValueProblem(keyword, value, place)
    visitSubschemas(keyword, value, { place, findings })
  }
}

function findLimitProblem(schema: unknown, { path, depth }: Place, count: number): string | null {
  if (!isFields(schema))
    return `Its input schema is wrong at ${at(path)}: a schema must be an object, true or false.`
  if (depth > depthLimit) return `Its input schema nests more than ${depthLimit} levels deep.`
  if (count > subschemaLimit) return `Its input schema has more than ${subschemaLimit} parts.`
  return null
}

function findValueProblem(keyword: string, value: unknown, { path }: Place): string | null {
  const rule = Object.hasOwn(valueKeywords, keyword) ? valueKeywords[keyword] : undefined
  if (rule === undefined || rule[0](value)) return null
  return `Its input schema is wrong at ${at(path)}: "${keyword}" must be ${rule[1]}, not ${show(value)}.`
}

function visitSubschemas(
  keyword: string,
  value: unknown,
  { place, findings }: { readonly place: Place; readonly findings: Findings }
): void {
  const wrong = (form: string) => {
    findings.problem ??= `Its input schema is wrong at ${at(place.path)}: "${keyword}" must be ${form}.`
  }
  const path = `${place.path}/${escapePointer(keyword)}`
  const down = (child: unknown, key: string | number | null) =>
    visit(
      child,
      { path: key === null ? path : `${path}/${escapePointer(String(key))}`, depth: place.depth + 1 },
      findings
    )
  if (schemaKeywords.has(keyword) || (keyword === 'items' && !Array.isArray(value))) return down(value, null)
  if (listKeywords.has(keyword) || keyword === 'items') {
    if (!Array.isArray(value)) return wrong('a list of schemas')
    return value.forEach(down)
  }
  if (!mapKeywords.has(keyword)) return
  if (!isFields(value)) return wrong('an object of schemas')
  for (const [name, child] of Object.entries(value)) down(child, name)
}

/** Every reference must lead to a part of the schema itself: nothing is fetched. */
function findReferenceProblem(schema: Fields): string | null {
  const copy = structuredClone(schema) as Schema // the function below marks what it visits
  try {
    const parts = dereference(copy)
    for (const part of Object.values(parts)) {
      if (typeof part === 'boolean') continue
      const target = part['__absolute_ref__'] as string | undefined
      if (target !== undefined && !Object.hasOwn(parts, target)) {
        return `Its input schema refers to ${show(part.$ref)}, which is not part of it. Parley fetches no schemas.`
      }
    }
    return null
  } catch (error) {
    return `The references of its input schema can't be followed: ${(error as Error).message}`
  }
}

function isPattern(pattern: string): boolean {
  return compiles(pattern, 'u') || compiles(pattern, '')
}

/** Whether a regular expression can be built; it is not run. */
export function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}

function at(path: string): string {
  return path === '' ? 'the top' : path
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
