/** Pieces of content that both APIs get in the same way: pictures as data, everything else as text. */
import { toModelDocument, readBlockWords } from '../../contract/content/documents'
import type { ModelDocument } from '../../contract/content/documents'
import { readPicture } from '../../contract/content/picture-types'
import type { ContentBlock } from '../../contract/content-blocks'
import type { ModelContent } from '../model'
import type { ProviderLimits } from '../provider-descriptor'

export interface TextContentPiece {
  readonly type: 'text'
  readonly text: string
}

export type MediaPiece =
  | TextContentPiece
  /** `url`: the picture itself as a `data:` address. */
  | { readonly type: 'image'; readonly url: string }
  | ({ readonly type: 'document' } & ModelDocument)

export interface SoundPiece {
  readonly type: 'sound'
  /** base64 */
  readonly data: string
  readonly format: 'wav' | 'mp3'
}

/** For one sound, in base64 characters. */
const soundLimit = 15 * 1024 * 1024

const soundTypes: ReadonlyMap<string, SoundPiece['format']> = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/vnd.wave', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3']
])

/** Null for content that isn't a sound in a format of the API. */
export function toSoundPiece(block: ContentBlock): SoundPiece | null {
  if (block.type !== 'audio' || block.data.length > soundLimit) return null
  const format = soundTypes.get(block.mimeType.toLowerCase())
  return format === undefined ? null : { type: 'sound', data: block.data, format }
}

export type TakenMedia = Pick<ProviderLimits, 'image' | 'document'>
export const noMedia: TakenMedia = { image: 0, document: 0 }

/** `file`: the user's file that it belongs to. */
export function toContentPiece(block: ContentBlock, limits: TakenMedia, file?: string): MediaPiece {
  const picture = block.type === 'image' && block.data.length <= limits.image ? readPicture(block.data) : null
  if (picture !== null) return { type: 'image', url: `data:${picture.mimeType};base64,${picture.data}` }
  const document = toModelDocument(block, limits.document)
  return document === null ? textPiece(readBlockWords(block, file)) : { type: 'document', ...document }
}

export function textPiece(text: string): TextContentPiece {
  return { type: 'text', text: text.toWellFormed() }
}

/** Everything except calls and results. */
export type ReplyContent = Exclude<ModelContent, { readonly type: 'thinking' | 'tool-call' | 'tool-result' }>

/** `read`: converts a block. */
export function toMessagePiece<P>(
  content: ReplyContent,
  read: (block: ContentBlock, file?: string) => P
): P | TextContentPiece {
  switch (content.type) {
    case 'text':
      return textPiece(content.text)
    case 'block':
      return read(content.block, content.file)
    case 'attachment':
      return textPiece(`[${content.name} was attached]`)
    case 'tool-request':
      return textPiece(`Call the tool ${content.name} with ${JSON.stringify(content.arguments)}`)
  }
}

/** Names of calls that never reached a tool may be anything; the APIs reject a whole conversation for one of them. */
export function acceptableName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unknown'
}

/** A failed result says so in its text: neither API has a field for it. */
export function resultPieces<P extends { readonly type: string }>(
  { content, isError }: ModelContent & { type: 'tool-result' },
  read: (block: ContentBlock) => P
): readonly (P | TextContentPiece)[] {
  const pieces = content.map(read).filter((piece) => !isBlank(piece))
  return isError ? [textPiece('[The call failed]'), ...pieces] : pieces
}

function isBlank(piece: { readonly type: string; readonly text?: string }): boolean {
  return piece.type === 'text' && piece.text?.trim() === ''
}

/** As both APIs accept it, in different places. */
export function toFileField({ name, data }: ModelDocument): { filename: string; file_data: string } {
  return { filename: name, file_data: `data:application/pdf;base64,${data}` }
}
