/**
 * Whether media reached a model as media: their bytes are in the request that was sent, or not. This needs no knowledge
 * of the model, service or limit that excluded them. Pure.
 */
import type { ContentBlock } from '../contract/content-blocks'
import { readPicture } from '../contract/content/picture-types'
import { visibleText } from '../base/visible-text'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'
import type { ModelContent, ModelMessage } from './model'

export interface Media {
  readonly block: ContentBlock
  /** The user's file that it belongs to. */
  readonly file?: string
}

/** All content of the messages that a model can't read as text. */
export function mediaIn(messages: readonly ModelMessage[]): readonly Media[] {
  return messages.flatMap(({ content }) => content.flatMap(getBlocks)).filter(({ block }) => isMedia(block))
}

function getBlocks(item: ModelContent): readonly Media[] {
  if (item.type === 'block') return [item]
  return item.type === 'tool-result' ? item.content.map((block) => ({ block })) : []
}

function isMedia(block: ContentBlock): boolean {
  if (block.type === 'resource') return block.text === null && (block.blob ?? '') !== ''
  return block.type === 'image' || block.type === 'audio' || block.type === 'unknown'
}

/** `body`: the request as it was sent. */
export function wasSent({ block }: Media, body: string): boolean {
  const bytes = getBytes(block)
  return bytes !== null && body.includes(bytes)
}

/** Null: of a kind that Parley doesn't know. */
function getBytes(block: ContentBlock): string | null {
  if (block.type === 'image') return readPicture(block.data)?.data ?? block.data
  if (block.type === 'audio') return block.data
  return block.type === 'resource' ? block.blob : null
}

const longestName = 200

/** For the user. */
export function nameMedia({ block, file }: Media): LocalizedText {
  const short = (text: string) => visibleText(text).slice(0, longestName)
  if (file !== undefined) return say('models.mediaFile', { name: short(file) })
  switch (block.type) {
    case 'image':
      return say('models.mediaImage', { type: short(block.mimeType) })
    case 'audio':
      return say('models.mediaSound', { type: short(block.mimeType) })
    case 'resource':
      return say('models.mediaResource', { uri: short(block.uri), type: short(block.mimeType ?? '?') })
    default:
      return say('models.mediaUnknown')
  }
}

/** Each once, by the name shown to the user. Null: everything was sent. */
export function nameAllMedia(media: readonly Media[]): readonly LocalizedText[] | null {
  const names = new Map(media.map((item) => [JSON.stringify(nameMedia(item)), nameMedia(item)]))
  return names.size === 0 ? null : [...names.values()]
}
