/** Hashes the definition of a tool. Approvals and shared lock files refer to tools by this hash. */
import { createHash } from 'node:crypto'
import type { ToolDefinition } from '../contract/tool-definition'
import type { JsonValue } from '../contract/json'

/** Changes with every byte that a user or a model reads of the tool, independent of key order. SHA-256 in hex. */
export function hashToolDefinition(name: string, definition: ToolDefinition): string {
  return hashOf(name, definition, unmistakable)
}

/**
 * The former hash, in which an object and the list of its pairs had the same hash. Compare it only where the full
 * definition is available.
 */
export function hashFormerDefinition(name: string, definition: ToolDefinition): string {
  return hashOf(name, definition, (list) => [...list])
}

type WriteList = (list: readonly JsonValue[]) => JsonValue

function hashOf(name: string, definition: ToolDefinition, writeList: WriteList): string {
  const { title, description, inputSchema, outputSchema, annotations, ui } = definition
  const parts = [name, title, description, inputSchema, outputSchema, annotations] as JsonValue[]
  // Only if there is one, so that all other tools keep the hashes that are stored.
  if (ui !== undefined) parts.push(ui)
  const written = parts.map((part) => write(part, writeList))
  return createHash('sha256').update(JSON.stringify(written)).digest('hex')
}

/** Writes an object as the list of its pairs, in the order of their names. */
function write(value: JsonValue, writeList: WriteList): JsonValue {
  if (Array.isArray(value)) return writeList(value.map((item) => write(item, writeList)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([key, inner]) => [key, write(inner, writeList)])
}

/**
 * A list that could pass for the pairs of an object is written in a form that no object has. All others keep their
 * hash.
 */
function unmistakable(list: readonly JsonValue[]): JsonValue {
  const isLikePairs = list.every(
    (item) => Array.isArray(item) && item.length === 2 && typeof item[0] === 'string'
  )
  return isLikePairs ? { list: [...list] } : [...list]
}
