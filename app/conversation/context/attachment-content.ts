/**
 * What a model reads of attached resources and inserted prompts. Each resource follows a line that names its server and
 * version, so that its text isn't taken for the user's. The limits are the same as for tool results.
 */
import { visibleText, visibleTextWithNote } from '../../base/visible-text'
import type { ContentBlock } from '../../contract/content-blocks'
import type { PromptPart, ResourcePart } from '../../contract/conversations'
import type { ModelContent, ModelMessage } from '../../models/model'
import { readableBlock } from '../../models/readable-text'
import { toMediaBlock } from './embedded-media'
import { limitText } from './result-content'

export function fromResource(part: ResourcePart): ModelContent[] {
  if (part.fromView === 'message') return fromViewMessage(part)
  const since = part.hasChanged ? '; the server has reported a change since then' : ''
  const how = part.fromView === 'context' ? 'given by its app' : 'read'
  const origin = `${how} ${new Date(part.readAt).toISOString()}${since}`
  const blocks = part.contents.flatMap((content) => readable(content, { ...part, origin }))
  if (blocks.length === 0)
    blocks.push(text(`${heading(part, { ...part, origin })}\n[The resource is empty.]`))
  return limitText(blocks).map((block) => toContent(block, part.serverName))
}

/** The user allowed it, but didn't write it. */
function fromViewMessage({ serverName, contents }: ResourcePart): ModelContent[] {
  const server = visibleText(JSON.stringify(serverName))
  const line = `[The app of the server ${server} wrote this message. The user allowed sending it.]`
  const words = contents.flatMap((content) => content.text ?? [])
  return limitText([text([line, ...words.map(visibleTextWithNote)].join('\n'))]).map((block) =>
    toContent(block, serverName)
  )
}

/** In order, each with its own role. */
export function fromPrompt(part: PromptPart): ModelMessage[] {
  const origin = `part of the prompt ${JSON.stringify(part.name)}`
  const messages = part.messages.map(({ role, content }) => {
    const place = { serverName: part.serverName, origin }
    return { role, blocks: toBlocks(content, place) }
  })
  const limited = limitText(messages.flatMap(({ blocks }) => blocks))
  let taken = 0
  return messages.map(({ role, blocks }) => {
    const own = limited.slice(taken, taken + blocks.length)
    taken += blocks.length
    return { role, content: own.map((block) => toContent(block, part.serverName)) }
  })
}

function toBlocks(content: ContentBlock, place: Place): ContentBlock[] {
  if (content.type === 'resource') return readable(content, place)
  // It counts as the user's own text, so the user must have been able to see what it says.
  return [readableBlock(content)]
}

interface Place {
  readonly serverName: string
  /** The source, as a phrase. */
  readonly origin: string
}

type Contents = ResourcePart['contents'][number]

/** One content with its heading. */
function readable(content: Contents, place: Place): ContentBlock[] {
  const { uri, mimeType, blob } = content
  const line = heading(content, place)
  if (content.text !== null) return [text(`${line}\n${visibleTextWithNote(content.text)}`)]
  const media = toMediaBlock(content)
  if (media !== null) return [text(line), media]
  return [text(line), readableBlock({ type: 'resource', uri, mimeType, text: null, blob })]
}

/** Quoted, so that a server's text can't end the line. */
function heading(
  { uri, mimeType }: Pick<Contents, 'uri' | 'mimeType'>,
  { serverName, origin }: Place
): string {
  const type = mimeType === null ? 'type unknown' : JSON.stringify(mimeType)
  return visibleText(
    `[Resource ${JSON.stringify(uri)} of the server ${JSON.stringify(serverName)}, ${type}, ${origin}]`
  )
}

function text(words: string): ContentBlock {
  return { type: 'text', text: words }
}

function toContent(block: ContentBlock, server: string): ModelContent {
  return block.type === 'text' ? { ...block, server } : { type: 'block', block, server }
}
