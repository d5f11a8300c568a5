/** Converts Parley's request to parameters of the Messages API. The caller decides what to send. */
import type {
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  ToolChoice,
  ToolResultBlockParam
} from '@anthropic-ai/sdk/resources/messages'
import { toModelDocument, readBlockWords } from '../../contract/content/documents'
import { readPicture } from '../../contract/content/picture-types'
import type { ContentBlock } from '../../contract/content-blocks'
import { arrangeMessages } from '../arrange-messages'
import { acceptableCallId } from '../call-ids'
import type { ModelContent, ModelMessage, ModelRequest } from '../model'
import type { ProviderLimits } from '../provider-descriptor'
import { findAnthropicMaxTemperature } from './highest-temperature'
import { listToolReferences } from './deferred-tools'
import { toThinking } from './anthropic-thinking'
import { toAnthropicTool } from './anthropic-tool-rules'

/** Newer models reject a temperature, so the library no longer has it; older ones still accept it. */
type AnthropicRequest = MessageCreateParamsStreaming & { readonly temperature?: number }

export interface Form {
  readonly limits: ProviderLimits
  /** Whose earlier thoughts are sent back (`thinking-writer.ts`). */
  readonly writer: string
  /**
   * Tools whose definitions are sent where they were found: only for a service that supports it, see `deferred-tools.ts`.
   */
  readonly late?: ReadonlySet<string>
  /** Whether the service shows thinking that is on by default. */
  readonly showsThoughts?: boolean
  /** Whether it is asked to cite the documents that its text is based on. */
  readonly cites?: boolean
}

export function toAnthropicRequest(request: ModelRequest, wanted: Form): AnthropicRequest {
  const most = request.takesDocuments === true ? wanted.limits.document : 0
  const form = { ...wanted, limits: { ...wanted.limits, document: most } }
  const { limits, writer, late = new Set(), showsThoughts: showsByItself = false } = form
  const thinking = toThinking(request, { mostTokens: limits.outputTokens, showsByItself })
  return {
    model: request.model,
    ...thinking,
    stream: true,
    messages: arrangeMessages(request.messages, writer).map(({ role, content }): MessageParam => ({
      role,
      content: content.map((item) => toBlock(item, role, form))
    })),
    ...(request.systemPrompt.trim() === '' ? {} : { system: request.systemPrompt }),
    ...(request.tools.length === 0 ? {} : toTools(request, late)),
    ...toStopSequences(request),
    // The API accepts no temperature with thinking.
    ...(thinking.thinking?.type === 'enabled' ? {} : toTemperature(request)),
    ...toMetadata(request, limits)
  }
}

function toTemperature({ model, temperature }: ModelRequest): Pick<AnthropicRequest, 'temperature'> {
  const highest = findAnthropicMaxTemperature(model)
  return temperature === undefined || highest === null ? {} : { temperature: Math.min(temperature, highest) }
}

/** The API knows one key and rejects a request with others. */
function toMetadata(
  { metadata = {} }: ModelRequest,
  limits: ProviderLimits
): Pick<AnthropicRequest, 'metadata'> {
  const userId = metadata['user_id']
  return typeof userId === 'string' && userId !== '' && userId.length <= limits.userId
    ? { metadata: { user_id: userId } }
    : {}
}

/** The API rejects a choice without tools. */
function toTools(
  { tools, toolChoice }: ModelRequest,
  late: ReadonlySet<string>
): Pick<MessageCreateParamsStreaming, 'tools' | 'tool_choice'> {
  const types = { auto: 'auto', required: 'any', none: 'none' } as const
  const choice: { tool_choice?: ToolChoice } =
    toolChoice === undefined ? {} : { tool_choice: { type: types[toolChoice] } }
  const defer = { defer_loading: true } as const
  return {
    tools: tools.map((tool) => ({ ...toAnthropicTool(tool), ...(late.has(tool.name) && defer) })),
    ...choice
  }
}

/** The API rejects blank ones. */
function toStopSequences({
  stopSequences = []
}: ModelRequest): Pick<MessageCreateParamsStreaming, 'stop_sequences'> {
  const kept = stopSequences.filter((sequence) => sequence.trim() !== '')
  return kept.length === 0 ? {} : { stop_sequences: kept }
}

/** Models of other vendors may have created ids with other characters. */
const callIds = { longest: 64, form: /^[\w-]+$/ }

function toBlock(content: ModelContent, role: ModelMessage['role'], form: Form): ContentBlockParam {
  switch (content.type) {
    case 'text':
      return toText(content.text)
    case 'thinking':
      return toThought(content)
    case 'tool-call':
      return {
        type: 'tool_use',
        id: acceptableCallId(content.id, callIds),
        name: acceptableName(content.name),
        input: content.arguments
      }
    case 'tool-result':
      return toResult(content, form)
    case 'block':
      // The API accepts images only from the user.
      return role === 'user'
        ? toContentBlock(content.block, form, content.file)
        : toText(readBlockWords(content.block, content.file))
    case 'attachment':
      return toText(`[${content.name} was attached]`)
    case 'tool-request':
      return { type: 'text', text: `Call the tool ${content.name} with ${JSON.stringify(content.arguments)}` }
  }
}

/** Unchanged: the API checks that a thought and its signature match. */
function toThought({ text, seal: { data } }: ModelContent & { type: 'thinking' }): ContentBlockParam {
  if (data['type'] === 'redacted_thinking') return { type: 'redacted_thinking', data: data['data'] as string }
  return { type: 'thinking', thinking: text, signature: data['signature'] as string }
}

/** Names of calls that never reached a tool may be anything; the API rejects a whole conversation for one of them. */
function acceptableName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unknown'
}

function toResult(result: ModelContent & { type: 'tool-result' }, form: Form): ToolResultBlockParam {
  const references = listToolReferences(result, form.late ?? new Set())?.map((name) => {
    return { type: 'tool_reference', tool_name: name } as const
  })
  const words = result.content
    .map((block) => toContentBlock(block, form))
    .filter((block) => block.type !== 'text' || block.text.trim() !== '')
  const content = references ?? words
  return {
    type: 'tool_result',
    tool_use_id: acceptableCallId(result.id, callIds),
    is_error: result.isError,
    content
  }
}

function toContentBlock(
  block: ContentBlock,
  { limits, cites = false }: Form,
  file?: string
): TextBlockParam | ImageBlockParam | DocumentBlockParam {
  const document = toModelDocument(block, limits.document)
  if (document !== null) {
    return {
      type: 'document',
      title: document.name,
      source: { type: 'base64', media_type: 'application/pdf', data: document.data },
      ...(cites && { citations: { enabled: true } })
    }
  }
  const picture = block.type === 'image' && block.data.length <= limits.image ? readPicture(block.data) : null
  if (picture === null) return toText(readBlockWords(block, file))
  return {
    type: 'image',
    source: { type: 'base64', media_type: picture.mimeType, data: picture.data }
  }
}

function toText(text: string): TextBlockParam {
  return { type: 'text', text: text.toWellFormed() }
}
