/** Converts Parley's request to parameters of the Responses API. The service is asked to store nothing. */
import type { ResponseCreateParamsStreaming, ResponseInputItem } from 'openai/resources/responses/responses'
import { arrangeMessages } from '../arrange-messages'
import type { ModelContent, ModelMessage, ModelRequest } from '../model'
import { acceptableCallId } from '../call-ids'
import type { RequestForm } from './chat-request'
import { acceptableName, toFileField, noMedia, toContentPiece, toMessagePiece, resultPieces } from './content'
import type { MediaPiece, TakenMedia } from './content'
import { toTemperature } from './temperature'
import { toReasoning, toReasoningItem } from './openai-thinking'

export function toResponsesRequest(request: ModelRequest, form: RequestForm): ResponseCreateParamsStreaming {
  const { systemPrompt, messages, model, maxOutputTokens } = request
  const { writer = null, dialect } = form
  const media = { image: form.limits.image, document: request.takesDocuments ? form.limits.document : 0 }
  return {
    model,
    stream: true,
    // Parley stores the conversation; by default the service would keep each answer for a month.
    store: false,
    input: arrangeMessages(messages, writer).flatMap(({ role, content }) =>
      content.map((item) => toItem(item, role, { dialect, media }))
    ),
    // A local model may have a smaller context than Parley's limit, and rejects a request for more.
    ...(dialect.api === 'responses' || maxOutputTokens < form.limits.outputTokens
      ? { max_output_tokens: maxOutputTokens }
      : {}),
    ...(systemPrompt.trim() === '' ? {} : { instructions: systemPrompt }),
    ...toReasoning(request),
    ...toTemperature(request),
    ...toTools(request)
  }
}

/** The API rejects a choice without tools. */
function toTools({
  tools,
  toolChoice
}: ModelRequest): Pick<ResponseCreateParamsStreaming, 'tools' | 'tool_choice'> {
  if (tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      parameters: inputSchema,
      // Strict schemas don't allow optional arguments, which servers use.
      strict: false
    })),
    ...(toolChoice === undefined ? {} : { tool_choice: toolChoice })
  }
}

function toItem(
  item: ModelContent,
  role: ModelMessage['role'],
  { media, dialect }: Pick<RequestForm, 'dialect'> & { readonly media: TakenMedia }
): ResponseInputItem {
  if (item.type === 'thinking') return toReasoningItem(item)
  if (item.type === 'tool-call') {
    return {
      type: 'function_call',
      call_id: acceptableCallId(item.id, dialect.callIds),
      name: acceptableName(item.name),
      arguments: JSON.stringify(item.arguments)
    }
  }
  if (item.type === 'tool-result') {
    return {
      type: 'function_call_output',
      call_id: acceptableCallId(item.id, dialect.callIds),
      output: toOutput(resultPieces(item, (block) => toContentPiece(block, media)))
    }
  }
  // The API accepts pictures and documents only from the user.
  const taken = role === 'user' ? media : noMedia
  const piece = toMessagePiece(item, (block, file) => toContentPiece(block, taken, file))
  return { role, content: piece.type === 'text' ? piece.text : [toInput(piece)] }
}

function toOutput(
  pieces: readonly MediaPiece[]
): Extract<ResponseInputItem, { type: 'function_call_output' }>['output'] {
  const texts = pieces.flatMap((piece) => (piece.type === 'text' ? piece.text : []))
  return texts.length === pieces.length ? texts.join('\n\n') : pieces.map(toInput)
}

function toInput(piece: MediaPiece) {
  if (piece.type === 'document') return { type: 'input_file' as const, ...toFileField(piece) }
  return piece.type === 'text'
    ? { type: 'input_text' as const, text: piece.text }
    : { type: 'input_image' as const, image_url: piece.url, detail: 'auto' as const }
}
