/** A request in our words as parameters of Chat Completions. What to send is decided by the caller. */
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam
} from 'openai/resources/chat/completions'
import { arrangeMessages } from '../arrange-messages'
import type { ModelMessage, ModelRequest } from '../model'
import type { ProviderLimits } from '../provider-descriptor'
import { lowerSchema } from '../vendor/tool-schema'
import { acceptableCallId } from './call-ids'
import { acceptableName, pieceOfContent, resultPieces } from './content'
import type { Piece, SaidContent } from './content'
import type { Dialect } from './dialects'
import { toTemperature } from './temperature'
import { toEffort } from './thinking'

export interface RequestForm {
  readonly limits: ProviderLimits
  readonly dialect: Dialect
  /** Whose earlier thoughts go back (`thinking-writer.ts`); absent: nobody's. */
  readonly writer?: string
}

export function toChatRequest(request: ModelRequest, form: RequestForm): ChatCompletionCreateParamsStreaming {
  const { systemPrompt, messages, model } = request
  return {
    model,
    stream: true,
    messages: [
      ...(systemPrompt.trim() === '' ? [] : [{ role: 'system' as const, content: systemPrompt }]),
      ...arrangeMessages(messages).flatMap((message) => toMessages(message, form))
    ],
    ...(form.dialect.asksForUsage ? { stream_options: { include_usage: true } } : {}),
    // A model of this computer may hold less than our limit, and refuses to be asked for more than it holds.
    ...(request.maxOutputTokens < form.limits.outputTokens ? { max_tokens: request.maxOutputTokens } : {}),
    ...toEffort(request),
    ...toTemperature(request),
    ...toStop(request),
    ...toTools(request)
  }
}

function toStop({ stopSequences = [] }: ModelRequest): Pick<ChatCompletionCreateParamsStreaming, 'stop'> {
  // More than four are refused.
  const kept = stopSequences.filter((sequence) => sequence !== '').slice(0, 4)
  return kept.length === 0 ? {} : { stop: kept }
}

/** A choice without tools is an error to the API. */
function toTools({
  tools,
  toolChoice
}: ModelRequest): Pick<ChatCompletionCreateParamsStreaming, 'tools' | 'tool_choice'> {
  if (tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: lowerSchema(inputSchema) }
    })),
    ...(toolChoice === undefined ? {} : { tool_choice: toolChoice })
  }
}

function toMessages(message: ModelMessage, form: RequestForm): readonly ChatCompletionMessageParam[] {
  return message.role === 'assistant' ? [toAnswer(message, form)] : toUserMessages(message, form)
}

function toAnswer({ content }: ModelMessage, { limits, dialect }: RequestForm): ChatCompletionMessageParam {
  const calls = content.filter((item) => item.type === 'tool-call')
  // The API takes nothing but text from this side; a picture is named.
  const words = saidIn(content).map((item) => {
    const piece = pieceOfContent(item, { ...limits, image: 0 })
    return piece.type === 'text' ? piece.text : ''
  })
  return {
    role: 'assistant',
    content: words.length === 0 ? null : words.join('\n\n'),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: acceptableCallId(call.id, dialect.callIds),
            type: 'function' as const,
            function: { name: acceptableName(call.name), arguments: JSON.stringify(call.arguments) }
          }))
        })
  }
}

/** Results are messages of their own and hold text alone: their pictures follow in the user's words. */
function toUserMessages(
  { content }: ModelMessage,
  { limits, dialect }: RequestForm
): readonly ChatCompletionMessageParam[] {
  const results = content.filter((item) => item.type === 'tool-result')
  const read = results.map((result) => ({ result, pieces: resultPieces(result, limits) }))
  const pictures = read.flatMap(({ pieces }) => pieces.filter((piece) => piece.type === 'image'))
  const shown: readonly Piece[] = [
    ...(pictures.length === 0 ? [] : [{ type: 'text' as const, text: '[Pictures of the results above]' }]),
    ...pictures,
    ...saidIn(content).map((item) => pieceOfContent(item, limits))
  ]
  return [
    ...read.map(({ result, pieces }): ChatCompletionMessageParam => {
      const texts = pieces.map((piece) => (piece.type === 'text' ? piece.text : '[picture, shown below]'))
      const id = acceptableCallId(result.id, dialect.callIds)
      return { role: 'tool', tool_call_id: id, content: texts.join('\n\n') || '[empty]' }
    }),
    ...(shown.length === 0 ? [] : [{ role: 'user' as const, content: toUserContent(shown) }])
  ]
}

/** Words alone as a plain text: that is what every endpoint takes. */
function toUserContent(pieces: readonly Piece[]): string | ChatCompletionContentPart[] {
  const texts = pieces.flatMap((piece) => (piece.type === 'text' ? piece.text : []))
  if (texts.length === pieces.length) return texts.join('\n\n')
  return pieces.map((piece) =>
    piece.type === 'text' ? piece : { type: 'image_url', image_url: { url: piece.url } }
  )
}

function saidIn(content: ModelMessage['content']): readonly SaidContent[] {
  return content.filter(
    (item): item is SaidContent =>
      item.type !== 'tool-call' && item.type !== 'tool-result' && item.type !== 'thinking'
  )
}
