/**
 * The initial values of a form: for arguments only required values without a choice, for questions to users every
 * default. Pure.
 */
import { readChoices, type Choices } from './choices'
import { schemaTypes, schemaVariants } from './fit'
import { isJsonRecord, isSameJson, readOwn, type Json, type JsonRecord } from './json'
import { fieldLimits, requiredNames } from './model'
import { resolveSchema } from './resolve'

/** Initial values: required ones without a choice, and defaults of required properties. */
export function initialArguments(schema: JsonRecord): JsonRecord {
  return initialObject(schema, schema, 0) ?? {}
}

/** Initial values of a question to the user: every default, and false for a required checkbox, as it is drawn. */
export function prefilledAnswers(schema: JsonRecord): JsonRecord {
  const plain = resolveSchema(schema, schema)
  const properties = readOwn(plain, 'properties')
  if (plain === null || !isJsonRecord(properties)) return {}
  const required = requiredNames(plain)
  const entries = Object.entries(properties)
    .slice(0, fieldLimits.properties)
    .flatMap(([name, property]): [string, Json][] => {
      const field = resolveSchema(property, schema) ?? {}
      const isRequired = required.has(name)
      const isBox = isRequired && readOwn(field, 'type') === 'boolean'
      const value = fittingDefault(field) ?? (isBox ? false : undefined)
      return value === undefined ? [] : [[name, value]]
    })
  return Object.fromEntries(entries)
}

/** A default that isn't a valid answer, such as one outside the choices, is left to the user. */
function fittingDefault(field: JsonRecord): Json | undefined {
  const value = readOwn(field, 'default')
  const items = readOwn(field, 'items')
  if (isJsonRecord(items)) {
    const chosen = Array.isArray(value) ? chosenOf(value, readChoices(items)) : []
    return chosen.length > 0 ? chosen : undefined
  }
  const choices = readChoices(field)
  if (value === undefined || value === null) return undefined
  if (choices !== null) return chosenOf([value], choices)[0]
  const types = schemaTypes(field)
  const isNumber = types.includes('number') || types.includes('integer')
  const isFitting =
    types.length === 0 || types.includes(typeof value) || (isNumber && typeof value === 'number')
  return isFitting ? value : undefined
}

function chosenOf(values: readonly Json[], choices: Choices | null): Json[] {
  const isChoice = (value: Json) =>
    choices === null || choices.choices.some((choice) => isSameJson(choice, value))
  return values.filter(
    (value, index) => isChoice(value) && values.findIndex((item) => isSameJson(item, value)) === index
  )
}

/** The initial value of a newly chosen or added part; undefined if the user must enter it. */
export function initialValue(schema: Json | undefined, root: JsonRecord, depth = 0): Json | undefined {
  const plain = depth > fieldLimits.depth ? null : resolveSchema(schema, root)
  if (plain === null) return undefined
  const fixed = readOwn(plain, 'const') ?? readOwn(plain, 'default')
  if (fixed !== undefined) return fixed
  const choices = readOwn(plain, 'enum')
  if (Array.isArray(choices) && choices.length === 1) return choices[0]
  const types = schemaTypes(plain)
  if (types.length !== 1) return undefined
  if (types[0] === 'array') return []
  return types[0] === 'object' && schemaVariants(plain) === null
    ? initialObject(plain, root, depth)
    : undefined
}

/**
 * The value of a list item that was just added or cleared: a list has no gaps. Empty text replaces a missing number;
 * its control asks for one, and the check rejects it.
 */
export function emptyItem(schema: Json | undefined, root: JsonRecord): Json {
  const plain = resolveSchema(schema, root) ?? {}
  const choices = readOwn(plain, 'enum')
  if (Array.isArray(choices)) return choices[0] ?? null
  const [type] = schemaVariants(plain) === null ? schemaTypes(plain) : []
  if (type === 'object') return {}
  if (type === 'array') return []
  if (type === 'boolean') return false
  return type === 'string' || type === 'number' || type === 'integer' ? '' : null
}

function initialObject(schema: JsonRecord, root: JsonRecord, depth: number): JsonRecord | undefined {
  const plain = resolveSchema(schema, root)
  if (plain === null) return undefined
  const names = requiredNames(plain)
  const properties = readOwn(plain, 'properties')
  if (!isJsonRecord(properties)) return {}
  const entries = Object.entries(properties)
    .filter(([name]) => names.has(name))
    .slice(0, fieldLimits.properties)
    .flatMap(([name, property]): [string, Json][] => {
      const value = initialValue(property, root, depth + 1)
      return value === undefined ? [] : [[name, value]]
    })
  return Object.fromEntries(entries)
}
