/** Which blocks of a result say something that its structured part does not say already. Pure. */
import type { ContentBlock } from '../../../app/contract/conversations'
import { isSameJson } from '../../ui/schema-form/json'

/** Longer texts are not compared: reading them twice is better than waiting. */
const comparedLimit = 1_000_000

/**
 * Without the text block that repeats the structured content, as tools write it for older hosts: as JSON, or as the only
 * text in it. A result with several texts keeps them all.
 * @spec 2025-11-25 server/tools#structured-content
 */
export function withoutRepeat(
  blocks: readonly ContentBlock[],
  structuredContent: unknown
): readonly ContentBlock[] {
  if (structuredContent === null) return blocks
  const texts = blocks.filter((block) => block.type === 'text')
  const only = texts.length === 1 ? texts[0] : undefined
  return only !== undefined &&
    (isOnlyText(only.text, structuredContent) || isJsonOf(only.text, structuredContent))
    ? blocks.filter((block) => block !== only)
    : blocks
}

function isOnlyText(text: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const values: unknown[] = Object.values(value)
  return values.length === 1 && values[0] === text
}

function isJsonOf(text: string, value: unknown): boolean {
  if (text.length > comparedLimit) return false
  try {
    return isSameJson(JSON.parse(text), value)
  } catch {
    return false // words of its own
  }
}
