/** Short sentences about a schema's constraints: limits, formats, the default. Wording only. */
import { forms } from '../../../app/texts/compiled/window/forms'
import { isJsonRecord, readOwn, type Json, type JsonRecord } from './json'

const formatHints: Readonly<Record<string, () => string>> = {
  email: forms.anEmail,
  'idn-email': forms.anEmail,
  uri: forms.aUrl,
  'uri-reference': forms.aUrlReference,
  url: forms.aUrl,
  date: forms.aDate,
  'date-time': forms.aDateTime,
  time: forms.aTime,
  duration: forms.aDuration,
  uuid: forms.aUuid,
  ipv4: forms.anIpv4,
  ipv6: forms.anIpv6
}

/** The value's constraints, one line; null if the schema has none. */
export function describeLimits(schema: JsonRecord): string | null {
  const format = readOwn(schema, 'format')
  const sentences = [
    typeof format === 'string' && Object.hasOwn(formatHints, format)
      ? (formatHints[format]?.() ?? null)
      : null,
    range('number', lowest(schema), highest(schema)),
    range('characters', readNumberKeyword(schema, 'minLength'), readNumberKeyword(schema, 'maxLength')),
    range('items', readNumberKeyword(schema, 'minItems'), readNumberKeyword(schema, 'maxItems')),
    multipleOf(schema),
    patternOf(schema)
  ].filter((sentence) => sentence !== null)
  return sentences.length === 0 ? null : sentences.join('. ')
}

/** The default as text: strings without quotes, everything else as JSON; null if there is none. */
export function describeDefault(schema: JsonRecord): string | null {
  const value = readOwn(schema, 'default')
  return value === undefined ? null : shortText(value)
}

/** A value in one short line. */
export function shortText(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** The label of a variant: its title, its fixed values, its type, or its number. */
export function nameVariant(variant: JsonRecord | null, index: number): string {
  if (variant === null) return forms.variant({ number: index + 1 })
  const title = readOwn(variant, 'title')
  if (typeof title === 'string' && title.trim() !== '') return title
  const constant = readOwn(variant, 'const')
  if (constant !== undefined) return shortText(constant)
  const fixed = fixedValues(variant)
  if (fixed !== '') return fixed
  const type = readOwn(variant, 'type')
  return typeof type === 'string' ? (typeNames[type]?.() ?? type) : forms.variant({ number: index + 1 })
}

const typeNames: Readonly<Record<string, () => string>> = {
  string: forms.typeText,
  number: forms.typeNumber,
  integer: forms.typeInteger,
  boolean: forms.typeBoolean,
  array: forms.typeList,
  object: forms.typeObject,
  null: forms.typeNull
}

function fixedValues(variant: JsonRecord): string {
  const properties = readOwn(variant, 'properties')
  if (!isJsonRecord(properties)) return ''
  return Object.entries(properties)
    .slice(0, 50)
    .flatMap(([name, schema]) => {
      const constant = readOwn(schema, 'const')
      return constant === undefined ? [] : [`${name}: ${shortText(constant)}`]
    })
    .join(', ')
}

type Unit = 'number' | 'characters' | 'items'

function range(unit: Unit, least: number | null, most: number | null): string | null {
  if (least !== null && most !== null)
    return least === most ? forms.exactly({ unit, count: least }) : forms.between({ unit, least, most })
  if (least !== null) return least === 0 && unit !== 'number' ? null : forms.atLeast({ unit, count: least })
  return most === null || most >= Number.MAX_SAFE_INTEGER ? null : forms.atMost({ unit, count: most })
}

function lowest(schema: JsonRecord): number | null {
  const least = readNumberKeyword(schema, 'minimum')
  return least !== null && least <= Number.MIN_SAFE_INTEGER ? null : least
}

function highest(schema: JsonRecord): number | null {
  const most = readNumberKeyword(schema, 'maximum')
  return most !== null && most >= Number.MAX_SAFE_INTEGER ? null : most
}

function multipleOf(schema: JsonRecord): string | null {
  const step = readNumberKeyword(schema, 'multipleOf')
  return step === null || step === 1 ? null : forms.aMultiple({ step })
}

function patternOf(schema: JsonRecord): string | null {
  const pattern = readOwn(schema, 'pattern')
  return typeof pattern === 'string' ? forms.aMatch({ pattern: shortText(pattern) }) : null
}

/** A keyword with a number; null if it isn't one. */
export function readNumberKeyword(schema: JsonRecord, key: string): number | null {
  const value = readOwn(schema, key)
  return typeof value === 'number' ? value : null
}
