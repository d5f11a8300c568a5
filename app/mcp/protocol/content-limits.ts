/**
 * Limits one answer: a tool's result, a resource, the messages of a prompt. Its content crosses processes, is shown and
 * stored, and is sent again with every change of its message, so it is limited before that. What is left out is named.
 */
import { listBlockFields, labelContentBlock, mapFields } from '../../contract/content/content-kinds'
import type { ContentBlock } from '../../contract/content-blocks'
import { cutText } from '../../base/cut-text'

/** For one answer: blocks; characters of all its text; characters of base64 of all its media (9 MB as bytes). */
const limits = { blocks: 1_000, text: 1_000_000, media: 12 * 1_048_576 }

/** For the result of a tool, in characters. Text that is too long for its message is stored separately. */
export const resultTextLimit = 16_000_000

/** Returns the blocks within the limits, in order. */
export function limitContent(blocks: readonly ContentBlock[], text = limits.text): ContentBlock[] {
  const remaining = { text, media: limits.media }
  const kept = blocks.slice(0, limits.blocks).map((block) => limitBlock(block, remaining))
  if (blocks.length > kept.length) kept.push(note(`${blocks.length - kept.length} more parts left out`))
  return kept
}

/** The remaining room for the following blocks. */
interface Left {
  text: number
  media: number
}

function limitBlock(block: ContentBlock, remaining: Left): ContentBlock {
  for (const { role, value } of listBlockFields(block)) {
    if (role !== 'media' && role !== 'data') continue
    const size = typeof value === 'string' ? value.length : JSON.stringify(value).length
    if (!takeMedia(size, remaining)) return tooLarge(labelContentBlock(block), size)
  }
  return mapFields(block, { words: (text) => takeText(text, remaining) })
}

function takeText(text: string, remaining: Left): string {
  const kept = cutText(text, remaining.text)
  remaining.text = Math.max(0, remaining.text - text.length)
  return kept
}

/** Part of a medium is useless: it fits, or it is left out. */
function takeMedia(size: number, remaining: Left): boolean {
  if (size > remaining.media) return false
  remaining.media -= size
  return true
}

function tooLarge(what: string, size: number): ContentBlock {
  const megabytes = Math.round((size * 3) / 4 / 104_857.6) / 10
  const limit = Math.round((limits.media * 3) / 4 / 1_048_576)
  return note(
    `${cutText(what, 500)} left out: ${megabytes} MB, more than the ${limit} MB that Parley keeps of one result`
  )
}

function note(text: string): ContentBlock {
  return { type: 'text', text: `[${text}]` }
}
