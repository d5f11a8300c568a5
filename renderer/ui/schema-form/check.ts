/**
 * Reports problems in plain language while the user types. Flat fields only, and no patterns: a server's pattern
 * could freeze the window, so only the host runs them. The host decides.
 */
import { forms } from '../../../app/texts/compiled/window/forms'
import { readNumberKeyword } from './hints'
import { hasType, schemaTypes } from './fit'
import { readChoices } from './choices'
import { childPointer, isJsonRecord, isSameJson, readOwn } from './json'
import type { FieldProblem, Json, JsonRecord } from './json'
import { isDay, fieldLimits, requiredNames } from './model'
import { resolveSchema } from './resolve'

/** At most one problem per field. `path` names the field as a JSON Pointer. */
export function checkAnswers(schema: JsonRecord, answers: JsonRecord): FieldProblem[] {
  const plain = resolveSchema(schema, schema)
  const properties = readOwn(plain, 'properties')
  if (plain === null || !isJsonRecord(properties)) return []
  const required = requiredNames(plain)
  return Object.entries(properties)
    .slice(0, fieldLimits.properties)
    .flatMap(([name, property]) => {
      const field = resolveSchema(property, schema)
      if (field === null) return []
      const value = readOwn(answers, name)
      const message = isGiven(value) ? checkValue(field, value, schema) : required.has(name) && missing(field)
      return message === null || message === false ? [] : [{ path: childPointer('', name), message }]
    })
}

/** Empty text counts as missing, because a cleared field has that value. */
function isGiven(value: Json | undefined): value is Json {
  return value !== undefined && value !== ''
}

function missing(field: JsonRecord): string {
  if (readChoices(field) !== null) return forms.chooseOne()
  return schemaTypes(field)[0] === 'array' ? forms.chooseSome() : forms.fillIn()
}

function checkValue(field: JsonRecord, value: Json, root: JsonRecord): string | null {
  if (value === null) return null // the host decides whether a missing value is valid
  const listed = readChoices(field)
  if (listed !== null) {
    return listed.choices.some((choice) => isSameJson(choice, value)) ? null : forms.chooseListed()
  }
  const types = schemaTypes(field)
  if (types.length > 0 && !types.some((type) => hasType(value, type))) return wrongType(types[0], value)
  if (typeof value === 'string') return checkLength(field, value) ?? checkFormat(field, value)
  if (typeof value === 'number') return checkNumber(field, value)
  return Array.isArray(value) ? checkList(field, value, root) : null
}

function wrongType(type: string | undefined, value: Json): string | null {
  if (type === 'integer' && typeof value === 'number') return forms.enterInteger()
  if (type === 'integer' || type === 'number') return forms.notNumber()
  if (type === 'boolean') return forms.tick()
  return type === 'string' ? forms.enterText() : null
}

/** Characters as users count them, not UTF-16 units. */
function checkLength(field: JsonRecord, value: string): string | null {
  const count = [...value].length
  const least = readNumberKeyword(field, 'minLength')
  const most = readNumberKeyword(field, 'maxLength')
  if (least !== null && count < least) return forms.tooShort({ least, count })
  if (most !== null && count > most) return forms.tooLong({ most, count })
  return null
}

/** Only what is certainly wrong; the server may check more. */
const formats: Readonly<Record<string, { fits: (text: string) => boolean; message: () => string }>> = {
  email: {
    fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
    message: forms.enterEmail
  },
  uri: {
    fits: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text),
    message: forms.enterUrl
  },
  date: { fits: isDay, message: forms.enterDate },
  'date-time': {
    fits: (text) =>
      isDay(text.slice(0, 10)) &&
      /^t([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i.test(text.slice(10)),
    message: forms.enterDateTime
  }
}

function checkFormat(field: JsonRecord, value: string): string | null {
  const name = readOwn(field, 'format')
  const format = typeof name === 'string' && Object.hasOwn(formats, name) ? formats[name] : undefined
  return format === undefined || format.fits(value) ? null : format.message()
}

function checkNumber(field: JsonRecord, value: number): string | null {
  const least = readNumberKeyword(field, 'minimum')
  const most = readNumberKeyword(field, 'maximum')
  const above = readNumberKeyword(field, 'exclusiveMinimum')
  const below = readNumberKeyword(field, 'exclusiveMaximum')
  const step = readNumberKeyword(field, 'multipleOf')
  if (least !== null && value < least) return forms.enterLeast({ least })
  if (most !== null && value > most) return forms.enterMost({ most })
  if (above !== null && value <= above) return forms.enterAbove({ above })
  if (below !== null && value >= below) return forms.enterBelow({ below })
  if (step !== null && step > 0 && !isMultiple(value, step)) return forms.enterMultiple({ step })
  return null
}

/** 0.3 counts as a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times))
}

function checkList(field: JsonRecord, value: readonly Json[], root: JsonRecord): string | null {
  const least = readNumberKeyword(field, 'minItems')
  const most = readNumberKeyword(field, 'maxItems')
  if (least !== null && value.length < least) return forms.chooseAtLeast({ count: least })
  if (most !== null && value.length > most) return forms.chooseAtMost({ count: most })
  const items = resolveSchema(readOwn(field, 'items'), root)
  const listed = items === null ? null : readChoices(items)
  const isListed = (item: Json) => listed?.choices.some((choice) => isSameJson(choice, item)) ?? true
  return value.every(isListed) ? null : forms.chooseAmong()
}
