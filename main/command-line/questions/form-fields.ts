/** The fields of a form that a server asks for, one line each: the question, and the meaning of a typed line. */
import type { JsonObject, JsonValue } from '../../../app/contract/json'
import type { LocalizedText } from '../../../app/contract/localized-text'
import { say } from '../../../app/texts/render-localized'

/** @spec 2025-11-25 client/elicitation#requested-schema */
export interface FormField {
  readonly name: string
  /** Text of the server. */
  readonly title: string
  readonly description: string
  readonly isRequired: boolean
  /** `json`: a type that no revision of the specification has. */
  readonly kind: 'text' | 'number' | 'integer' | 'yes-no' | 'one' | 'several' | 'json'
  /** Of `one` and `several`. */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  /** The default for an empty line; undefined: none. */
  readonly usual: JsonValue | undefined
}

export type ReadField =
  | { readonly type: 'value'; readonly value: JsonValue }
  | { readonly type: 'left-out' }
  | { readonly type: 'problem'; readonly said: LocalizedText }

export function listFormFields(schema: JsonObject): readonly FormField[] {
  const properties = objectOf(schema['properties'])
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(properties).map(([name, value]) =>
    fieldOf(name, objectOf(value), required.includes(name))
  )
}

function fieldOf(name: string, schema: JsonObject, isRequired: boolean): FormField {
  const single = choicesOf(schema)
  const several = schema['type'] === 'array' ? choicesOf(objectOf(schema['items'])) : []
  const choices = single.length > 0 ? single : several
  const kind = single.length > 0 ? 'one' : several.length > 0 ? 'several' : plainKind(schema['type'])
  const description = textOf(schema['description'])
  return {
    name,
    description,
    isRequired,
    choices,
    kind,
    title: textOf(schema['title']) || name,
    usual: schema['default']
  }
}

function plainKind(type: JsonValue | undefined): FormField['kind'] {
  if (type === 'string') return 'text'
  if (type === 'boolean') return 'yes-no'
  return type === 'number' || type === 'integer' ? type : 'json'
}

/** In each notation: `enum` with or without names, titled constants. Only strings can be chosen. */
function choicesOf(schema: JsonObject): FormField['choices'] {
  const { enum: listed, enumNames } = schema
  if (Array.isArray(listed)) {
    const names = Array.isArray(enumNames) ? enumNames : []
    return listed.flatMap((value, at) =>
      typeof value === 'string' ? [{ value, label: textOf(names[at]) || value }] : []
    )
  }
  const members = [schema['oneOf'], schema['anyOf']].find((item) => Array.isArray(item)) ?? []
  return (members as readonly JsonValue[]).map(objectOf).flatMap(({ const: value, title }) => {
    return typeof value === 'string' ? [{ value, label: textOf(title) || value }] : []
  })
}

/** An empty line uses the default, or leaves the field out without one; `-` leaves out a field with a default. */
export function readField(field: FormField, typed: string): ReadField {
  const line = typed.trim()
  if (line === '' && field.usual !== undefined) return { type: 'value', value: field.usual }
  if (line === '' || (line === '-' && field.usual !== undefined))
    return field.isRequired ? { type: 'problem', said: say('cli.fieldNeeded') } : { type: 'left-out' }
  const value = valueOf(field, line, typed)
  return value === undefined ? { type: 'problem', said: misfit(field) } : { type: 'value', value }
}

function valueOf({ kind, choices }: FormField, line: string, typed: string): JsonValue | undefined {
  switch (kind) {
    case 'text':
      return typed
    case 'number':
    case 'integer': {
      const value = Number(line)
      return Number.isFinite(value) && (kind === 'number' || Number.isInteger(value)) ? value : undefined
    }
    case 'yes-no':
      return yesNo[line.toLowerCase()]
    case 'one':
      return chosen(choices, line)
    case 'several': {
      const values = line.split(',').map((item) => chosen(choices, item.trim()))
      return values.every((value) => value !== undefined) ? [...new Set(values)] : undefined
    }
    case 'json':
      return parsed(line)
  }
}

const yesNo: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  true: true,
  ja: true,
  j: true,
  no: false,
  n: false,
  false: false,
  nein: false
}

/** By its number, counted from 1, or by its value. */
function chosen(choices: FormField['choices'], line: string): string | undefined {
  const named = choices.find(({ value, label }) => value === line || label === line)
  return (named ?? (/^\d+$/.test(line) ? choices[Number(line) - 1] : undefined))?.value
}

function parsed(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line) as JsonValue
  } catch {
    return undefined
  }
}

function misfit({ kind }: FormField): LocalizedText {
  return say('cli.fieldMisfit', { kind })
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
