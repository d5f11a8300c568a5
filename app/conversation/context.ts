/**
 * Messages and tools as a request for a model: the steps of one answer become the exchange that they
 * were, each call with its result. What a result says is decided in `result-content.ts`.
 */
import { cutText } from '../base/cut-text'
import type { Message, MessagePart, ToolCallPart, ToolRequestPart } from '../contract/conversations'
import type { ModelContent, ModelMessage, ModelRequest, ModelTool } from '../models/model'
import type { CatalogTool } from '../servers/interface'
import { chooseOfferedTools } from './offered-tools'
import { limitImages, toToolResult } from './result-content'
import { isToolCall } from './transcript'

/** Enough for long answers, within what every current model may write. */
const maxOutputTokens = 32_000
/** In characters, of one tool. */
const descriptionLimit = 4_096
/** What a person who reads a description does not see, and a model does: tags, marks of direction, no-width. */
const hidden = /[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]|[\u200B\u2060-\u2064\uFEFF\p{Bidi_Control}]/gu

export interface RequestSource {
  /** Oldest first, the answer in progress last. */
  readonly messages: readonly Message[]
  readonly catalog: readonly CatalogTool[]
  /** The provider's own id of the model. */
  readonly model: string
  /** Direct reads the person's tool requests as data, models as words. */
  readonly isDirect: boolean
  readonly systemPrompt: string
}

export function buildRequest(source: RequestSource): ModelRequest {
  const messages = source.messages.flatMap((message) =>
    message.role === 'user' ? [fromPerson(message, source)] : fromModel(message)
  )
  return {
    model: source.model,
    systemPrompt: source.systemPrompt,
    messages: limitImages(messages),
    tools: (source.isDirect ? source.catalog : chooseOfferedTools(source.catalog)).map(toModelTool),
    maxOutputTokens
  }
}

function toModelTool({ modelToolName, description, inputSchema }: CatalogTool): ModelTool {
  const visible = description.replace(hidden, '')
  return { name: modelToolName, description: cutText(visible, descriptionLimit), inputSchema }
}

function fromPerson(message: Message, source: RequestSource): ModelMessage {
  const content = message.parts.flatMap((part): ModelContent[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }]
    return part.type === 'tool-request' ? [fromToolRequest(part, source)] : []
  })
  return { role: 'user', content }
}

function fromToolRequest(part: ToolRequestPart, source: RequestSource): ModelContent {
  const tool = source.catalog.find((one) => one.serverName === part.serverName && one.name === part.toolName)
  const name = tool?.modelToolName ?? part.toolName
  if (source.isDirect) return { type: 'tool-request', name, arguments: part.arguments }
  return {
    type: 'text',
    text: `Call the tool ${name} with these arguments: ${JSON.stringify(part.arguments)}`
  }
}

/** One answer of several steps: what the model wrote and asked for, then the results, then the next step. */
function fromModel(message: Message): readonly ModelMessage[] {
  const parts = message.parts.filter(isOfStep)
  const steps = [...new Set(parts.map((part) => part.step))]
  const exchange = steps.flatMap((step): ModelMessage[] => {
    const own = parts.filter((part) => part.step === step)
    return [
      { role: 'assistant', content: own.flatMap(fromModelPart) },
      { role: 'user', content: own.filter(isToolCall).map(toToolResult) }
    ]
  })
  return exchange.filter(({ content }) => content.length > 0)
}

function isOfStep(part: MessagePart): part is Exclude<MessagePart, ToolRequestPart> {
  return part.type !== 'tool-request'
}

function fromModelPart(part: Exclude<MessagePart, ToolRequestPart>): ModelContent[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  return part.type === 'tool-call' ? [fromToolCall(part)] : []
}

function fromToolCall(part: ToolCallPart): ModelContent {
  return { type: 'tool-call', id: part.providerCallId, name: part.modelToolName, arguments: part.arguments }
}
