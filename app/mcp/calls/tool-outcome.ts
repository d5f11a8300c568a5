/**
 * Converts the result of a tool call from the wire format to the contract's, applies limits and checks the tool's
 * schema.
 */
import { HostError, toFailure } from '../../base/host-error'
import type { JsonValue } from '../../contract/json'
import type { ArgumentProblem, ToolView } from '../../contract/servers'
import { isFitToKeep, toContentBlocks } from '../protocol/content'
import { limitContent, resultTextLimit } from '../protocol/content-limits'
import type { ToolCallOutcome } from '../interface'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { readTruth } from '../protocol/lenient-values'
import { toMeta } from '../protocol/meta'
import type { SchemaChecks } from '../schemas/schema-checks'
import { say } from '../../texts/render-localized'

export interface OutcomeOptions {
  readonly toolName: string
  /** The listed tool. Without it, structured content isn't checked. */
  readonly tool: ToolView | undefined
  readonly checks: Pick<SchemaChecks, 'find'>
}

/**
 * Also accepts the result of a server from before the first revision, and results that are a text or a list of blocks
 * instead of an object.
 */
function readResult(result: unknown): JsonFields | null {
  if (typeof result === 'string' || Array.isArray(result)) return { content: result }
  if (!isJsonFields(result)) return null
  const { toolResult, content, structuredContent } = result
  if (toolResult === undefined || toolResult === null || (content ?? null) !== null) return result
  return typeof toolResult === 'string' || (structuredContent ?? null) !== null
    ? { ...result, content: toolResult }
    : { ...result, structuredContent: toolResult }
}

/** Reads `[]` as the empty object unless the tool's schema allows lists. */
function readStructured(value: unknown, tool: ToolView | undefined): unknown {
  if (!Array.isArray(value) || value.length > 0) return value
  const schema = tool?.outputSchema ?? { type: 'object' }
  return schema['type'] === 'object' ? {} : value
}

export async function toOutcome(
  given: unknown,
  { toolName, tool, checks }: OutcomeOptions
): Promise<ToolCallOutcome> {
  const result = readResult(given)
  if (result === null) {
    const said = say('mcp.noResult', { tool: toolName })
    return { type: 'failed', failure: toFailure(new HostError('SERVER_PROTOCOL', said)) }
  }
  const structuredContent = readStructured(result['structuredContent'], tool)
  const isError = readTruth(result['isError']) === true
  const blocks = limitContent(toContentBlocks(result['content']), resultTextLimit)
  const isKept = isFitToKeep(structuredContent) && JSON.stringify(structuredContent).length <= resultTextLimit
  if (structuredContent !== undefined && !isKept)
    blocks.push({ type: 'unknown', raw: '[structured content left out: too large, or nests too deeply]' })
  const isChecked = !isError && (isKept || structuredContent === undefined)
  return {
    type: 'completed',
    content: blocks,
    structuredContent: isKept ? structuredContent : null,
    isError,
    ...toMeta(result),
    outputProblems: isChecked ? await findOutputProblems(structuredContent, tool, checks) : []
  }
}

/** @spec 2025-06-18 server/tools#output-schema */
async function findOutputProblems(
  value: JsonValue | undefined,
  tool: ToolView | undefined,
  checks: Pick<SchemaChecks, 'find'>
): Promise<ArgumentProblem[]> {
  const schema = tool?.outputSchema ?? null
  if (tool === undefined || schema === null) return []
  if (value === undefined) return [{ path: '', message: say('mcp.structuredMissing') }]
  return await checks.find(tool.serverName, { value, schema, which: 'output' })
}
