/**
 * Checks the arguments of a call against the tool's input schema, for the form, the consent dialog and the
 * model's own mistakes. The schema and its patterns come from a server, so the check has a hard time limit and
 * never builds code. The words for a problem are in `argument-messages.ts`.
 */
import { dereference, validate } from '@cfworker/json-schema'
import type { Schema, SchemaDraft } from '@cfworker/json-schema'
import type { JsonObject, JsonValue } from '../contract/json'
import type { ArgumentProblem } from '../contract/servers'
import { toArgumentProblems } from './argument-messages'
import { escapePointer } from './json-fields'
import { compiles } from './schema-check'
import { runWithin } from './time-limit'

const limitMs = 250
const problemLimit = 50

/** Where the arguments do not fit, at most 50 places; empty when they fit. Takes 250 ms at most. */
export function checkArguments(schema: JsonObject, args: JsonObject): ArgumentProblem[] {
  const hidden = findHiddenKey(args)
  if (hidden !== null)
    return [{ path: hidden, message: 'A field can not have this name: it would not be shown.' }]
  try {
    const outcome = runWithin(limitMs, () => check(schema, args))
    if (outcome.isDone) return outcome.value
    return [{ path: '', message: `The tool's schema takes too long to check (more than ${limitMs} ms).` }]
  } catch (error) {
    const said = error instanceof RangeError ? 'it refers to itself without end' : (error as Error).message
    return [{ path: '', message: `The tool's schema can not be applied: ${said}` }]
  }
}

/**
 * Place of a key `__proto__`, which is lost on the way into a window: what is sent would not be what the
 * person saw. Without recursion: arguments may nest as deep as somebody likes.
 */
function findHiddenKey(args: JsonObject): string | null {
  const waiting: [path: string, value: JsonValue][] = [['', args]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, value] = next
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) return `${path}/__proto__`
    for (const [key, inner] of Object.entries(value)) waiting.push([`${path}/${escapePointer(key)}`, inner])
  }
  return null
}

function check(schema: JsonObject, args: JsonObject): ArgumentProblem[] {
  const copy = structuredClone(schema) as Schema // the library marks what it visits
  dropOldPatterns(copy)
  const parts = dereference(copy)
  const { valid, errors } = validate(args, copy, draftOf(schema), parts, false)
  return valid ? [] : toArgumentProblems(errors, { schema: copy, parts, args }).slice(0, problemLimit)
}

function draftOf(schema: JsonObject): SchemaDraft {
  const named = typeof schema['$schema'] === 'string' ? schema['$schema'] : ''
  if (named.includes('draft-07') || named.includes('draft-06')) return '7'
  if (named.includes('draft-04')) return '4'
  return named.includes('2019-09') ? '2019-09' : '2020-12'
}

/**
 * The library reads patterns the strict way and throws at many that are in use, such as `\-` outside a class.
 * Those are left to the server, which knows what it meant.
 */
function dropOldPatterns(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const fields = schema as Record<string, unknown>
  if (typeof fields['pattern'] === 'string' && !compiles(fields['pattern'], 'u')) delete fields['pattern']
  for (const child of Object.values(fields)) dropOldPatterns(child)
}
