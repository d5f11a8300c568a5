/** Turns zod's issues into sentences that name the key, the expected value, the actual value, and how to fix it. */
import type { z } from 'zod'
import type { JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import { quote, say, sentences, toEnglish } from '../../texts/render-localized'

type Issue = z.core.$ZodIssue

const kinds: Readonly<Record<string, LocalizedText>> = {
  string: say('settings.text'),
  boolean: say('settings.truth'),
  array: say('settings.list'),
  object: say('settings.object'),
  record: say('settings.object'),
  number: say('settings.number'),
  int: say('settings.integer')
}

/** By the names that the schema has for them. */
const forms: Readonly<Record<string, LocalizedText>> = {
  model: say('settings.formModel'),
  address: say('settings.formAddress'),
  currency: say('settings.formCurrency'),
  dictionary: say('settings.formDictionary')
}

/** Describes the kind of a value in one word. */
export function nameJsonKind(value: JsonValue | undefined): LocalizedText | string {
  if (value === undefined) return say('settings.absent')
  if (value === null) return 'null'
  if (Array.isArray(value)) return say('settings.list')
  return typeof value === 'boolean' ? String(value) : (kinds[typeof value] ?? '')
}

/** How to write the value so that it is valid, if that can be guessed. */
function remedy(expected: string, value: JsonValue | undefined): LocalizedText {
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return say('settings.writeQuoted', { value: String(value) })
  if (expected === 'boolean' && (value === 'true' || value === 'false'))
    return say('settings.writeUnquoted', { value })
  if (expected === 'array' && typeof value === 'string') return say('settings.writeBrackets')
  if (expected === 'record' && Array.isArray(value)) return say('settings.writeRecord')
  return value === undefined ? say('settings.addIt') : say('settings.changeIt')
}

function at(value: JsonValue, path: readonly PropertyKey[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, key) => {
    if (typeof inner !== 'object' || inner === null) return undefined
    return Object.hasOwn(inner, key) ? (inner as Record<PropertyKey, JsonValue>)[key] : undefined
  }, value)
}

type Name = LocalizedText | string

function getName(path: readonly PropertyKey[], whole: Name): Name {
  const last = path.at(-1)
  if (last === undefined) return whole
  if (typeof last !== 'number') return say('settings.key', { key: String(last) })
  const list = path.at(-2)
  return say('settings.itemOf', { position: last + 1, list: list === undefined ? whole : String(list) })
}

/** The broken rule has its own text, in addition to the English one that zod gets. */
export function ruleIssue(text: LocalizedText): {
  readonly message: string
  readonly params: { readonly said: LocalizedText }
} {
  return { message: toEnglish(text), params: { said: text } }
}

/** `value` is what was checked; `whole` what to call it if the issue is about all of it. */
export function explainIssue(issue: Issue, value: JsonValue, whole: Name): LocalizedText {
  const subject = getName(issue.path, whole)
  const actual = at(value, issue.path)
  const kind = typeof actual === 'number' ? 'number' : 'text'
  switch (issue.code) {
    case 'custom':
      return (issue.params?.['said'] as LocalizedText | undefined) ?? quote(issue.message)
    case 'invalid_type': {
      // A number that isn't finite or whole is still a number.
      const isOddNumber = typeof actual === 'number' && /^(?:number|int)$/.test(issue.expected)
      const is = isOddNumber ? say('settings.otherwise') : nameJsonKind(actual)
      const expected = kinds[issue.expected] ?? issue.expected
      const wrong = say('settings.wrongType', { subject, expected, actual: is })
      return sentences(wrong, remedy(issue.expected, actual))
    }
    case 'invalid_value': {
      const values = issue.values.map((word) => JSON.stringify(word)).join(', ')
      return say('settings.oneOf', { subject, values })
    }
    case 'too_small':
      return say('settings.tooSmall', { subject, kind, least: String(issue.minimum) })
    case 'too_big':
      return say('settings.tooBig', { subject, kind, most: String(issue.maximum) })
    case 'invalid_format':
      return say('settings.wrongForm', { subject, form: forms[issue.message] ?? issue.message })
    default:
      return say('settings.unusable', { subject, words: issue.message })
  }
}
