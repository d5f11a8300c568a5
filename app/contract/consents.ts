/** Questions that wait for the person, and their answers. */
import { z } from 'zod'
import { callId, contentBlock, conversationId, modelId } from './content-blocks'
import { tokenUsage } from './models/usage'
import { exchangeId, occasion } from './exchanges'
import { destinationAnswer, destinationQuestion } from './destination'
import { dataFlow, dataSharingExtents } from './flows'
import { grantCondition, grantScopes } from './grants'
import { jsonObject, jsonValue, localizedText, warning } from './json'
import { samplingContent, samplingMessage, samplingRequest, toolChoices } from './requests'
import { samplingBudget } from './sampling-rules'
import { questionId } from './consent/question-id'
import { leftPermissions, serverTrustQuestion } from './server-trust'
import { knownHost, networkAnswer, reachedHost, reachedPort } from './consent/network-access'
import { serverName, toolAnnotations } from './servers'
import { signInAnswer, signInQuestion } from './accounts'

export type { ServerAct } from './server-act'

/** What a person reads or a model is told of a tool: the part that an approval is bound to. */
export const toolDefinition = z.strictObject({
  title: z.string().nullable(),
  description: z.string(),
  annotations: toolAnnotations,
  inputSchema: jsonObject,
  outputSchema: jsonObject.nullable()
})
export type ToolDefinition = z.infer<typeof toolDefinition>

/**
 * What a tool may do, by its server's hints read with distrust. `doubtful`: called read-only, and named like a tool
 * that changes things.
 */
export const toolEffects = ['read-only', 'adds', 'destructive', 'doubtful', 'unknown'] as const
export type ToolEffect = (typeof toolEffects)[number]

export const toolCallQuestion = z.strictObject({
  type: z.literal('tool-call'),
  id: questionId,
  askedAt: z.number(),
  conversationId,
  callId,
  serverName,
  toolName: z.string(),
  toolTitle: z.string().nullable(),
  toolDescription: z.string(),
  annotations: toolAnnotations,
  effect: z.enum(toolEffects),
  arguments: jsonObject,
  inputSchema: jsonObject,
  outputSchema: jsonObject.nullable().optional(),
  /** Model id that asks for the call, or `direct` when the person does. */
  requestedBy: z.string(),
  /** Why it asks although a grant exists (definition changed, …); null when there is none. */
  note: localizedText.nullable(),
  /** What is odd about the tool (hidden text, a name like another's, …), the weightiest first. */
  warnings: z.array(warning).optional(),
  /** The definition that was approved before, where it is another one now. */
  previousDefinition: toolDefinition.optional(),
  /** Limits that a longer permission may have, made from this very call, which keeps to all of them. */
  suggestedConditions: z.array(grantCondition).optional(),
  /** The longer permissions that may be given. Absent: those for this tool by its name. */
  scopes: z.array(z.enum(grantScopes)).optional(),
  /** What an offered permission for several tools takes in: how many, and the names of the first of them. */
  widerScopes: z
    .array(
      z.strictObject({ scope: z.enum(grantScopes), toolCount: z.number(), toolNames: z.array(z.string()) })
    )
    .optional(),
  /** Passages of the arguments that came from other servers, from resources, or look like secrets. */
  flows: z.array(dataFlow).optional(),
  /** Other servers whose text the model had read when it wrote this call. Absent: none. */
  readFrom: z.array(serverName).optional(),
  /** Servers whose text nothing permits to go here: what the yes is about, beside the call. Absent: none. */
  newFlows: z.array(serverName).optional(),
  /** How often the model made this very call in this turn and got the same result. Absent: not so often that it asks. */
  repeats: z.number().int().optional(),
  /** The script that makes the call, in the model's words. Absent: the model makes it itself. */
  script: z.string().optional()
})
export type ToolCallQuestion = z.infer<typeof toolCallQuestion>

/** What every request of a server has in common. */
const ofServer = {
  id: questionId,
  askedAt: z.number(),
  serverName,
  /** The call during which the server asks, as far as that is known. */
  conversationId: conversationId.nullable(),
  callId: callId.nullable(),
  toolName: z.string().nullable(),
  /** Of a request that came inside a result, from 1. */
  round: z.number().int().min(1).optional(),
  /** What was asked of the server, where that was no call. */
  exchange: z.strictObject({ id: exchangeId, occasion }).optional()
}

/** Before a model is asked for a server. */
export const samplingQuestion = z.strictObject({
  type: z.literal('sampling'),
  ...ofServer,
  request: samplingRequest,
  /** The model that the hints lead to, and why. */
  model: modelId,
  modelReason: localizedText,
  /** Exactly what `includeContext` would add, as text; null when it adds nothing. */
  contextPreview: z.string().nullable(),
  /** The part of it that is the server's own, where it asks for more; null: it has no part in it. */
  ownContextPreview: z.string().nullable().optional(),
  /** Why it is asked although the person approves this server's requests automatically. */
  note: localizedText.optional(),
  /** What the server may ask for today, and what it used of it. */
  budget: samplingBudget.optional()
})
export type SamplingQuestion = z.infer<typeof samplingQuestion>

/** Before the model's answer goes to the server. */
export const samplingAnswerQuestion = z.strictObject({
  type: z.literal('sampling-answer'),
  ...ofServer,
  content: z.array(samplingContent),
  /** `person` where the person is to write the answer. */
  model: modelId,
  stopReason: z.string().nullable(),
  usage: tokenUsage.nullable(),
  /** In the currency of the settings; null: the model has no price, or did not say what it used. */
  cost: z.number().nullable().optional(),
  /** Tools of the request that the person may answer with, in place of a model. Absent: none. */
  tools: samplingRequest.shape.tools.optional(),
  /** Whether the server wants at least one of them used. The person may leave it at words. */
  isToolRequired: z.boolean().optional()
})
export type SamplingAnswerQuestion = z.infer<typeof samplingAnswerQuestion>

export const elicitationQuestion = z.strictObject({
  type: z.literal('elicitation'),
  ...ofServer,
  message: z.string(),
  requestedSchema: jsonObject,
  /** Why this form is not filled in (it asks for a password, …); null when it may be. Only No is left then. */
  refusal: localizedText.nullable(),
  /** Why it may ask for a secret, so that it is only sent after a second look; null: nothing speaks for that. */
  doubt: localizedText.nullable()
})
export type ElicitationQuestion = z.infer<typeof elicitationQuestion>

export const linkQuestion = z.strictObject({
  type: z.literal('link'),
  ...ofServer,
  message: z.string(),
  url: z.string(),
  /** Host of the address as it is looked up, set apart; null when the address can not be opened. */
  host: z.string().nullable(),
  /** Look-alike letters, private addresses and the like, in sentences. */
  warnings: z.array(warning)
})
export type LinkQuestion = z.infer<typeof linkQuestion>

/** Questions that a server can put without end. */
export const repeatableTypes = ['sampling', 'elicitation', 'link', 'reach'] as const

/** Before the next question of a server that goes on asking. */
export const askAgainQuestion = z.strictObject({
  type: z.literal('ask-again'),
  ...ofServer,
  /** What it wants to ask now. */
  wants: z.enum(repeatableTypes),
  /** Its questions since the person last began something. */
  askedCount: z.number().int().min(1)
})
export type AskAgainQuestion = z.infer<typeof askAgainQuestion>

/** What the person may stop instead of an answer: the call (or the request) that a question came with, or its server. */
export const stops = ['call', 'server'] as const

/** Before the model reads what a server gave, where the person wants to see it first. */
export const toolResultQuestion = z.strictObject({
  type: z.literal('tool-result'),
  id: questionId,
  askedAt: z.number(),
  conversationId,
  callId,
  serverName,
  /** Of the tool; of the resource or the prompt, where it is one. */
  toolName: z.string(),
  /** Absent: the result of a call. */
  what: z.enum(['resource', 'prompt']).optional(),
  content: z.array(contentBlock),
  structuredContent: jsonValue.nullable(),
  isError: z.boolean()
})
export type ToolResultQuestion = z.infer<typeof toolResultQuestion>

/** Before a model is told what a server newly says of itself and its tools, where the person wants to see that first. */
export const metadataQuestion = z.strictObject({
  type: z.literal('server-words'),
  id: questionId,
  askedAt: z.number(),
  serverName,
  /** null: nothing new. `previous`: as it was let through before. */
  instructions: z.strictObject({ text: z.string(), previous: z.string().nullable() }).nullable(),
  /** New ones, and those that changed. */
  tools: z.array(
    z.strictObject({ name: z.string(), definition: toolDefinition, previous: toolDefinition.nullable() })
  )
})
export type MetadataQuestion = z.infer<typeof metadataQuestion>

/** Before a conversation goes on by scripts because its model asked for it. The answer is a choice of the conversation. */
export const scriptsQuestion = z.strictObject({
  type: z.literal('scripts'),
  id: questionId,
  askedAt: z.number(),
  conversationId,
  callId,
  /** Who asks. */
  model: modelId,
  /** Why, in the model's words; empty: it gave no reason. */
  reason: z.string()
})
export type ScriptsQuestion = z.infer<typeof scriptsQuestion>

/** Before a contained server reaches a host that its entry does not name. */
export const networkQuestion = z.strictObject({
  type: z.literal('reach'),
  id: questionId,
  askedAt: z.number(),
  serverName,
  /** Of the call that runs, where it is only one: it can be stopped. */
  conversationId: conversationId.nullable(),
  callId: callId.nullable(),
  toolName: z.string().nullable(),
  /** All calls of the server that run. */
  calls: z.array(z.strictObject({ callId, toolName: z.string().nullable() })),
  host: reachedHost,
  port: reachedPort,
  /** What `allow-always` adds to the entry. */
  line: z.string(),
  /** Whether the server was still connecting when it asked: it may give up before the answer, and is connected again then. */
  isConnecting: z.boolean().optional(),
  /** Other servers whose entries name it. */
  namedBy: z.array(serverName),
  known: knownHost.optional(),
  /** What Parley knows of it, the weightiest first. */
  warnings: z.array(warning)
})
export type NetworkQuestion = z.infer<typeof networkQuestion>

export const question = z.discriminatedUnion('type', [
  serverTrustQuestion,
  toolCallQuestion,
  samplingQuestion,
  samplingAnswerQuestion,
  elicitationQuestion,
  linkQuestion,
  toolResultQuestion,
  signInQuestion,
  askAgainQuestion,
  destinationQuestion,
  metadataQuestion,
  scriptsQuestion,
  networkQuestion
])
export type Question = z.infer<typeof question>

export const answer = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('server-trust'),
    decision: z.enum(['trust', 'keep-stopped']),
    /** With a yes: what is left of that which the question shows. Absent: all of it. */
    left: leftPermissions.optional()
  }),
  z.strictObject({
    type: z.literal('tool-call'),
    /** Once, or for a scope of `grantScopes`. */
    decision: z.enum([
      'allow-once',
      'allow-conversation',
      'allow-server-conversation',
      'allow-always',
      'allow-read-only',
      'deny'
    ]),
    /** With a longer permission only; for several tools those without a pointer only. */
    conditions: z.array(grantCondition).max(50).optional(),
    /** The arguments as the person left them; absent when unchanged. */
    arguments: jsonObject.optional(),
    /** How far text of `newFlows` may go from now on; with an answer that grants something. Absent: with this call only. */
    flow: z.enum(dataSharingExtents).optional()
  }),
  z.strictObject({
    type: z.literal('sampling'),
    decision: z.enum(['approve', 'answer-myself', 'decline']),
    /** What goes to the model as the person left it; absent when unchanged. */
    edited: z
      .strictObject({
        messages: z.array(samplingMessage),
        systemPrompt: z.string().nullable(),
        model: modelId,
        maxTokens: z.number().int().min(1),
        // Of these, what is absent stays as the server asked for it.
        temperature: z.number().min(0).max(2).nullable().optional(),
        stopSequences: z.array(z.string().min(1).max(1_000)).max(100).optional(),
        metadata: jsonObject.nullable().optional(),
        /** The places of the tools that stay, counted from 0. */
        tools: z.array(z.number().int().min(0)).max(1_000).optional(),
        toolChoice: z.enum(toolChoices).nullable().optional()
      })
      .optional(),
    /** Whether `contextPreview` goes to the model, too. Absent: it does not. */
    sharesContext: z.boolean().optional(),
    /** The context as the person left it; absent: all of `contextPreview`. With `sharesContext` only. */
    context: z.string().min(1).max(200_000).optional()
  }),
  z.strictObject({
    type: z.literal('sampling-answer'),
    decision: z.enum(['send', 'discard']),
    /** The answer as the person left or wrote it; absent when unchanged. */
    text: z.string().max(2_000_000).optional(),
    /** The calls of the server's tools as the person left or wrote them; absent when unchanged. */
    toolUses: z
      .array(
        z.strictObject({
          /** Of the call in the answer; null: a new one. */
          id: z.string().max(1_000).nullable(),
          name: z.string().max(1_000),
          input: jsonObject
        })
      )
      .max(100)
      .optional()
  }),
  z.strictObject({
    type: z.literal('elicitation'),
    decision: z.enum(['submit', 'decline', 'cancel']),
    /** What was filled in; with `submit` only. */
    content: jsonObject.optional(),
    /** The person has looked again at a form that is in doubt. */
    acceptsDoubt: z.boolean().optional()
  }),
  z.strictObject({ type: z.literal('link'), decision: z.enum(['open', 'decline', 'cancel']) }),
  z.strictObject({
    type: z.literal('tool-result'),
    decision: z.enum(['pass', 'refuse']),
    /** All texts of the result in their order, as the person left them; absent when unchanged. With `pass` only. */
    texts: z.array(z.string().max(2_000_000)).max(10_000).optional()
  }),
  signInAnswer,
  destinationAnswer,
  networkAnswer,
  z.strictObject({ type: z.literal('ask-again'), decision: z.enum(['let-ask', 'refuse']) }),
  z.strictObject({ type: z.literal('server-words'), decision: z.enum(['let-through', 'keep-back']) }),
  z.strictObject({ type: z.literal('scripts'), decision: z.enum(['allow', 'deny']) })
])
export type QuestionAnswer = z.infer<typeof answer>
