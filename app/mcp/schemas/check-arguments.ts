/**
 * Checks the arguments of a call against the tool's input schema: for the form, the approval question, and the model's
 * mistakes. `schema-fit.ts` checks the value.
 */
import type { JsonObject, JsonValue } from '../../contract/json'
import type { ArgumentProblem } from '../../contract/servers'
import { escapePointer } from '../protocol/json-fields'
import type { SchemaChecks } from './schema-checks'
import { say } from '../../texts/render-localized'

export interface WaitingArguments {
  /** As of `SchemaChecks`. */
  readonly owner: string | null
  readonly schema: JsonObject
  readonly args: JsonObject
}

/** The places where the arguments don't fit, at most 50; empty if they fit. */
export async function checkArguments(
  { owner, schema, args }: WaitingArguments,
  checks: Pick<SchemaChecks, 'find'>
): Promise<ArgumentProblem[]> {
  const hidden = findHiddenKey(args)
  if (hidden !== null) return [{ path: hidden, message: say('mcp.hiddenField') }]
  return await checks.find(owner, { value: args, schema, which: 'input' })
}

/**
 * Finds a key `__proto__`, which is lost on the way to a window: Parley would send other arguments than the user saw.
 * Without recursion, because arguments may nest arbitrarily deep.
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
