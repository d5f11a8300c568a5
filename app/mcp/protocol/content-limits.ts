/**
 * How much is kept of one answer: of a tool's result, a resource, the messages of a prompt. What is kept crosses
 * processes, is shown, stored and told again with every change of its message, so it is bounded here, before any of
 * that. What is left out is named.
 */
import { listBlockFields, labelContentBlock, mapFields } from '../../contract/content/content-kinds'
import type { ContentBlock } from '../../contract/content-blocks'
import { cutText } from '../../base/cut-text'

/** Of one answer: blocks; characters of all its text; characters of base64 of all its media (9 MB as bytes). */
const limits = { blocks: 1_000, text: 1_000_000, media: 12 * 1_048_576 }

/** Of the result of a tool, in characters: what is too long for its message is kept beside it. */
export const resultTextLimit = 16_000_000

/** The blocks, within the limits, in their order. */
export function limitContent(blocks: readonly ContentBlock[], text = limits.text): ContentBlock[] {
  const left = { text, media: limits.media }
  const kept = blocks.slice(0, limits.blocks).map((block) => limitBlock(block, left))
  if (blocks.length > kept.length) kept.push(note(`${blocks.length - kept.length} more parts left out`))
  return kept
}

/** What is left for the blocks that follow. */
interface Left {
  text: number
  media: number
}

function limitBlock(block: ContentBlock, left: Left): ContentBlock {
  for (const { role, value } of listBlockFields(block)) {
    if (role !== 'media' && role !== 'data') continue
    const size = typeof value === 'string' ? value.length : JSON.stringify(value).length
    if (!takeMedia(size, left)) return tooLarge(labelContentBlock(block), size)
  }
  return mapFields(block, { words: (text) => takeText(text, left) })
}

function takeText(text: string, left: Left): string {
  const kept = cutText(text, left.text)
  left.text = Math.max(0, left.text - text.length)
  return kept
}

/** Media are of no use in part: they fit, or they are left out. */
function takeMedia(size: number, left: Left): boolean {
  if (size > left.media) return false
  left.media -= size
  return true
}

function tooLarge(what: string, size: number): ContentBlock {
  const megabytes = Math.round((size * 3) / 4 / 104_857.6) / 10
  const limit = Math.round((limits.media * 3) / 4 / 1_048_576)
  return note(
    `${cutText(what, 500)} left out: ${megabytes} MB, more than the ${limit} MB that Parley keeps of one result`
  )
}

function note(words: string): ContentBlock {
  return { type: 'text', text: `[${words}]` }
}
