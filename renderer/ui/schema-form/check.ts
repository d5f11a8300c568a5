/**
 * Says while a person types, in plain words, where answers do not fit their fields. Flat fields only, and never a
 * pattern: patterns of servers could stall the window, so they are left to the host, which has the last word.
 */
import { numberOf } from './hints'
import { hasType, schemaTypes } from './fit'
import { readChoices } from './choices'
import { childPointer, isRecord, isSameJson, readOwn } from './json'
import type { FieldProblem, Json, JsonRecord } from './json'
import { isDay, limits, requiredNames } from './model'
import { resolveSchema } from './resolve'

/** One problem a field at most. `path` names the field as a JSON Pointer. */
export function checkAnswers(schema: JsonRecord, answers: JsonRecord): FieldProblem[] {
  const plain = resolveSchema(schema, schema)
  const properties = readOwn(plain, 'properties')
  if (plain === null || !isRecord(properties)) return []
  const required = requiredNames(plain)
  return Object.entries(properties)
    .slice(0, limits.properties)
    .flatMap(([name, property]) => {
      const field = resolveSchema(property, schema)
      if (field === null) return []
      const value = readOwn(answers, name)
      const message = isGiven(value) ? checkValue(field, value, schema) : required.has(name) && missing(field)
      return message === null || message === false ? [] : [{ path: childPointer('', name), message }]
    })
}

/** Empty text counts as not given: it is what a field holds that has been emptied. */
function isGiven(value: Json | undefined): value is Json {
  return value !== undefined && value !== ''
}

function missing(field: JsonRecord): string {
  if (readChoices(field) !== null) return 'Choose one.'
  return schemaTypes(field)[0] === 'array' ? 'Choose at least one.' : 'Fill this in.'
}

function checkValue(field: JsonRecord, value: Json, root: JsonRecord): string | null {
  if (value === null) return null // whether nothing is an answer is for the host to say
  const listed = readChoices(field)
  if (listed !== null) {
    return listed.choices.some((choice) => isSameJson(choice, value)) ? null : 'Choose one of the answers.'
  }
  const types = schemaTypes(field)
  if (types.length > 0 && !types.some((type) => hasType(value, type))) return wrongType(types[0], value)
  if (typeof value === 'string') return checkLength(field, value) ?? checkFormat(field, value)
  if (typeof value === 'number') return checkNumber(field, value)
  return Array.isArray(value) ? checkList(field, value, root) : null
}

function wrongType(type: string | undefined, value: Json): string | null {
  if (type === 'integer' && typeof value === 'number') return 'Give a whole number.'
  if (type === 'integer' || type === 'number') return 'This is not a number.'
  if (type === 'boolean') return 'Tick or untick it.'
  return type === 'string' ? 'Give a text.' : null
}

/** Characters as people count them, not as the machine stores them. */
function checkLength(field: JsonRecord, value: string): string | null {
  const count = [...value].length
  const least = numberOf(field, 'minLength')
  const most = numberOf(field, 'maxLength')
  if (least !== null && count < least) return `Write at least ${characters(least)}; there are ${count}.`
  if (most !== null && count > most) return `Write at most ${characters(most)}; there are ${count}.`
  return null
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}

/** Only what is surely wrong: whoever asks may check more. */
const formats: Readonly<Record<string, { fits: (text: string) => boolean; message: string }>> = {
  email: {
    fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
    message: 'Give an email address, such as ada@example.com.'
  },
  uri: {
    fits: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text),
    message: 'Give a whole address, such as https://example.com/page.'
  },
  date: { fits: isDay, message: 'Give a day, such as 2026-03-31.' },
  'date-time': {
    fits: (text) =>
      isDay(text.slice(0, 10)) &&
      /^t([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i.test(text.slice(10)),
    message: 'Give a day and a time with its zone, such as 2026-03-31T14:05:00Z.'
  }
}

function checkFormat(field: JsonRecord, value: string): string | null {
  const name = readOwn(field, 'format')
  const format = typeof name === 'string' && Object.hasOwn(formats, name) ? formats[name] : undefined
  return format === undefined || format.fits(value) ? null : format.message
}

function checkNumber(field: JsonRecord, value: number): string | null {
  const least = numberOf(field, 'minimum')
  const most = numberOf(field, 'maximum')
  const above = numberOf(field, 'exclusiveMinimum')
  const below = numberOf(field, 'exclusiveMaximum')
  const step = numberOf(field, 'multipleOf')
  if (least !== null && value < least) return `Give ${least} or more.`
  if (most !== null && value > most) return `Give ${most} or less.`
  if (above !== null && value <= above) return `Give more than ${above}.`
  if (below !== null && value >= below) return `Give less than ${below}.`
  if (step !== null && step > 0 && !isMultiple(value, step)) return `Give a multiple of ${step}.`
  return null
}

/** 0.3 is a multiple of 0.1 for people. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times))
}

function checkList(field: JsonRecord, value: readonly Json[], root: JsonRecord): string | null {
  const least = numberOf(field, 'minItems')
  const most = numberOf(field, 'maxItems')
  if (least !== null && value.length < least) return `Choose at least ${least}.`
  if (most !== null && value.length > most) return `Choose at most ${most}.`
  const items = resolveSchema(readOwn(field, 'items'), root)
  const listed = items === null ? null : readChoices(items)
  const isListed = (item: Json) => listed?.choices.some((choice) => isSameJson(choice, item)) ?? true
  return value.every(isListed) ? null : 'Choose among the answers only.'
}
