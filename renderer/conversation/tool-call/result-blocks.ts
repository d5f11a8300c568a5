/** Which blocks of a result say something that its structured part does not say already. Pure. */
import { repeatsData } from '../../../app/contract/content/readable-result'
import type { ContentBlock } from '../../../app/contract/content-blocks'
import { dataShape } from '../../ui/untrusted/data-shape'

/** Longer texts are not compared: reading them twice is better than waiting. */
const comparedLimit = 1_000_000

/**
 * Without the text blocks that repeat the structured content, as tools write it for older hosts. Words of their own stay.
 * @spec 2025-11-25 server/tools#structured-content
 */
export function withoutRepeat(
  blocks: readonly ContentBlock[],
  structuredContent: unknown
): readonly ContentBlock[] {
  if (structuredContent === null) return blocks
  return blocks.filter((block) => block.type !== 'text' || !repeatsData(block.text, structuredContent))
}

/** The list or object that a text is, written as JSON; undefined: it is words, or longer than what is looked into. */
export function jsonIn(text: string): unknown {
  return text.length <= comparedLimit && /^\s*[[{]/u.test(text) ? parsed(text) : undefined
}

/** Data of a text that holds rows of the same kind, as a list or in a field of an object; undefined: it holds none. */
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
    return undefined // words of its own
  }
}
