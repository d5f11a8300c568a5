/** Conversations, messages and their parts, as stored and as shown. */
import { z } from 'zod'
import { citation } from './conversation/citation'
import { importSources } from './conversation/import-limits'
import { callId, contentBlock, conversationId, messageId, modelId } from './content-blocks'
import { conversationChoices } from './conversation/choices'
import { folderChoice } from './conversation/folders'
import { failure, jsonObject, jsonValue, localizedText } from './json'
import { listPlaces } from './limits'
import { messageContext, tokenUsage } from './models/usage'
import { argumentProblem, serverName } from './servers'
import {
  callModel,
  shortenedText,
  lateAnswer,
  readSourceSchema,
  resultReview,
  taskView,
  callTimeLimit,
  toolCallProgress,
  toolCallStates
} from './tool-calls'

export type { ContextSummary, Usage } from './models/usage'

export const thinkingSeal = z.strictObject({
  /** Provider type, hostname and model: no other model gets it. */
  writer: z.string(),
  /** The provider's own data, unchanged. */
  data: jsonObject
})
export type ThinkingSeal = z.infer<typeof thinkingSeal>

export const textPart = z.strictObject({
  type: z.literal('text'),
  step: z.number(),
  text: z.string(),
  /** Each once, in text order; absent: none. */
  citations: z.array(citation).max(200).optional()
})

/** Thinking of a model before its answer: shown to the user, and sent back to the model that wrote it. */
export const thinkingPart = z.strictObject({
  type: z.literal('thinking'),
  step: z.number(),
  /** Empty when the provider doesn't show it. */
  text: z.string(),
  /** Lets the model that wrote it receive it again; absent: no model does. */
  seal: thinkingSeal.optional()
})
export type ThinkingPart = z.infer<typeof thinkingPart>

/** An earlier call of the conversation that the user ran again to compare the results. */
export const rerunSource = z.strictObject({ messageId, callId })
export type RerunOf = z.infer<typeof rerunSource>

export const toolCallPart = z.strictObject({
  type: z.literal('tool-call'),
  /** Model step of the turn that made the call, from 0. Calls of one step belong to one reply. */
  step: z.number(),
  callId,
  /** The id the provider gave the call; goes back with the result. */
  providerCallId: z.string(),
  /** The tool's name as the model knows it; unique over all servers. */
  modelToolName: z.string(),
  serverName: serverName.nullable(),
  toolName: z.string(),
  toolTitle: z.string().nullable(),
  /** What the server received; equal to the model's arguments unless the user edited them. */
  arguments: jsonObject,
  isEditedByPerson: z.boolean(),
  /** The permission that allowed the call; null when it is unknown. Absent: Parley asked the user. */
  grantId: z.string().nullable().optional(),
  state: z.enum(toolCallStates),
  progress: toolCallProgress.nullable(),
  content: z.array(contentBlock),
  structuredContent: jsonValue.nullable(),
  /** The server's own `isError`: a result for the model, not a failure of the call. */
  isError: z.boolean(),
  /** `_meta` of the result, unchanged: shown as data, never sent to a model. */
  resultMeta: jsonObject.optional(),
  failure: failure.nullable(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** Where `structuredContent` does not fit the tool's output schema; shown to the user and the model. */
  outputProblems: z.array(argumentProblem).optional(),
  /** For a tool search: the tools found, best first. The model gets their definitions from this point. */
  foundTools: z.array(z.strictObject({ serverName, toolName: z.string() })).optional(),
  /** For a script: what it printed. Its return value is the content; its calls follow as separate parts. */
  script: z.strictObject({ output: z.string() }).optional(),
  /** The script call that made this one. The model reads only what the script returns. */
  scriptCallId: callId.optional(),
  /** Absent when the result is complete here. */
  kept: shortenedText.optional(),
  /**
   * For a call with which a model continues reading: `content` has the text that was read, as the other server sent it.
   */
  readOf: readSourceSchema.optional(),
  timeLimit: callTimeLimit.optional(),
  askedModels: z.array(callModel).optional(),
  task: taskView.optional(),
  lateAnswer: lateAnswer.optional(),
  /** Absent when the result was not reviewed. `content` stays as the server sent it. */
  review: resultReview.optional(),
  rerunOf: rerunSource.optional(),
  /** The `ui://` address of the view that its server brings for it; absent: none. */
  viewUri: z.string().optional()
})
export type ToolCallPart = z.infer<typeof toolCallPart>

/** Direct mode: the user calls a tool themselves. */
export const toolRequestPart = z.strictObject({
  type: z.literal('tool-request'),
  serverName,
  toolName: z.string(),
  arguments: jsonObject,
  /** The user sends arguments that the schema doesn't allow, to see the server's response. */
  isUnchecked: z.boolean().optional(),
  /** Runs that call again without a model. Its arguments may come from a server or a model. */
  rerunOf: rerunSource.optional()
})
export type ToolRequestPart = z.infer<typeof toolRequestPart>

/** A resource that the user attached: its content and the time it was read, which identifies the version. */
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
      blob: z.string().nullable(),
      meta: jsonObject.optional()
    })
  ),
  /** The server reported a change after `readAt`. */
  hasChanged: z.boolean(),
  /**
   * A view of the server gave it: as a message in the name of the user, or as context for the model. Absent: the user
   * attached it.
   */
  fromView: z.enum(['message', 'context']).optional()
})
export type ResourcePart = z.infer<typeof resourcePart>

/** A prompt that the user inserted: its messages in order, with their roles. */
export const promptPart = z.strictObject({
  type: z.literal('prompt'),
  serverName,
  name: z.string(),
  arguments: z.record(z.string(), z.string()),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: contentBlock }))
})
export type PromptPart = z.infer<typeof promptPart>

/** A file of the user, as it was when they added it. The window reads all of it; its path is unknown. */
export const filePart = z.strictObject({
  type: z.literal('file'),
  name: z.string(),
  /** Of the added file. */
  mimeType: z.string(),
  /** Bytes that go with the message: of the file, and of the text of a PDF. */
  size: z.number(),
  /** Its text, for models; null when it has none. */
  text: z.string().nullable(),
  /** base64, for models that accept the file itself; null when only its text is sent. A PDF may have both. */
  data: z.string().nullable()
})
export type FilePart = z.infer<typeof filePart>

/** Chosen by the page; identifies only files that wait for their message. */
export const fileId = z.string().min(1).max(64)

/** A file that waits for its message. */
export const waitingFile = filePart.omit({ type: true, text: true, data: true }).extend({
  fileId,
  /** What is sent of a PDF: its text, its pages as images for models that accept them, or both. */
  pdf: z.enum(['words', 'pages', 'both']).optional()
})
export type WaitingFile = z.infer<typeof waitingFile>

/** Suggested tools, in an answer of Direct mode. */
export const toolSuggestionPart = z.strictObject({
  type: z.literal('tool-suggestions'),
  step: z.number(),
  tools: z.array(z.strictObject({ serverName, name: z.string(), description: z.string() }))
})

/** What a server asked before the result of a call, in the order of the answers. */
export const exchange = z.strictObject({
  callId,
  toolName: z.string(),
  /** `round` counts from 1; a round may have several entries. */
  entries: z.array(z.strictObject({ round: z.number().int().min(1), text: localizedText }))
})
export type Exchange = z.infer<typeof exchange>

/** Something that happened between host and servers while the answer was written, worded by Parley. */
export const notePart = z.strictObject({
  type: z.literal('note'),
  step: z.number(),
  serverName: serverName.nullable(),
  text: localizedText,
  /** Whether the model reads it too. */
  isForModel: z.boolean(),
  /** Its rounds, introduced by the text. */
  exchange: exchange.optional(),
  /** A folder that the sandbox blocked for the server, and that one click can allow. */
  closedFolder: z.strictObject({ id: z.string().min(1).max(100), folder: z.string().max(1_000) }).optional()
})
export type NotePart = z.infer<typeof notePart>

export const messagePart = z.discriminatedUnion('type', [
  textPart,
  thinkingPart,
  toolCallPart,
  toolRequestPart,
  toolSuggestionPart,
  resourcePart,
  promptPart,
  filePart,
  notePart
])
export type MessagePart = z.infer<typeof messagePart>

export const messageStates = ['streaming', 'complete', 'stopped', 'failed'] as const

export const chatMessage = z.strictObject({
  id: messageId,
  conversationId,
  /** The parent message; null for the first one. The displayed branch follows these ids. */
  parentId: messageId.nullable(),
  role: z.enum(['user', 'assistant']),
  createdAt: z.number(),
  /** Model that wrote it; null for the user's messages. */
  model: modelId.nullable(),
  state: z.enum(messageStates),
  parts: z.array(messagePart),
  /** Why the turn ended early. If it is set, a retry is offered. */
  failure: failure.nullable(),
  /** Provider's stop reason (`end_turn`, `max_tokens`, `refusal`) or Parley's own (`step-limit`, `stopped`). */
  stopReason: z.string().nullable(),
  usage: tokenUsage.nullable(),
  ...messageContext,
  /** Imported from a file: it never counts as text of the user or of a model used here. */
  importedFrom: z.enum(importSources).optional()
})
export type Message = z.infer<typeof chatMessage>

export const conversationSummary = z.strictObject({
  id: conversationId,
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  model: modelId,
  /** Folders that servers may know of during its turns, with absolute paths; absent: none. */
  folders: z.array(folderChoice).optional(),
  /** Its section in the list; absent: by its day. */
  shelf: z.enum(listPlaces).optional(),
  /** The folder in the list that contains it; absent: none. */
  drawerId: z.string().min(1).max(64).optional(),
  /** Settings that differ in it; absent: none. */
  choices: conversationChoices.optional(),
  /** Parts of its requests that the user leaves out, by key; absent: none. */
  leftOut: z.array(z.string()).optional(),
  /** Imported from a file. */
  importedFrom: z.enum(importSources).optional(),
  isRunning: z.boolean()
})
export type ConversationSummary = z.infer<typeof conversationSummary>

/** A place in a message whose text neither the user nor the model wrote as message text. */
export const hitPlace = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    callId,
    toolName: z.string(),
    /** The script that made the call; absent: none. */
    scriptCallId: callId.optional(),
    /** False: in the arguments of the call. */
    isInResult: z.boolean(),
    /** In the rest of a long result, which is stored separately. */
    isBeyond: z.boolean()
  }),
  z.strictObject({
    type: z.literal('attachment'),
    /** Index of the part in the message. */
    part: z.number().int().min(0),
    kind: z.enum(['file', 'resource', 'prompt']),
    name: z.string()
  })
])
export type HitPlace = z.infer<typeof hitPlace>

/** The best matching message of a found conversation, with an excerpt. */
export const searchHit = z.strictObject({
  messageId,
  /** Absent: in the text of the message itself. */
  place: hitPlace.optional(),
  /** In order, with the matches marked. */
  pieces: z.array(z.strictObject({ text: z.string(), isFound: z.boolean() }))
})
export type SearchHit = z.infer<typeof searchHit>

/** `hit` is absent when only the title matches. */
export const foundConversation = conversationSummary.extend({ hit: searchHit.optional() })
export type FoundConversation = z.infer<typeof foundConversation>

/** For messages with alternatives: the ids of all messages with the same parent, oldest first, including their own. */
export const branches = z.record(messageId, z.array(messageId).min(2))
export type Branches = z.infer<typeof branches>

/** A message that contains the search text, and how often. */
export const foundMessage = z.strictObject({ messageId, count: z.number().int().min(1) })
export type FoundMessage = z.infer<typeof foundMessage>

/** A range of the messages of a conversation, oldest first, each the parent of the next. */
export const messagePage = z.strictObject({
  conversationId,
  messages: z.array(chatMessage),
  hasEarlier: z.boolean(),
  /** Absent: no message has an alternative. */
  branches: branches.optional()
})
export type MessagePage = z.infer<typeof messagePage>

export const queuedId = z.string().min(1).max(64)

export const queuedMessage = z.strictObject({
  id: queuedId,
  /** The beginning of its text; empty when it has only attachments. */
  text: z.string(),
  /** Names of its attachments. */
  attached: z.array(z.string()),
  /** A view of this server wrote it, so the user can't edit it. Absent: the user wrote it. */
  fromViewOf: serverName.optional(),
  /** Sent only when the user sends it: the answer it waited for was cut off, or Parley was closed. */
  isHeld: z.boolean(),
  /** Sent with the results of the running calls, not only when the answer is complete. */
  isNext: z.boolean()
})
export type QueuedMessage = z.infer<typeof queuedMessage>

/** In sending order. */
export const messageQueue = z.strictObject({ conversationId, messages: z.array(queuedMessage) })
export type MessageQueue = z.infer<typeof messageQueue>

/** A message that was taken out of the queue, complete; its files wait for a message again. */
export const takenMessage = z.strictObject({
  text: z.string(),
  resources: z.array(z.strictObject({ serverName, uri: z.string(), name: z.string() })),
  prompt: z
    .strictObject({ serverName, name: z.string(), arguments: z.record(z.string(), z.string()) })
    .nullable(),
  files: z.array(waitingFile)
})
export type TakenMessage = z.infer<typeof takenMessage>
