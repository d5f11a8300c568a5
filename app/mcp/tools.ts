/**
 * Tools as a server lists them, taken one by one into the contract's form: a broken tool is marked with the
 * reason and never costs the listing. Text is untrusted and passed on as it is, up to a length.
 *
 * @spec 2026-07-28 server/tools#tool
 */
import type { JsonObject } from '../contract/json'
import type { ToolView } from '../contract/servers'
import { isFields, textOrNull } from './json-fields'
import type { Fields } from './json-fields'
import { cutText } from '../base/cut-text'
import { findSchemaProblem, isTooDeep, isTooLarge } from './schema-check'

/** In characters. A call is made by the name, so a longer one is refused; the rest is cut. */
const limits = { name: 256, title: 256, description: 16_384 }
/** What does not show, or turns round what does: a name must be what it looks like. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

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
    name: isNamed ? cutText(name, limits.name) : `(tool ${position + 1} without a name)`,
    title: cutText(textOrNull(raw['title']) || textOrNull(annotations['title']) || '', limits.title) || null,
    description: cutText(textOrNull(description) ?? '', limits.description),
    annotations: toAnnotations(annotations),
    problem: findNameProblem(name) ?? findSchemaProblem(inputSchema),
    inputSchema: toSchema(inputSchema) ?? {},
    outputSchema: toSchema(outputSchema)
  }
}

function findNameProblem(name: unknown): string | null {
  if (typeof name !== 'string' || name === '') return 'The server gives it no name, so it can not be called.'
  if (name.length > limits.name) return `Its name has more than ${limits.name} characters.`
  return unseen.test(name)
    ? 'Its name holds characters that do not show, so it could pass for another.'
    : null
}

/** A schema that can be handed on; null for what is no object, nests beyond reason or is too large. */
function toSchema(schema: unknown): JsonObject | null {
  return isFields(schema) && !isTooDeep(schema) && !isTooLarge(schema) ? (schema as JsonObject) : null
}

function toAnnotations(annotations: Fields): ToolView['annotations'] {
  return Object.fromEntries(
    hints.filter((hint) => typeof annotations[hint] === 'boolean').map((hint) => [hint, annotations[hint]])
  )
}
