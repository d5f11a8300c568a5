/**
 * Decides how one place of a JSON Schema is drawn, from the schema and the current value. Pure and one level deep:
 * the form asks again for each child, so cycles and huge schemas only cost what is on screen. Parts that can't be
 * drawn without risk to the value become a JSON field.
 * @spec JSON Schema 2020-12
 */
import { forms } from '../../../app/texts/compiled/window/forms'
import { isSelection, readChoices, withoutNullChoice, type Choices } from './choices'
import { fittingVariant, schemaTypes, schemaVariants } from './fit'
import { describeDefault, describeLimits, nameVariant } from './hints'
import { isJsonRecord, isSameJson, readOwn, type Json, type JsonRecord } from './json'
import { mergeSchemas, resolveSchema } from './resolve'

/** Anything above these limits is drawn as JSON, so that the form stays fast for any schema. */
export const fieldLimits = {
  depth: 6,
  properties: 200,
  choices: 500,
  boxes: 60,
  items: 200,
  variants: 50
} as const

export interface FieldNoteTexts {
  readonly title: string | null
  readonly description: string | null
  /** The schema's constraints, in a line. */
  readonly hint: string | null
  readonly defaultText: string | null
  readonly isNullable: boolean
}

export interface PropertyPlace {
  readonly name: string
  readonly schema: Json
  readonly isRequired: boolean
}

export type FieldControl =
  | { readonly kind: 'text'; readonly input: 'line' | 'lines' | 'date' }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  | { readonly kind: 'boolean' }
  | ({ readonly kind: 'choice' } & Choices)
  /** Several fixed values: a list drawn as checkboxes. */
  | ({ readonly kind: 'choices' } & Choices)
  | { readonly kind: 'constant'; readonly value: Json }
  /** `tuple`: schemas of the first items; `items`: the schema of all others. */
  | { readonly kind: 'list'; readonly tuple: readonly Json[]; readonly items: Json }
  /** `hasMore`: properties beyond the limit; they and unknown ones are edited as JSON. */
  | { readonly kind: 'object'; readonly properties: readonly PropertyPlace[]; readonly hasMore: boolean }
  | { readonly kind: 'variants'; readonly variants: readonly Variant[]; readonly fitting: number }
  | { readonly kind: 'json'; readonly reason: string | null }

export interface Variant {
  readonly name: string
  /** The variant joined with the schema around it. */
  readonly schema: Json
}

export interface Field {
  readonly notes: FieldNoteTexts
  readonly control: FieldControl
}

export interface FieldPlace {
  readonly root: JsonRecord
  /** How many objects, lists and variants are around this place. */
  readonly depth: number
}

const noNotes: FieldNoteTexts = {
  title: null,
  description: null,
  hint: null,
  defaultText: null,
  isNullable: false
}

/** How to draw `value` by `schema` (undefined: no value). */
export function describeField(schema: Json | undefined, value: Json | undefined, place: FieldPlace): Field {
  const resolved = resolveSchema(schema, place.root)
  if (resolved === null) return { notes: noNotes, control: asJson(forms.cantShow()) }
  const { plain, isNullable } = withoutNull(resolved, place.root)
  const notes = readNotes(plain, isNullable)
  const control = chooseControl(plain, value, place)
  if (value === undefined || value === null)
    return { notes, control: value === null && !isNullable ? nullFits(control) : control }
  return {
    notes,
    control: canShow(control, value) ? control : asJson(forms.otherType())
  }
}

function chooseControl(schema: JsonRecord, value: Json | undefined, place: FieldPlace): FieldControl {
  const constant = readOwn(schema, 'const')
  if (constant !== undefined) return { kind: 'constant', value: constant }
  const choices = readChoices(schema)
  if (choices !== null) return drawChoices(choices)
  const variants = schemaVariants(schema)
  const types = schemaTypes(schema)
  if (types.length > 1 || variants?.some((variant) => isStructural(variant, place.root))) {
    return drawVariants(schema, value, place)
  }
  if (place.depth > fieldLimits.depth && (types[0] === 'array' || types[0] === 'object')) {
    return asJson(forms.tooDeep())
  }
  if (types[0] === 'array') return drawBoxes(schema, value, place.root) ?? drawList(schema)
  return drawType(types[0], schema)
}

function drawType(type: string | undefined, schema: JsonRecord): FieldControl {
  switch (type) {
    case 'string':
      return { kind: 'text', input: textInput(schema) }
    case 'number':
    case 'integer':
      return { kind: 'number', isInteger: type === 'integer' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'object':
      return drawObject(schema)
    default:
      return asJson(null)
  }
}

function drawChoices(all: Choices): FieldControl {
  const listed = withoutNullChoice(all)
  const count = listed.choices.length
  if (count === 0 || count > fieldLimits.choices)
    return asJson(forms.oneOfValues({ count: all.choices.length }))
  return { kind: 'choice', ...listed }
}

/** Checkboxes for a list of fixed values; null if the list allows or contains other values. */
function drawBoxes(schema: JsonRecord, value: Json | undefined, root: JsonRecord): FieldControl | null {
  const items = resolveSchema(readOwn(schema, 'items'), root)
  const listed = items === null || Array.isArray(readOwn(schema, 'prefixItems')) ? null : readChoices(items)
  const count = listed?.choices.length ?? 0
  if (listed === null || count === 0 || count > fieldLimits.boxes) return null
  const isEachOnce = isSelection([...listed.choices], listed)
  return isEachOnce && isSelection(value, listed) ? { kind: 'choices', ...listed } : null
}

function drawList(schema: JsonRecord): FieldControl {
  const tuple = readOwn(schema, 'prefixItems')
  const items = readOwn(schema, 'items') ?? true
  if (Array.isArray(items))
    return { kind: 'list', tuple: items, items: readOwn(schema, 'additionalItems') ?? true }
  return { kind: 'list', tuple: Array.isArray(tuple) ? tuple.slice(0, fieldLimits.items) : [], items }
}

function drawObject(schema: JsonRecord): FieldControl {
  const properties = readOwn(schema, 'properties')
  const names = isJsonRecord(properties) ? Object.entries(properties) : []
  if (names.length === 0) return asJson(null)
  const required = requiredNames(schema)
  return {
    kind: 'object',
    properties: names
      .slice(0, fieldLimits.properties)
      .map(([name, property]) => ({ name, schema: property, isRequired: required.has(name) })),
    hasMore: names.length > fieldLimits.properties
  }
}

function drawVariants(schema: JsonRecord, value: Json | undefined, place: FieldPlace): FieldControl {
  if (place.depth > fieldLimits.depth) return asJson(forms.tooDeep())
  const { oneOf: _oneOf, anyOf: _anyOf, title: _title, description: _description, ...around } = schema
  const members = schemaVariants(schema) ?? schemaTypes(schema).map((type): Json => ({ ...around, type }))
  if (members.length > fieldLimits.variants) return asJson(forms.oneOfVariants({ count: members.length }))
  const variants = members.map((member, index): Variant => {
    const plain = resolveSchema(member, place.root)
    return { name: nameVariant(plain, index), schema: plain === null ? member : mergeSchemas(plain, around) }
  })
  return {
    kind: 'variants',
    variants,
    fitting: fittingVariant(
      variants.map((variant) => variant.schema),
      value,
      place.root
    )
  }
}

/** False for variants that only require or forbid what the schema around them draws already. */
function isStructural(variant: Json, root: JsonRecord): boolean {
  const plain = resolveSchema(variant, root)
  const keywords = ['type', 'properties', 'const', 'enum', 'items', 'oneOf', 'anyOf']
  return plain === null || keywords.some((keyword) => readOwn(plain, keyword) !== undefined)
}

function textInput(schema: JsonRecord): 'line' | 'lines' | 'date' {
  const format = readOwn(schema, 'format')
  if (format === 'date') return 'date'
  const longest = readOwn(schema, 'maxLength')
  const isLong = typeof longest === 'number' && longest > 200
  const isProse = format === 'multiline' || format === 'textarea' || format === 'markdown'
  return isLong || isProse || readOwn(schema, 'contentMediaType') !== undefined ? 'lines' : 'line'
}

/** A control may show a value only if writing it back unedited gives the same value. */
function canShow(control: FieldControl, value: Json): boolean {
  switch (control.kind) {
    case 'text':
      return typeof value === 'string' && !value.includes('\r') && (control.input !== 'date' || isDay(value))
    case 'number':
      return typeof value === 'number' || (typeof value === 'string' && parseNumberField(value) === null)
    case 'boolean':
      return typeof value === 'boolean'
    case 'list':
    case 'choices':
      return Array.isArray(value) && value.length <= fieldLimits.items
    case 'object':
      return isJsonRecord(value)
    default:
      return true
  }
}

/** A number as JSON would write it; null for other text. */
export function parseNumberField(text: string): number | null {
  const isNumber = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)
  const value = isNumber ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : null
}

/** Values that a date input can show; it draws all others as empty. */
export function isDay(value: string): boolean {
  if (value === '') return true
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

function nullFits(control: FieldControl): FieldControl {
  const shows = control.kind === 'json' || control.kind === 'constant' || control.kind === 'variants'
  return shows ? control : asJson(forms.nullUnlisted())
}

function asJson(reason: string | null): FieldControl {
  return { kind: 'json', reason }
}

/** Names under `required`; other values there match no name. */
export function requiredNames(schema: JsonRecord): ReadonlySet<Json> {
  const required = readOwn(schema, 'required')
  return new Set(Array.isArray(required) ? required : [])
}

function readNotes(schema: JsonRecord, isNullable: boolean): FieldNoteTexts {
  return {
    title: textOf(schema, 'title'),
    description: textOf(schema, 'description'),
    hint: describeLimits(schema),
    defaultText: describeDefault(schema),
    isNullable
  }
}

function textOf(schema: JsonRecord, key: string): string | null {
  const value = readOwn(schema, key)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Removes `null` from types, choices and variants, because the field draws it as a separate switch. */
function withoutNull(schema: JsonRecord, root: JsonRecord): { plain: JsonRecord; isNullable: boolean } {
  const choices = readOwn(schema, 'enum')
  if (Array.isArray(choices)) return { plain: schema, isNullable: choices.includes(null) }
  const types = schemaTypes(schema)
  if (types.length > 1 && types.includes('null')) {
    return { plain: { ...schema, type: types.filter((type) => type !== 'null') }, isNullable: true }
  }
  const variants = schemaVariants(schema)
  const others = variants?.filter((variant) => !isNullSchema(variant)) ?? []
  if (variants === null || others.length === 0 || others.length === variants.length) {
    return { plain: schema, isNullable: readOwn(schema, 'nullable') === true }
  }
  const { oneOf: _oneOf, anyOf: _anyOf, ...around } = schema
  if (others.length > 1) return { plain: { ...around, oneOf: others }, isNullable: true }
  const single = resolveSchema(others[0], root)
  return { plain: single === null ? schema : mergeSchemas(around, single), isNullable: true }
}

function isNullSchema(schema: Json): boolean {
  return readOwn(schema, 'type') === 'null' || isSameJson(readOwn(schema, 'const'), null)
}
