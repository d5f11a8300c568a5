/**
 * Tools as a server lists them, taken one by one into the contract's form: a broken tool is marked with the
 * reason and never costs the listing. Text is untrusted and passed on as it is.
 *
 * @spec 2026-07-28 server/tools#tool
 */
import type { JsonObject } from '../contract/json'
import type { ToolView } from '../contract/servers'
import { isFields, wordsOrNull } from './fields'
import type { Fields } from './fields'
import { findSchemaProblem, isTooDeep } from './schema-check'

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

/**
 * One tool of a listing; `position` from 0 gives a nameless one a name to be shown by. Null when the entry is
 * not even an object.
 */
export function toToolView(raw: unknown, serverName: string, position: number): ToolView | null {
  if (!isFields(raw)) return null
  const { name, description, inputSchema, outputSchema } = raw
  const annotations = isFields(raw['annotations']) ? raw['annotations'] : {}
  const isNamed = typeof name === 'string' && name !== ''
  return {
    serverName,
    name: isNamed ? name : `(tool ${position + 1} without a name)`,
    title: wordsOrNull(raw['title']) ?? wordsOrNull(annotations['title']),
    description: wordsOrNull(description) ?? '',
    annotations: toAnnotations(annotations),
    problem: isNamed
      ? findSchemaProblem(inputSchema)
      : 'The server gives it no name, so it can not be called.',
    inputSchema: toSchema(inputSchema) ?? {},
    outputSchema: toSchema(outputSchema)
  }
}

/** A schema that can be handed on; null for what is no object or nests beyond reason. */
function toSchema(schema: unknown): JsonObject | null {
  return isFields(schema) && !isTooDeep(schema) ? (schema as JsonObject) : null
}

function toAnnotations(annotations: Fields): ToolView['annotations'] {
  return Object.fromEntries(
    hints.filter((hint) => typeof annotations[hint] === 'boolean').map((hint) => [hint, annotations[hint]])
  )
}
