/**
 * What a model reads when a tool call ends: the server's content within limits, or a plain sentence for calls that were
 * denied, failed, or canceled. Every call gets a result, because providers refuse calls without one.
 */
import { visibleText, visibleTextWithNote } from '../../base/visible-text'
import { toModelDocument } from '../../contract/content/documents'
import { readableResult } from '../../contract/content/readable-result'
import { labelContentBlock, mapFields } from '../../contract/content/content-kinds'
import type { ContentBlock } from '../../contract/content-blocks'
import type { ResultReview } from '../../contract/tool-calls'
import type { ToolCallPart } from '../../contract/conversations'
import type { ModelContent, ModelMessage } from '../../models/model'
import { readableBlock } from '../../models/readable-text'
import { withEmbeddedMedia } from './embedded-media'
import { keptNotice, readNotice } from '../tools/read-tool'
import { toEnglish } from '../../texts/render-localized'

/** Limit for the text of one result, in characters. */
const textLimit = 100 * 1024
/** Limit for all images and documents of one request, and for all its sounds, in characters of base64. */
const mediaLimit = 20 * 1024 * 1024

export type ToolResult = ModelContent & { readonly type: 'tool-result' }

/** `notice`: Parley's own text before the result. */
export function toToolResult(call: ToolCallPart, notice: string | null = null): ToolResult {
  const content = contentOf(call)
  const edited = call.isEditedByPerson ? [text(editNotice(call))] : []
  return {
    type: 'tool-result',
    id: call.providerCallId,
    content: [...(notice === null ? [] : [text(notice)]), ...edited, ...content],
    isError: call.state !== 'done' || call.isError || call.review?.decision === 'refused'
  }
}

function editNotice(call: ToolCallPart): string {
  return `The user changed the arguments of this call before allowing it. It was sent with: ${JSON.stringify(call.arguments)}`
}

function contentOf(call: ToolCallPart): readonly ContentBlock[] {
  if (call.review !== undefined && call.review.decision !== 'passed') return reviewed(call.review)
  switch (call.state) {
    case 'done':
      return [
        ...misfitNotice(call),
        ...withEmbeddedMedia(limitText(withStructuredContent(call).map(readableBlock))),
        ...[keptNotice(call), readNotice(call)].flatMap((notice) => (notice === null ? [] : [text(notice)]))
      ]
    case 'denied':
      return [text('The user denied this call.')]
    case 'failed':
      return [text(visibleTextWithNote(call.failure?.message ?? 'The call failed.'))]
    case 'cancelled':
      return [text(call.failure?.message ?? 'The user cancelled this call.')]
    case 'running':
      if (call.task !== undefined) return [text(runningTask)]
      return [text('The call did not finish.')]
    case 'preparing':
    case 'waiting-for-approval':
      return [text('The call did not finish.')]
  }
}

/** Says nothing about what the user removed. */
function reviewed({ decision, content = [] }: ResultReview): readonly ContentBlock[] {
  if (decision === 'refused') return [text('The user withheld the result of this call.')]
  return [
    text('[The user changed this result before you received it.]'),
    ...withEmbeddedMedia(limitText(content.map(readableBlock)))
  ]
}

const runningTask = 'The call continues as a task on its server. Its result has not arrived yet.'
const mostProblems = 20

/** Precedes the content. Server text in it comes from the schema and isn't the user's. */
export function misfitNotice({ outputProblems = [] }: Pick<ToolCallPart, 'outputProblems'>): ContentBlock[] {
  if (outputProblems.length === 0) return []
  const places = outputProblems
    .slice(0, mostProblems)
    .map(({ path, message }) => (path === '' ? toEnglish(message) : `${path}: ${toEnglish(message)}`))
    .map((place) => visibleText(place).replace(/\.$/, ''))
  const more = outputProblems.length - places.length
  const rest = more === 0 ? '' : `; and ${more} more`
  return [
    text(
      `[This result doesn't match the output schema of the tool: ${places.join('; ')}${rest}. Use it with care.]`
    )
  ]
}

/** Never empty. */
export function withStructuredContent(
  call: Pick<ToolCallPart, 'content' | 'structuredContent' | 'kept'>
): readonly ContentBlock[] {
  const content = readableResult(call)
  return content.length > 0 ? content : [text('The tool returned no content.')]
}

function text(words: string): ContentBlock {
  return { type: 'text', text: words }
}

/** Cuts text beyond the limit for one result or attachment. The number of blocks stays the same. */
export function limitText(content: readonly ContentBlock[]): readonly ContentBlock[] {
  let left = textLimit
  const take = (words: string): string => {
    const cut = cutText(words, left)
    left = Math.max(0, left - words.length)
    return cut
  }
  return content.map((block) => mapFields(block, { words: take }))
}

function cutText(words: string, limit: number): string {
  if (words.length <= limit) return words
  return `${words.slice(0, limit)}\n[cut here: ${words.length - limit} more characters were not sent to the model]`
}

/** Keeps the newest images, documents, and sounds within the limit of a request. Older ones are only named. */
export function limitMedia(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const left = { image: mediaLimit, audio: mediaLimit }
  const keepDocument = (block: ContentBlock & { readonly type: 'resource' }): ContentBlock => {
    const document = toModelDocument(block, Number.POSITIVE_INFINITY)
    left.image -= document?.data.length ?? 0
    if (document === null || left.image >= 0) return block
    return block.text === null
      ? text(`[${labelContentBlock(block)}, too large to be sent again]`)
      : { ...block, blob: null }
  }
  const keep = (block: ContentBlock): ContentBlock => {
    if (block.type === 'resource') return keepDocument(block)
    if (block.type !== 'image' && block.type !== 'audio') return block
    left[block.type] -= block.data.length
    return left[block.type] >= 0 ? block : text(`[${labelContentBlock(block)}, too large to be sent again]`)
  }
  const backwards = messages.toReversed().map((message) => ({
    ...message,
    content: message.content
      .toReversed()
      .map((item) => {
        if (item.type === 'block') return { ...item, block: keep(item.block) }
        if (item.type !== 'tool-result') return item
        return { ...item, content: item.content.toReversed().map(keep).toReversed() }
      })
      .toReversed()
  }))
  return backwards.toReversed()
}
