/** Which blocks of a result add something to its structured part. Pure. */
import { repeatsData } from '../../../app/contract/content/readable-result'
import type { ContentBlock } from '../../../app/contract/content-blocks'
import { dataShape } from '../../ui/untrusted/data-shape'

/** Longer texts are not compared: a repeated text is better than waiting. */
const comparedLimit = 1_000_000

/**
 * Drops text blocks that repeat the structured content, which tools add for older hosts. Other text stays.
 * @spec 2025-11-25 server/tools#structured-content
 */
export function withoutRepeat(
  blocks: readonly ContentBlock[],
  structuredContent: unknown
): readonly ContentBlock[] {
  if (structuredContent === null) return blocks
  return blocks.filter((block) => block.type !== 'text' || !repeatsData(block.text, structuredContent))
}

/** The list or object in a text, as JSON; undefined: plain text, or too long to parse. */
export function jsonIn(text: string): unknown {
  return text.length <= comparedLimit && /^\s*[[{]/u.test(text) ? parsed(text) : undefined
}

/** Rows of the same kind in a text, as a list or in a field of an object; undefined: none. */
export function rowsIn(text: string): unknown {
  const value = jsonIn(text)
  if (typeof value !== 'object' || value === null) return undefined
  const lists: readonly unknown[] = Array.isArray(value) ? [value] : Object.values(value)
  return lists.some((list) => dataShape(list, 0).type === 'table') ? value : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // text of its own
  }
}
