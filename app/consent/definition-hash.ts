/** One hash for the definition of a tool: what approvals are bound to, here and in lock files that people share. */
import { createHash } from 'node:crypto'
import type { ToolDefinition } from '../contract/consents'
import type { JsonValue } from '../contract/json'

/** Changes with any byte of what a person reads or a model is told of the tool, however keys are ordered. SHA-256 in hex. */
export function hashToolDefinition(name: string, definition: ToolDefinition): string {
  const { title, description, inputSchema, outputSchema, annotations } = definition
  const parts = [name, title, description, inputSchema, outputSchema, annotations] as JsonValue[]
  return createHash('sha256')
    .update(JSON.stringify(parts.map(sortKeys)))
    .digest('hex')
}

function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([key, inner]) => [key, sortKeys(inner)])
}
