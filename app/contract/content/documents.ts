/** Documents. Some models read their pages as images; others get their text, or a note that there is one. */
import type { ContentBlock } from '../content-blocks'
import { pdfType } from '../limits'
import { describeBlock } from './content-kinds'

export interface ModelDocument {
  /** File name with its extension. */
  readonly name: string
  /** base64 */
  readonly data: string
}

const longestName = 200

/** Null for a block that isn't a document, and for one longer than `limit` base64 characters; 0 accepts none. */
export function toModelDocument(block: ContentBlock, limit: number): ModelDocument | null {
  if (block.type !== 'resource' || block.blob === null || block.blob === '') return null
  if (block.mimeType?.toLowerCase() !== pdfType || block.blob.length > limit) return null
  const name = block.uri.slice(-longestName).toWellFormed()
  return { name: /\.pdf$/i.test(name) ? name : `${name}.pdf`, data: block.blob }
}

/** `file`: name of the user's file that the block belongs to; the line before already names it. */
export function readBlockWords(block: ContentBlock, file?: string): string {
  return file !== undefined && block.type === 'resource' && block.text !== null
    ? block.text
    : describeBlock(block)
}
