/**
 * Content blocks of a tool result, from the protocol's form to the contract's. A block that is not understood
 * is kept as `unknown`, and no block costs another. How much is kept is decided in `content-limits.ts`.
 *
 * @spec 2025-11-25 server/tools#tool-result
 */
import type { ContentAnnotations, ContentBlock } from '../../contract/content-blocks'
import { readBlock } from '../../contract/content/content-kinds'
import type { JsonValue } from '../../contract/json'
import { isDeeperThan } from './json-depth'
import { isFields } from './json-fields'
import type { Fields } from './json-fields'

/** Deeper values can't be shown, stored or sent to a model with reasonable means. */
const depthLimit = 64

/** Blocks of `content`, in order; what stands there instead of a list counts as one block. */
export function toContentBlocks(content: unknown): ContentBlock[] {
  if (content === undefined || content === null) return []
  return Array.isArray(content) ? content.map(toContentBlock) : [toContentBlock(content)]
}

export function isFitToKeep(value: unknown): value is JsonValue {
  return value !== undefined && !isDeeperThan(value, depthLimit)
}

function toContentBlock(block: unknown): ContentBlock {
  const known = isFields(block) ? readBlock(block) : null
  if (isFields(block) && known !== null) {
    const annotations = toAnnotations(block['annotations']) ?? annotationsInside(block)
    return annotations === null ? known : { ...known, annotations }
  }
  return { type: 'unknown', raw: isFitToKeep(block) ? block : '[left out: nests too deeply]' }
}

/** Examples of the specification have those of an embedded resource inside of it, its schema beside it. */
function annotationsInside({ type, resource }: Fields): ContentAnnotations | null {
  return type === 'resource' && isFields(resource) ? toAnnotations(resource['annotations']) : null
}

/** Null when the server says nothing that is understood. */
function toAnnotations(given: unknown): ContentAnnotations | null {
  const { audience, priority }: Fields = isFields(given) ? given : {}
  const known = ['user', 'assistant'] as const
  const readers = Array.isArray(audience) ? known.filter((reader) => audience.includes(reader)) : []
  const weight = typeof priority === 'number' && priority >= 0 && priority <= 1 ? priority : null
  return readers.length === 0 && weight === null ? null : { audience: readers, priority: weight }
}
