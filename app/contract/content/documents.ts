/** Documents, which some models read page by page as they look; others get the words in them, or are told that there is one. */
import type { ContentBlock } from '../content-blocks'
import { pdfType } from '../limits'
import { describeBlock } from './content-kinds'

export interface ModelDocument {
  /** As people know it, with the ending of its kind. */
  readonly name: string
  /** base64 */
  readonly data: string
}

const longestName = 200

/** Null for what is none, or a longer one than `limit` allows, in characters of base64; with 0 none is taken. */
export function toModelDocument(block: ContentBlock, limit: number): ModelDocument | null {
  if (block.type !== 'resource' || block.blob === null || block.blob === '') return null
  if (block.mimeType?.toLowerCase() !== pdfType || block.blob.length > limit) return null
  const name = block.uri.slice(-longestName).toWellFormed()
  return { name: /\.pdf$/i.test(name) ? name : `${name}.pdf`, data: block.blob }
}

/** `file`: the name of the person's file that it is of; a line before it says that already. */
export function readBlockWords(block: ContentBlock, file?: string): string {
  return file !== undefined && block.type === 'resource' && block.text !== null
    ? block.text
    : describeBlock(block)
}
