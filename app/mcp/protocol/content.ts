/**
 * Converts content blocks of a tool result from the wire format to the contract's. A block that isn't understood
 * becomes `unknown`, and the other blocks are kept. `content-limits.ts` decides how much is kept.
 *
 * @spec 2025-11-25 server/tools#tool-result
 */
import type { ContentAnnotations, ContentBlock } from '../../contract/content-blocks'
import { readBlock } from '../../contract/content/content-kinds'
import type { JsonValue } from '../../contract/json'
import { isDeeperThan } from './json-depth'
import { isJsonFields } from './json-fields'
import type { JsonFields } from './json-fields'
import { readLenientList, readLenientNumber } from './lenient-values'
import { normalizeBlock } from './normalize-content'

/** Deeper values can't be shown, stored or sent to a model at reasonable cost. */
const depthLimit = 64

/** Blocks of `content`, in order. A value that isn't a list counts as one block. */
export function toContentBlocks(content: unknown): ContentBlock[] {
  if (content === undefined || content === null) return []
  return (readLenientList(content) ?? [content]).map(toContentBlock)
}

export function isFitToKeep(value: unknown): value is JsonValue {
  return value !== undefined && !isDeeperThan(value, depthLimit)
}

function toContentBlock(given: unknown): ContentBlock {
  const block = isDeeperThan(given, depthLimit) ? given : normalizeBlock(given)
  const known = isJsonFields(block) ? readBlock(block) : null
  if (isJsonFields(block) && known !== null) {
    const annotations = toAnnotations(block['annotations']) ?? annotationsInside(block)
    return annotations === null ? known : { ...known, annotations }
  }
  return { type: 'unknown', raw: isFitToKeep(given) ? given : '[left out: nests too deeply]' }
}

/**
 * Examples of the specification put the annotations inside of an embedded resource; its schema puts them next to it.
 */
function annotationsInside({ type, resource }: JsonFields): ContentAnnotations | null {
  return type === 'resource' && isJsonFields(resource) ? toAnnotations(resource['annotations']) : null
}

/** Null if the server sends none that is valid. */
function toAnnotations(given: unknown): ContentAnnotations | null {
  const { audience, priority }: JsonFields = isJsonFields(given) ? given : {}
  const known = ['user', 'assistant'] as const
  const named: readonly unknown[] = Array.isArray(audience) ? audience : [audience]
  const readers = known.filter((reader) => named.includes(reader))
  const weight = readPriority(priority)
  return readers.length === 0 && weight === null ? null : { audience: readers, priority: weight }
}

/** From 0 to 1; null if invalid. */
export function readPriority(value: unknown): number | null {
  const priority = readLenientNumber(value)
  return priority !== null && priority >= 0 && priority <= 1 ? priority : null
}
