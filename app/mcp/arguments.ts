/**
 * Checks the arguments of a call against the tool's input schema, for the form, the consent dialog and the
 * model's own mistakes. The schema and its patterns come from a server, so the check has a hard time limit and
 * never builds code. The words for a problem are in `argument-messages.ts`.
 */
import { dereference, validate } from '@cfworker/json-schema'
import type { Schema, SchemaDraft } from '@cfworker/json-schema'
import type { JsonObject } from '../contract/json'
import type { ArgumentProblem } from '../contract/servers'
import { toArgumentProblems } from './argument-messages'
import { compiles } from './schema-check'
import { runWithin } from './time-limit'

const limitMs = 250
const problemLimit = 50

/** Where the arguments do not fit, at most 50 places; empty when they fit. Takes 250 ms at most. */
export function checkArguments(schema: JsonObject, args: JsonObject): ArgumentProblem[] {
  try {
    const outcome = runWithin(limitMs, () => check(schema, args))
    if (outcome.isDone) return outcome.value
    return [{ path: '', message: `The tool's schema takes too long to check (more than ${limitMs} ms).` }]
  } catch (error) {
    const said = error instanceof RangeError ? 'it refers to itself without end' : (error as Error).message
    return [{ path: '', message: `The tool's schema can not be applied: ${said}` }]
  }
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
