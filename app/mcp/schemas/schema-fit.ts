/**
 * Checks a value against a JSON Schema. The schema and its patterns come from a server, so the check has a hard time
 * limit and never builds code. `argument-messages.ts` describes the problems.
 *
 * @spec 2026-07-28 server/tools#tool
 */
import { dereference, validate } from '@cfworker/json-schema'
import type { Schema, SchemaDraft } from '@cfworker/json-schema'
import vm from 'node:vm'
import type { JsonObject, JsonValue } from '../../contract/json'
import type { ArgumentProblem } from '../../contract/servers'
import { toArgumentProblems } from './argument-messages'
import { isQuick } from './quick-fit'
import { compiles } from './schema-check'
import { say } from '../../texts/render-localized'

const limitMs = 1_000
const problemLimit = 50

/** A value and the schema to check it against. */
export interface Fit {
  readonly value: JsonValue
  readonly schema: JsonObject
  /** Which of a tool's schemas it is, for a message that it can't be used. */
  readonly which: 'input' | 'output'
}

/** The places where the value doesn't fit, at most 50; empty if it fits. Takes little more than a second at most. */
export function findMisfits({ value, schema, which }: Fit): ArgumentProblem[] {
  try {
    if (isQuick({ schema, value })) return check(schema, value)
    const outcome = runWithTimeout(() => check(schema, value))
    if (outcome.isDone) return outcome.value
    return [{ path: '', message: say('mcp.schemaSlow', { schema: which, limit: limitMs }) }]
  } catch (error) {
    const message =
      error instanceof RangeError
        ? say('mcp.schemaEndless', { schema: which })
        : say('mcp.schemaUnusable', { schema: which, words: (error as Error).message })
    return [{ path: '', message }]
  }
}

function check(schema: JsonObject, value: JsonValue): ArgumentProblem[] {
  const copy = structuredClone(schema) as Schema // the library modifies what it visits
  dropOldPatterns(copy)
  const parts = dereference(copy)
  const { valid, errors } = validate(value, copy, draftOf(schema), parts, false)
  return valid ? [] : toArgumentProblems(errors, { schema: copy, parts }).slice(0, problemLimit)
}

/** The newest draft by default. */
function draftOf(schema: JsonObject): SchemaDraft {
  const named = typeof schema['$schema'] === 'string' ? schema['$schema'] : ''
  if (named.includes('draft-07') || named.includes('draft-06')) return '7'
  if (named.includes('draft-04')) return '4'
  return named.includes('2019-09') ? '2019-09' : '2020-12'
}

/**
 * The library reads patterns in strict mode and throws at many that are in use, such as `\-` outside a class. Those are
 * left to the server to check.
 */
function dropOldPatterns(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const fields = schema as Record<string, unknown>
  if (typeof fields['pattern'] === 'string' && !compiles(fields['pattern'], 'u')) delete fields['pattern']
  for (const child of Object.values(fields)) dropOldPatterns(child)
}

const sandbox: { work: (() => unknown) | null } = { work: null }
const context = vm.createContext(sandbox)
const script = new vm.Script('work()')

type Limited<T> = { readonly isDone: true; readonly value: T } | { readonly isDone: false }

/**
 * The value of `work`, or `isDone: false` if it did not end within the limit. The JavaScript engine interrupts it, even
 * in the middle of a regular expression, which a timer couldn't. Errors are rethrown.
 */
function runWithTimeout<T>(work: () => T): Limited<T> {
  sandbox.work = work
  try {
    return { isDone: true, value: script.runInContext(context, { timeout: limitMs }) as T }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { isDone: false }
    throw error
  } finally {
    sandbox.work = null
  }
}
