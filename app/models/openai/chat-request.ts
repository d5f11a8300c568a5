/** Converts Parley's request to parameters of Chat Completions. The caller decides what to send. */
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam
} from 'openai/resources/chat/completions'
import type { ContentBlock } from '../../contract/content-blocks'
import { arrangeMessages } from '../arrange-messages'
import type { ModelMessage, ModelRequest } from '../model'
import type { ProviderLimits } from '../provider-descriptor'
import { acceptableCallId } from '../call-ids'
import { besideCalls, toThoughts, withThoughtsFirst } from './chat-thoughts'
import {
  acceptableName,
  toFileField,
  noMedia,
  toContentPiece,
  toMessagePiece,
  resultPieces,
  toSoundPiece
} from './content'
import type { MediaPiece, ReplyContent, SoundPiece, TakenMedia } from './content'
import type { ApiDialect } from './api-dialect'
import { toTemperature } from './temperature'
import { toEffort } from './openai-thinking'
import { toFunctionDefinition } from './openai-tool-rules'

export interface RequestForm {
  readonly limits: ProviderLimits
  readonly dialect: ApiDialect
  /** Whose earlier thoughts are sent back (`thinking-writer.ts`); absent: none. */
  readonly writer?: string
}

export function toChatRequest(request: ModelRequest, form: RequestForm): ChatCompletionCreateParamsStreaming {
  const { systemPrompt, messages, model } = request
  const hears = request.takesSounds === true && form.dialect.takesSounds
  const takesDocuments = request.takesDocuments === true && form.dialect.takesDocuments
  const media = { image: form.limits.image, document: takesDocuments ? form.limits.document : 0 }
  const wantsSigned = form.dialect.signed?.test(model) === true
  const arranged = arrangeMessages(withThoughtsFirst(messages), form.writer)
  return {
    model,
    stream: true,
    messages: [
      ...(systemPrompt.trim() === '' ? [] : [{ role: 'system' as const, content: systemPrompt }]),
      ...arranged.flatMap((message) => toMessages(message, { ...form, media, hears, wantsSigned }))
    ],
    ...(form.dialect.asksForUsage ? { stream_options: { include_usage: true } } : {}),
    // A local model may have a smaller context than Parley's limit, and rejects a request for more.
    ...(request.maxOutputTokens < form.limits.outputTokens ? { max_tokens: request.maxOutputTokens } : {}),
    ...toEffort(request),
    ...toTemperature(request),
    ...toStop(request),
    ...toTools(request)
  }
}

function toStop({ stopSequences = [] }: ModelRequest): Pick<ChatCompletionCreateParamsStreaming, 'stop'> {
  // The API rejects more than four.
  const kept = stopSequences.filter((sequence) => sequence !== '').slice(0, 4)
  return kept.length === 0 ? {} : { stop: kept }
}

/** The API rejects a choice without tools. */
function toTools({
  tools,
  toolChoice
}: ModelRequest): Pick<ChatCompletionCreateParamsStreaming, 'tools' | 'tool_choice'> {
  if (tools.length === 0) return {}
  return {
    tools: tools.map((tool) => ({ type: 'function', function: toFunctionDefinition(tool) })),
    ...(toolChoice === undefined ? {} : { tool_choice: toolChoice })
  }
}

/** Options of one request. */
interface ChatForm extends Pick<RequestForm, 'dialect'> {
  readonly media: TakenMedia
  /** Whether the model accepts sounds. */
  readonly hears: boolean
  /** Whether it rejects calls that are sent back without their signature. */
  readonly wantsSigned: boolean
}

type ChatPiece = MediaPiece | SoundPiece

function toMessages(message: ModelMessage, form: ChatForm): readonly ChatCompletionMessageParam[] {
  return message.role === 'assistant' ? [toAnswer(message, form)] : toUserMessages(message, form)
}

function toAnswer({ content }: ModelMessage, { dialect, wantsSigned }: ChatForm): ChatCompletionMessageParam {
  const calls = content.filter((item) => item.type === 'tool-call')
  const beside = besideCalls(content, wantsSigned)
  // The API accepts only text from the model; a picture is named.
  const words = saidIn(content).map((item) => {
    const piece = toMessagePiece(item, (block, file) => toContentPiece(block, noMedia, file))
    return piece.type === 'text' ? piece.text : ''
  })
  return {
    role: 'assistant',
    content: words.length === 0 && calls.length > 0 ? dialect.noText : words.join('\n\n'),
    ...(calls.length === 0
      ? {}
      : {
          ...toThoughts(content),
          tool_calls: calls.map((call) => ({
            ...beside.get(call.id),
            id: acceptableCallId(call.id, dialect.callIds),
            type: 'function' as const,
            function: { name: acceptableName(call.name), arguments: JSON.stringify(call.arguments) }
          }))
        })
  }
}

/** Results are separate messages that can contain only text: their pictures and sounds follow in a user message. */
function toUserMessages(
  { content }: ModelMessage,
  { media: taken, dialect, hears }: ChatForm
): readonly ChatCompletionMessageParam[] {
  const read = (block: ContentBlock, file?: string): ChatPiece =>
    (hears ? toSoundPiece(block) : null) ?? toContentPiece(block, taken, file)
  const results = content
    .filter((item) => item.type === 'tool-result')
    .map((result) => ({ result, pieces: resultPieces(result, read) }))
  const media = results.flatMap(({ pieces }) => pieces.filter(({ type }) => type !== 'text'))
  const shown: readonly ChatPiece[] = [
    ...(media.length === 0 ? [] : [{ type: 'text' as const, text: getHead(media) }]),
    ...media,
    ...saidIn(content).map((item) => toMessagePiece(item, read))
  ]
  return [
    ...results.map(({ result, pieces }): ChatCompletionMessageParam => {
      const id = acceptableCallId(result.id, dialect.callIds)
      return { role: 'tool', tool_call_id: id, content: pieces.map(inResult).join('\n\n') || '[empty]' }
    }),
    ...(shown.length === 0 ? [] : [{ role: 'user' as const, content: toUserContent(shown) }])
  ]
}

function getHead(media: readonly ChatPiece[]): string {
  if (media.some(({ type }) => type === 'document')) return '[Files of the results above]'
  const hasSounds = media.some(({ type }) => type === 'sound')
  return hasSounds ? '[Pictures and sounds of the results above]' : '[Pictures of the results above]'
}

function inResult(piece: ChatPiece): string {
  if (piece.type === 'text') return piece.text
  if (piece.type === 'document') return '[document, given below]'
  return piece.type === 'image' ? '[picture, shown below]' : '[sound, given below]'
}

/** Text only is sent as a plain string, which every endpoint accepts. */
function toUserContent(pieces: readonly ChatPiece[]): string | ChatCompletionContentPart[] {
  const texts = pieces.flatMap((piece) => (piece.type === 'text' ? piece.text : []))
  return texts.length === pieces.length ? texts.join('\n\n') : pieces.map(toPart)
}

function toPart(piece: ChatPiece): ChatCompletionContentPart {
  switch (piece.type) {
    case 'text':
      return piece
    case 'image':
      return { type: 'image_url', image_url: { url: piece.url } }
    case 'document':
      return { type: 'file', file: toFileField(piece) }
    case 'sound':
      return { type: 'input_audio', input_audio: { data: piece.data, format: piece.format } }
  }
}

function saidIn(content: ModelMessage['content']): readonly ReplyContent[] {
  return content.filter(
    (item): item is ReplyContent =>
      item.type !== 'tool-call' && item.type !== 'tool-result' && item.type !== 'thinking'
  )
}
