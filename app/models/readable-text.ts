/** Text of servers as models get it: without invisible characters, and with a note if there were some. */
import { visibleText, visibleTextWithNote } from '../base/visible-text'
import { mapFields } from '../contract/content/content-kinds'
import type { ContentBlock } from '../contract/content-blocks'
import type { JsonObject, JsonValue } from '../contract/json'

export function readableBlock(block: ContentBlock): ContentBlock {
  return mapFields(block, {
    words: visibleTextWithNote,
    name: visibleTextWithNote,
    address: visibleText,
    type: plainType,
    data: readableValue
  })
}

/**
 * A model gets the type of content that it can't read. Only a valid MIME type passes, so that a server can't hide text
 * in it.
 */
function plainType(mimeType: string): string {
  return /^[\w.+-]{1,80}\/[\w.+-]{1,80}/.exec(mimeType)?.[0] ?? 'unknown'
}

/** All texts in it; keys don't change. */
function readableValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return visibleTextWithNote(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(readableValue)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readableValue(item)]))
}

/** Titles, descriptions and comments only: everything else in a schema has to match what the server checks. */
export function readableSchema(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, readableKeyword(key, value)]))
}

function readableKeyword(key: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    return key === 'title' || key === 'description' || key === '$comment' ? visibleTextWithNote(value) : value
  }
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? value.map((item) => readableKeyword('', item)) : readableSchema(value)
}
