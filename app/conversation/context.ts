/**
 * Messages and tools as a request for a model: the steps of one answer become the exchange that they
 * were, each call with its result. What a result says is decided in `result-content.ts`, what attachments say in
 * `attachment-content.ts`.
 */
import type {
  Message,
  MessagePart,
  PromptPart,
  ResourcePart,
  ToolCallPart,
  ToolRequestPart
} from '../contract/conversations'
import { arrangeMessages } from '../models/arrange-messages'
import type { ModelContent, ModelMessage, ModelRequest } from '../models/model'
import type { CatalogTool } from '../servers/interface'
import { fromPrompt, fromResource } from './attachment-content'
import { limitImages, toToolResult } from './result-content'
import { isToolCall } from './transcript'

/** Enough for long answers, within what every current model may write. */
const maxOutputTokens = 32_000

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
    message.role === 'user' ? fromPerson(message, source) : fromModel(message)
  )
  return {
    model: source.model,
    systemPrompt: source.systemPrompt,
    messages: limitImages(betweenPersons(arrangeMessages(messages))),
    tools: source.catalog.map(({ modelToolName, description, inputSchema }) => ({
      name: modelToolName,
      description,
      inputSchema
    })),
    maxOutputTokens
  }
}

/** Only a prompt of a server can stand in the way of what providers ask for: that the person begins and ends. */
function betweenPersons(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const say = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] })
  const before = messages[0]?.role === 'assistant' ? [say('[A prompt begins here.]')] : []
  const after = messages.at(-1)?.role === 'assistant' ? [say('[The prompt ends here. Go on from it.]')] : []
  return [...before, ...messages, ...after]
}

/** Several messages where a prompt speaks in both roles. */
function fromPerson(message: Message, source: RequestSource): ModelMessage[] {
  const say = (...content: ModelContent[]): ModelMessage => ({ role: 'user', content })
  return message.parts.flatMap((part) => {
    if (part.type === 'text') return [say({ type: 'text', text: part.text })]
    if (part.type === 'tool-request') return [say(fromToolRequest(part, source))]
    if (part.type !== 'resource' && part.type !== 'prompt') return []
    if (source.isDirect) return [say({ type: 'attachment', name: nameOf(part) })]
    return part.type === 'resource' ? [say(...fromResource(part))] : fromPrompt(part)
  })
}

function nameOf(part: ResourcePart | PromptPart): string {
  return `the ${part.type} ${part.name} of ${part.serverName}`
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
  return steps.flatMap((step) => {
    const own = parts.filter((part) => part.step === step)
    return [
      { role: 'assistant' as const, content: own.flatMap(fromModelPart) },
      { role: 'user' as const, content: own.filter(isToolCall).map(toToolResult) }
    ]
  })
}

type StepPart = Extract<MessagePart, { readonly step: number }>

function isOfStep(part: MessagePart): part is StepPart {
  return 'step' in part
}

function fromModelPart(part: StepPart): ModelContent[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  return part.type === 'tool-call' ? [fromToolCall(part)] : []
}

function fromToolCall(part: ToolCallPart): ModelContent {
  return { type: 'tool-call', id: part.providerCallId, name: part.modelToolName, arguments: part.arguments }
}
