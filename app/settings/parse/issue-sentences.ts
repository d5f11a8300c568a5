/** Turns what zod found into sentences that name the key, what it should be, what it is, and the way to mend it. */
import type { z } from 'zod'
import type { JsonValue } from '../../contract/json'

type Issue = z.core.$ZodIssue

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  number: 'a number',
  int: 'a whole number'
}

function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'boolean') return String(value)
  return { string: 'a text', number: 'a number', object: 'an object' }[
    typeof value as 'string' | 'number' | 'object'
  ]
}

/** How to write the value so that it fits, where that can be guessed. */
function mend(expected: string, value: JsonValue | undefined): string {
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return ` Write "${value}".`
  if (expected === 'boolean' && (value === 'true' || value === 'false'))
    return ` Write ${value} without quotes.`
  if (expected === 'array' && typeof value === 'string') return ' Put it in brackets: ["…"].'
  if (expected === 'record' && Array.isArray(value)) return ' Write { "NAME": "value" }.'
  return value === undefined ? ' Add it.' : ' Change it.'
}

function at(value: JsonValue, path: readonly PropertyKey[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, key) => {
    if (typeof inner !== 'object' || inner === null) return undefined
    return Object.hasOwn(inner, key) ? (inner as Record<PropertyKey, JsonValue>)[key] : undefined
  }, value)
}

function nameOf(path: readonly PropertyKey[], whole: string): string {
  const last = path.at(-1)
  if (last === undefined) return whole
  return typeof last === 'number'
    ? `Item ${last + 1} of "${String(path.at(-2) ?? whole)}"`
    : `"${String(last)}"`
}

/** `value` is what was checked; `whole` what to call it when the issue is about all of it. */
export function explainIssue(issue: Issue, value: JsonValue, whole: string): string {
  const subject = nameOf(issue.path, whole)
  const actual = at(value, issue.path)
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'invalid_type': {
      // A number that is not finite or not whole is a number all the same.
      const isOddNumber = typeof actual === 'number' && /^(?:number|int)$/.test(issue.expected)
      const is = isOddNumber ? 'something else' : kindOf(actual)
      return `${subject} must be ${kinds[issue.expected] ?? issue.expected} and is ${is}.${mend(issue.expected, actual)}`
    }
    case 'invalid_value':
      return `${subject} must be one of ${issue.values.map((word) => JSON.stringify(word)).join(', ')}. Change it.`
    case 'too_small':
      return `${subject} is too ${typeof actual === 'number' ? 'small' : 'short'}: at least ${issue.minimum}. Change it.`
    case 'too_big':
      return `${subject} is too ${typeof actual === 'number' ? 'large' : 'long'}: at most ${issue.maximum}. Change it.`
    // What the schema names in place of a message.
    case 'invalid_format':
      return `${subject} must be ${issue.message}. Change it.`
    default:
      return `${subject} can not be used as it stands (${issue.message}). Change it.`
  }
}
