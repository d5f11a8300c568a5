/** Pieces of content that both APIs get in the same way: pictures by their data, everything else in words. */
import { describeBlock } from '../../contract/content/content-kinds'
import type { ContentBlock } from '../../contract/conversations'
import type { ModelContent } from '../model'
import type { ProviderLimits } from '../provider-descriptor'

export type Piece =
  | { readonly type: 'text'; readonly text: string }
  /** `url`: the picture itself as a `data:` address. */
  | { readonly type: 'image'; readonly url: string }

const imageTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

export function pieceOf(block: ContentBlock, limits: ProviderLimits): Piece {
  if (block.type === 'image' && imageTypes.has(block.mimeType) && block.data.length <= limits.image)
    return { type: 'image', url: `data:${block.mimeType};base64,${block.data}` }
  return textPiece(describeBlock(block))
}

export function textPiece(words: string): Piece {
  return { type: 'text', text: words.toWellFormed() }
}

/** What is neither a call nor its result. */
export type SaidContent = Exclude<ModelContent, { readonly type: 'thinking' | 'tool-call' | 'tool-result' }>

export function pieceOfContent(content: SaidContent, limits: ProviderLimits): Piece {
  switch (content.type) {
    case 'text':
      return textPiece(content.text)
    case 'block':
      return pieceOf(content.block, limits)
    case 'attachment':
      return textPiece(`[${content.name} was attached]`)
    case 'tool-request':
      return textPiece(`Call the tool ${content.name} with ${JSON.stringify(content.arguments)}`)
  }
}

/** Names of calls that never reached a tool may be anything; the APIs refuse a whole conversation for one of them. */
export function acceptableName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unknown'
}

/** A failed result says so in its words: neither API has a mark for it. */
export function resultPieces(
  { content, isError }: ModelContent & { type: 'tool-result' },
  limits: ProviderLimits
): readonly Piece[] {
  const pieces = content.map((block) => pieceOf(block, limits)).filter((piece) => !isBlank(piece))
  return isError ? [textPiece('[The call failed]'), ...pieces] : pieces
}

function isBlank(piece: Piece): boolean {
  return piece.type === 'text' && piece.text.trim() === ''
}
