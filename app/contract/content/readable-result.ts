/**
 * What a model reads of a result: its blocks, and its structured content unless both say the same. Servers should
 * repeat it as text; if a server sends a sentence and the data separately, the model would miss the data.
 * A user who reviews a result sees the same. Pure.
 * @spec 2025-11-25 server/tools#structured-content
 */
import type { ContentBlock } from '../content-blocks'
import type { JsonValue } from '../json'

interface Result {
  readonly content: readonly ContentBlock[]
  readonly structuredContent: JsonValue | null
  /** Set: `content` has only the beginning. */
  readonly kept?: unknown
}

/** `indent`: as in `JSON.stringify`. */
export function readableResult(result: Result, indent = 0): readonly ContentBlock[] {
  const { content, structuredContent } = result
  if (structuredContent === null || isSaid(result)) return content
  return [...content, { type: 'text', text: JSON.stringify(structuredContent, null, indent) }]
}

/** In one of its texts, or in all of them together. */
function isSaid({ content, structuredContent, kept }: Result): boolean {
  const texts = content.flatMap((block) => (block.type === 'text' ? block.text : []))
  if (kept !== undefined && isBeginning(texts[0] ?? '', structuredContent)) return true
  return [...texts, texts.join('\n')].some((text) => repeatsData(text, structuredContent))
}

/** Longer texts are not compared: sending them twice is better than waiting. */
const comparedLimit = 1_000_000

/** Whether the text is the data as JSON, or the value of its only field, which may be plain text. */
export function repeatsData(text: string, data: unknown): boolean {
  if (text.length > comparedLimit) return false
  const only = onlyField(data)
  if (only === text) return true
  const said = canonical(parsed(text))
  return said !== undefined && (said === canonical(data) || said === canonical(only))
}

function isBeginning(text: string, data: JsonValue): boolean {
  return text !== '' && [0, 2, 4].some((indent) => JSON.stringify(data, null, indent).startsWith(text))
}

/** Undefined when it has none, or several. */
function onlyField(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const values: unknown[] = Object.values(data)
  return values.length === 1 ? values[0] : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // different text
  }
}

/** Equal values have equal texts, in any key order. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item
  )
}
