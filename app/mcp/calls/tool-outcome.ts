/** The result of a tool call, from the server's form to the contract's: limited, and held against the tool's schema. */
import { HostError, toFailure } from '../../base/host-error'
import type { JsonValue } from '../../contract/json'
import type { ArgumentProblem, ToolView } from '../../contract/servers'
import { isFitToKeep, toContentBlocks } from '../protocol/content'
import { limitContent, resultTextLimit } from '../protocol/content-limits'
import type { ToolCallOutcome } from '../interface'
import { isFields } from '../protocol/json-fields'
import { toMeta } from '../protocol/meta'
import type { SchemaChecks } from '../schemas/schema-checks'
import { say } from '../../texts/said'

export interface OutcomeOptions {
  readonly toolName: string
  /** As listed; without it the structured content is held against nothing. */
  readonly tool: ToolView | undefined
  readonly checks: Pick<SchemaChecks, 'find'>
}

export async function toOutcome(
  result: unknown,
  { toolName, tool, checks }: OutcomeOptions
): Promise<ToolCallOutcome> {
  if (!isFields(result)) {
    const said = say('mcp.noResult', { tool: toolName })
    return { type: 'failed', failure: toFailure(new HostError('SERVER_PROTOCOL', said)) }
  }
  const { content, structuredContent, isError } = result
  const blocks = limitContent(toContentBlocks(content), resultTextLimit)
  const isKept = isFitToKeep(structuredContent) && JSON.stringify(structuredContent).length <= resultTextLimit
  if (structuredContent !== undefined && !isKept)
    blocks.push({ type: 'unknown', raw: '[structured content left out: too large, or nests too deeply]' })
  const isChecked = isError !== true && (isKept || structuredContent === undefined)
  return {
    type: 'completed',
    content: blocks,
    structuredContent: isKept ? structuredContent : null,
    isError: isError === true,
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
