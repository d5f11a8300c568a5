/**
 * Converts the tools that a server lists to the contract's form, one by one. A broken tool is marked with the reason
 * and doesn't break the list. `list-entry-text.ts` limits its texts.
 *
 * @spec 2026-07-28 server/tools#tool
 */
import type { JsonObject } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import { taskSupports } from '../../contract/servers'
import type { ToolView } from '../../contract/servers'
import { cutText } from '../../base/cut-text'
import { readToolUi } from '../../contract/content/tool-ui'
import { toIcons } from './icons'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { readTruth } from '../protocol/lenient-values'
import { toMeta } from '../protocol/meta'
import { findOddity, listEntryLimits, toDescription, toLabel } from '../protocol/list-entry-text'
import { normalizeInputSchema, normalizeOutputSchema } from '../schemas/normalize-schema'
import { findSchemaProblem, isTooDeep, isTooLarge } from '../schemas/schema-check'
import { say } from '../../texts/render-localized'

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

/**
 * One tool of a list. `position`, from 0, gives a tool without a name a name to show. Null if the entry isn't an
 * object.
 */
export function toToolView(raw: unknown, serverName: string, position: number): ToolView | null {
  if (!isJsonFields(raw)) return null
  const { name, description } = raw
  const inputSchema = normalizeInputSchema(raw['inputSchema'])
  const annotations = isJsonFields(raw['annotations']) ? raw['annotations'] : {}
  const isNamed = typeof name === 'string' && name !== ''
  return {
    serverName,
    name: isNamed ? cutText(name, listEntryLimits.name) : `(tool ${position + 1} without a name)`,
    title: toLabel(raw['title']) ?? toLabel(annotations['title']),
    description: toDescription(description),
    annotations: toAnnotations(annotations),
    icons: toIcons(raw['icons']),
    isDisabled: false, // the user's choice, which is unknown here
    problem: findNameProblem(name) ?? findSchemaProblem(inputSchema),
    inputSchema: toSchema(inputSchema) ?? {},
    outputSchema: toSchema(normalizeOutputSchema(raw['outputSchema'])),
    taskSupport: toTaskSupport(raw['execution']),
    ...toUi(raw),
    ...toMeta(raw)
  }
}

function toUi(raw: JsonFields): Pick<ToolView, 'ui'> {
  const { ui } = readToolUi(metaOf(raw))
  return ui === null ? {} : { ui }
}

/** Says that the tool names a view by an address that can't be used; null if it doesn't. */
export function findViewProblem(raw: unknown, { name }: ToolView): string | null {
  if (!isJsonFields(raw) || !readToolUi(metaOf(raw)).isUriBad) return null
  return `The tool "${name}" names a view whose address is not a usable "ui://" address. It has no view.`
}

/** Some servers in Python write `meta`. */
function metaOf({ _meta, meta }: JsonFields): unknown {
  return isJsonFields(_meta) ? _meta : meta
}

function findNameProblem(name: unknown): LocalizedText | null {
  if (typeof name !== 'string' || name === '') return say('mcp.toolNameless')
  const oddity = findOddity(name, listEntryLimits.name)
  if (oddity === null) return null
  return oddity.type === 'long'
    ? say('mcp.toolNameLong', { characters: oddity.limit })
    : say('mcp.toolNameHidden')
}

/** A usable schema; null if it isn't an object, nests too deeply or is too large. */
function toSchema(schema: unknown): JsonObject | null {
  return isJsonFields(schema) && !isTooDeep(schema) && !isTooLarge(schema) ? (schema as JsonObject) : null
}

/** A missing or invalid value means `forbidden`. @spec 2025-11-25 server/tools#execution */
function toTaskSupport(execution: unknown): ToolView['taskSupport'] {
  const said = isJsonFields(execution) ? execution['taskSupport'] : undefined
  return taskSupports.find((known) => known === said) ?? 'forbidden'
}

function toAnnotations(annotations: JsonFields): ToolView['annotations'] {
  return Object.fromEntries(
    hints.flatMap((hint) => {
      const said = readTruth(annotations[hint])
      return said === null ? [] : [[hint, said]]
    })
  )
}
