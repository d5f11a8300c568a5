/** A call's result as comparable lines: each field of data on its own line. Pure. */
import type { ContentBlock } from '../../../app/contract/content-blocks'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { failureText } from '../../../app/texts/localized'
import { jsonIn } from './result-blocks'

export function resultText({ state, failure, content, structuredContent }: ToolCallPart): string {
  if (failure !== null) return failureText(failure)
  if (state === 'cancelled' || state === 'denied') return state
  if (structuredContent !== null) return JSON.stringify(structuredContent, null, 2)
  return content.map(blockText).join('\n')
}

function blockText(block: ContentBlock): string {
  if (block.type !== 'text') return JSON.stringify(block, shortened, 2)
  const data = jsonIn(block.text)
  return data === undefined ? block.text : JSON.stringify(data, null, 2)
}

/** Longer data is a picture or a sound, which can only be compared as equal or not. */
const longestValue = 400

function shortened(name: string, value: unknown): unknown {
  const isMedia = (name === 'data' || name === 'blob') && typeof value === 'string'
  return isMedia && value.length > longestValue ? [value.length, checksum(value)] : value
}

/** FNV-1a: distinguishes two of them, but is no proof. */
function checksum(text: string): string {
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return (sum >>> 0).toString(16)
}
