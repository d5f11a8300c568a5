/** Parses input in Direct mode: a tool's name, a name with JSON arguments, or plain text. */
import type { ToolSummary } from '../../../app/contract/servers'
import type { JsonObject } from '../../../app/contract/json'

export interface TypedCall {
  /** As typed: a tool's name, or `server/tool`. */
  readonly name: string
  /** Null if only the name was typed. */
  readonly arguments: JsonObject | null
}

/** `echo`, `echo {"message":"hi"}`, `everything/echo {}`; null for anything else. */
export function readTypedCall(text: string): TypedCall | null {
  const match = /^(\S+)(?:\s+(\{[\s\S]*\}))?$/.exec(text.trim())
  const name = match?.[1]
  if (name === undefined) return null
  if (match?.[2] === undefined) return { name, arguments: null }
  try {
    return { name, arguments: JSON.parse(match[2]) as JsonObject }
  } catch {
    return null // incomplete JSON is plain text
  }
}

/** The search text for tools, without arguments after the name. */
export function toolQuery(text: string): string {
  return text.replace(/\s*\{[\s\S]*$/, '').trim()
}

/** The one usable tool with the typed name; null if none or several. */
export function findTypedTool(name: string, tools: readonly ToolSummary[]): ToolSummary | null {
  const fitting = tools.filter(
    (tool) => tool.problem === null && (tool.name === name || `${tool.serverName}/${tool.name}` === name)
  )
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

/** Whether a tool can run without a form. */
export function takesNoArguments(inputSchema: JsonObject): boolean {
  const { properties, required, ...rest } = inputSchema
  const isEmpty = properties === undefined || (isRecord(properties) && Object.keys(properties).length === 0)
  const asksNothing = required === undefined || (Array.isArray(required) && required.length === 0)
  return (
    isEmpty &&
    asksNothing &&
    !['anyOf', 'oneOf', 'allOf', '$ref', 'patternProperties'].some((key) => key in rest)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
