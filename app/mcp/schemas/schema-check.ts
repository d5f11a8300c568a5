/**
 * Checks whether the input schema of a tool can be used: it must be an object schema with valid keywords, with only
 * internal references, and of limited size. Nothing is fetched and no pattern is run.
 *
 * @spec 2026-07-28 server/tools#tool
 */
import { dereference } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { isDeeperThan } from '../protocol/json-depth'
import { escapePointer, isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'

const depthLimit = 32
const subschemaLimit = 10_000
/** Characters of JSON: every offered schema is part of every request to a model. */
const sizeLimit = 131_072
/** Levels of plain JSON in 32 levels of schema, with room for values in `enum` or `default`. */
const jsonDepthLimit = 128

type Form = (value: unknown) => boolean

const isText: Form = (value) => typeof value === 'string'
const isCount: Form = (value) => Number.isInteger(value) && (value as number) >= 0
const isNumber: Form = (value) => typeof value === 'number'
const isTruth: Form = (value) => typeof value === 'boolean'
const isTexts: Form = (value) => Array.isArray(value) && value.every(isText)
const typeNames = new Set<unknown>(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'])

/** Keywords whose values aren't schemas: a test of the value, and its description. */
const valueKeywords: Readonly<Record<string, readonly [Form, LocalizedText]>> = {
  type: [
    (value) =>
      Array.isArray(value)
        ? value.length > 0 && value.every((name) => typeNames.has(name))
        : typeNames.has(value),
    say('mcp.formTypeNames')
  ],
  enum: [Array.isArray, say('mcp.formArray')],
  required: [isTexts, say('mcp.formNames')],
  pattern: [(value) => isText(value) && isPattern(value as string), say('mcp.formPattern')],
  multipleOf: [(value) => isNumber(value) && (value as number) > 0, say('mcp.formPositive')],
  minimum: [isNumber, say('mcp.formNumber')],
  maximum: [isNumber, say('mcp.formNumber')],
  minLength: [isCount, say('mcp.formInteger')],
  maxLength: [isCount, say('mcp.formInteger')],
  minItems: [isCount, say('mcp.formInteger')],
  maxItems: [isCount, say('mcp.formInteger')],
  minProperties: [isCount, say('mcp.formInteger')],
  maxProperties: [isCount, say('mcp.formInteger')],
  minContains: [isCount, say('mcp.formInteger')],
  maxContains: [isCount, say('mcp.formInteger')],
  uniqueItems: [isTruth, say('mcp.formBoolean')],
  format: [isText, say('mcp.formText')],
  title: [isText, say('mcp.formText')],
  description: [isText, say('mcp.formText')],
  $ref: [isText, say('mcp.formText')],
  $id: [isText, say('mcp.formText')],
  $anchor: [isText, say('mcp.formText')],
  // The oldest drafts have `true` where the newer ones have a number.
  exclusiveMinimum: [(value) => isNumber(value) || isTruth(value), say('mcp.formNumber')],
  exclusiveMaximum: [(value) => isNumber(value) || isTruth(value), say('mcp.formNumber')]
}

const schemaKeywords = new Set(
  'additionalProperties unevaluatedProperties unevaluatedItems propertyNames contains not if then else additionalItems'.split(
    ' '
  )
)
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const mapKeywords = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'])

/** A sentence that says why the schema can't be used; null if it can. */
export function findSchemaProblem(schema: unknown): LocalizedText | null {
  if (!isJsonFields(schema)) return say('mcp.schemaNotObject')
  if (schema['type'] !== 'object') return say('mcp.schemaType', { value: show(schema['type']) })
  if (isTooDeep(schema)) return say('mcp.schemaDeep', { levels: depthLimit })
  if (isTooLarge(schema)) return say('mcp.schemaLarge', { size: sizeLimit / 1_024 })
  const findings: Findings = { count: 0, problem: null, hasReference: false }
  visit(schema, { path: '', depth: 0 }, findings)
  return findings.problem ?? (findings.hasReference ? findReferenceProblem(schema) : null)
}

/** True if the schema is too deep to be used at all. */
export function isTooDeep(schema: unknown): boolean {
  return isDeeperThan(schema, jsonDepthLimit)
}

/** True if the schema is too large. It must not be too deep. */
export function isTooLarge(schema: object): boolean {
  return JSON.stringify(schema).length > sizeLimit
}

interface Findings {
  count: number
  problem: LocalizedText | null
  hasReference: boolean
}

interface Place {
  /** A JSON Pointer. */
  readonly path: string
  readonly depth: number
}

/** Adds the first problem to `findings` and stops there. */
function visit(schema: unknown, place: Place, findings: Findings): void {
  if (findings.problem !== null || typeof schema === 'boolean') return
  findings.count += 1
  findings.problem = findLimitProblem(schema, place, findings.count)
  if (findings.problem !== null) return
  for (const [keyword, value] of Object.entries(schema as JsonFields)) {
    if (keyword === '$ref' || keyword === '$recursiveRef') findings.hasReference = true
    findings.problem ??= findValueProblem(keyword, value, place)
    visitSubschemas(keyword, value, { place, findings })
  }
}

function findLimitProblem(schema: unknown, { path, depth }: Place, count: number): LocalizedText | null {
  if (!isJsonFields(schema)) return say('mcp.schemaPart', { path: at(path) })
  if (depth > depthLimit) return say('mcp.schemaDeep', { levels: depthLimit })
  if (count > subschemaLimit) return say('mcp.schemaParts', { count: subschemaLimit })
  return null
}

function findValueProblem(keyword: string, value: unknown, { path }: Place): LocalizedText | null {
  const rule = Object.hasOwn(valueKeywords, keyword) ? valueKeywords[keyword] : undefined
  if (rule === undefined || rule[0](value)) return null
  return say('mcp.schemaValue', { path: at(path), keyword, form: rule[1], value: show(value) })
}

function visitSubschemas(
  keyword: string,
  value: unknown,
  { place, findings }: { readonly place: Place; readonly findings: Findings }
): void {
  const wrong = (form: LocalizedText) => {
    findings.problem ??= say('mcp.schemaKeyword', { path: at(place.path), keyword, form })
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
    if (!Array.isArray(value)) return wrong(say('mcp.formSchemas'))
    return value.forEach(down)
  }
  if (!mapKeywords.has(keyword)) return
  if (!isJsonFields(value)) return wrong(say('mcp.formSchemaMap'))
  for (const [name, child] of Object.entries(value)) down(child, name)
}

/** Every reference must point into the schema itself: nothing is fetched. */
function findReferenceProblem(schema: JsonFields): LocalizedText | null {
  const copy = structuredClone(schema) as Schema // the function below modifies what it visits
  try {
    const parts = dereference(copy)
    for (const part of Object.values(parts)) {
      if (typeof part === 'boolean') continue
      const target = part['__absolute_ref__'] as string | undefined
      if (target !== undefined && !Object.hasOwn(parts, target)) {
        return say('mcp.schemaReference', { reference: show(part.$ref) })
      }
    }
    return null
  } catch (error) {
    return say('mcp.schemaReferences', { words: (error as Error).message })
  }
}

function isPattern(pattern: string): boolean {
  return compiles(pattern, 'u') || compiles(pattern, '')
}

/** True if a regular expression can be built; it is not run. */
export function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}

/** Describes the place; the root has no path. */
export function at(path: string): LocalizedText | string {
  return path === '' ? say('mcp.schemaTop') : path
}

function show(value: unknown): LocalizedText | string {
  if (value === undefined) return say('mcp.schemaNothing')
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
