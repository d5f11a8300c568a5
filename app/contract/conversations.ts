/** Conversations, messages and their parts, as stored and as shown. */
import { z } from 'zod'
import { failure, jsonObject, jsonValue } from './json'
import { serverName } from './servers'

export const conversationId = z.string().min(1).max(64)
export const messageId = z.string().min(1).max(64)
export const callId = z.string().min(1).max(64)

/** `<provider name>/<model id>` or `direct`. */
export const modelId = z.string().min(1).max(300)
export const directModelId = 'direct'

/** A content block of a tool result. Blocks of unknown type are kept whole under `raw`. */
export const contentBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  /** `data` is base64. */
  z.strictObject({ type: z.literal('image'), mimeType: z.string(), data: z.string() }),
  z.strictObject({ type: z.literal('audio'), mimeType: z.string(), data: z.string() }),
  z.strictObject({
    type: z.literal('resource'),
    uri: z.string(),
    mimeType: z.string().nullable(),
    text: z.string().nullable(),
    /** base64 */
    blob: z.string().nullable()
  }),
  z.strictObject({
    type: z.literal('resource-link'),
    uri: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    mimeType: z.string().nullable()
  }),
  z.strictObject({ type: z.literal('unknown'), raw: jsonValue })
])
export type ContentBlock = z.infer<typeof contentBlock>

export const toolCallStates = [
  'preparing',
  'waiting for approval',
  'running',
  'done',
  'failed',
  'denied',
  'cancelled'
] as const
export type ToolCallState = (typeof toolCallStates)[number]

export const toolCallProgress = z.strictObject({
  progress: z.number(),
  total: z.number().nullable(),
  message: z.string().nullable()
})
export type ToolCallProgress = z.infer<typeof toolCallProgress>

export const textPart = z.strictObject({ type: z.literal('text'), step: z.number(), text: z.string() })

export const toolCallPart = z.strictObject({
  type: z.literal('tool-call'),
  /** Model step of the turn that asked for the call, from 0. Calls of one step belong to one reply. */
  step: z.number(),
  callId,
  /** The id the provider gave the call; goes back with the result. */
  providerCallId: z.string(),
  /** The tool's name as the model knows it; unique over all servers. */
  modelToolName: z.string(),
  serverName: serverName.nullable(),
  toolName: z.string(),
  toolTitle: z.string().nullable(),
  /** What the server received; what the model asked for when the person changed nothing. */
  arguments: jsonObject,
  isEditedByPerson: z.boolean(),
  state: z.enum(toolCallStates),
  progress: toolCallProgress.nullable(),
  content: z.array(contentBlock),
  structuredContent: jsonValue.nullable(),
  /** The server's own `isError`: a result for the model, not a failure of the call. */
  isError: z.boolean(),
  failure: failure.nullable(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable()
})
export type ToolCallPart = z.infer<typeof toolCallPart>

/** Direct mode: the person asks for a tool themselves. */
export const toolRequestPart = z.strictObject({
  type: z.literal('tool-request'),
  serverName,
  toolName: z.string(),
  arguments: jsonObject
})
export type ToolRequestPart = z.infer<typeof toolRequestPart>

/** A resource that the person attached: what was read, when, so that everybody knows which version it was. */
export const resourcePart = z.strictObject({
  type: z.literal('resource'),
  serverName,
  uri: z.string(),
  name: z.string(),
  mimeType: z.string().nullable(),
  readAt: z.number(),
  contents: z.array(
    z.strictObject({
      uri: z.string(),
      mimeType: z.string().nullable(),
      text: z.string().nullable(),
      /** base64 */
      blob: z.string().nullable()
    })
  ),
  /** The server said after `readAt` that it has changed. */
  hasChanged: z.boolean()
})
export type ResourcePart = z.infer<typeof resourcePart>

/** A prompt that the person inserted: its messages stand for themselves, in order, both roles. */
export const promptPart = z.strictObject({
  type: z.literal('prompt'),
  serverName,
  name: z.string(),
  arguments: z.record(z.string(), z.string()),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: contentBlock }))
})
export type PromptPart = z.infer<typeof promptPart>

/** Tools offered to choose from, in an answer of Direct mode. */
export const toolSuggestionPart = z.strictObject({
  type: z.literal('tool-suggestions'),
  step: z.number(),
  tools: z.array(z.strictObject({ serverName, name: z.string(), description: z.string() }))
})

export const messagePart = z.discriminatedUnion('type', [
  textPart,
  toolCallPart,
  toolRequestPart,
  toolSuggestionPart,
  resourcePart,
  promptPart
])
export type MessagePart = z.infer<typeof messagePart>

export const messageStates = ['streaming', 'complete', 'stopped', 'failed'] as const

export const usage = z.strictObject({ inputTokens: z.number(), outputTokens: z.number() })

export const message = z.strictObject({
  id: messageId,
  conversationId,
  /** Position in the conversation, ascending, with gaps. */
  position: z.number(),
  role: z.enum(['user', 'assistant']),
  createdAt: z.number(),
  /** Model that wrote it; null for the person's messages. */
  model: modelId.nullable(),
  state: z.enum(messageStates),
  parts: z.array(messagePart),
  /** Why the turn ended early. A retry is offered when set. */
  failure: failure.nullable(),
  /** Provider's stop reason (`end_turn`, `max_tokens`, `refusal`) or ours (`step-limit`, `stopped`). */
  stopReason: z.string().nullable(),
  usage: usage.nullable()
})
export type Message = z.infer<typeof message>

export const conversationSummary = z.strictObject({
  id: conversationId,
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  model: modelId,
  isRunning: z.boolean()
})
export type ConversationSummary = z.infer<typeof conversationSummary>

/** A window on the messages of a conversation, oldest first. */
export const messagePage = z.strictObject({
  conversationId,
  messages: z.array(message),
  hasEarlier: z.boolean()
})
export type MessagePage = z.infer<typeof messagePage>
