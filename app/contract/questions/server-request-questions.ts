/** Questions that a request of a server causes. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { callId, conversationId, modelId } from '../content-blocks'
import { knownHost, reachedHost, reachedPort } from '../consent/network-access'
import { exchangeId, occasion } from '../exchanges'
import { jsonObject, localizedText, warning } from '../json'
import { tokenUsage } from '../models/usage'
import { samplingContent, samplingMessage, samplingRequest, toolChoices } from '../requests'
import { resourceContents } from '../offers'
import { samplingBudget } from '../sampling-rules'
import { serverName } from '../servers'
import { questionKind, type ServerRequestRule } from './question-kind'

/** What every request of a server has in common. */
const ofServer = {
  serverName,
  /** The call during which the server asks, if known. */
  conversationId: conversationId.nullable(),
  callId: callId.nullable(),
  toolName: z.string().nullable(),
  /** The round of a request that came inside a result, from 1. */
  round: z.number().int().min(1).optional(),
  /** What the server was asked, if that was no call. */
  exchange: z.strictObject({ id: exchangeId, occasion }).optional(),
  /** The view of the call asks, a page of the server. Absent: the server itself. */
  isFromView: z.literal(true).optional()
}

/** Before a model is asked for a server. */
const sampling = questionKind('sampling', {
  question: {
    ...ofServer,
    request: samplingRequest,
    /** The model that the hints lead to, and why. */
    model: modelId,
    modelReason: localizedText,
    /** Exactly what `includeContext` would add, as text; null when it adds nothing. */
    contextPreview: z.string().nullable(),
    /** The part of it that comes from this server, if it asks for more; null: none. */
    ownContextPreview: z.string().nullable().optional(),
    /** Why Parley asks although the user approves this server's requests automatically. */
    note: localizedText.optional(),
    /** The server's budget for today, and what it used. */
    budget: samplingBudget.optional()
  },
  // If the user writes the answer, the next question says what is sent.
  answers: { approve: needs('sends', 'seen'), 'answer-myself': 'nothing', decline: 'safe' },
  answerParts: {
    /** What goes to the model, as the user edited it; absent if unchanged. */
    edited: z
      .strictObject({
        messages: z.array(samplingMessage),
        systemPrompt: z.string().nullable(),
        model: modelId,
        maxTokens: z.number().int().min(1),
        // If one of these is absent, the server's value applies.
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
    /** The context as the user edited it; absent: all of `contextPreview`. Only with `sharesContext`. */
    context: z.string().min(1).max(200_000).optional()
  },
  serverRequest: 'repeatable',
  outlivesConnection: false
})

/** Before the model's answer goes to the server. */
const samplingAnswer = questionKind('sampling-answer', {
  question: {
    ...ofServer,
    content: z.array(samplingContent),
    /** `person` if the user writes the answer. */
    model: modelId,
    stopReason: z.string().nullable(),
    usage: tokenUsage.nullable(),
    /** In the currency of the settings; null: the model has no price, or its usage is unknown. */
    cost: z.number().nullable().optional(),
    /** Tools of the request that the user can call in the answer. Absent: none. */
    tools: samplingRequest.shape.tools.optional(),
    /** Whether the server wants at least one of them used. The user can still answer with text only. */
    isToolRequired: z.boolean().optional()
  },
  answers: { send: needs('sends', 'seen'), discard: 'safe' },
  answerParts: {
    /** The answer as the user edited or wrote it; absent if unchanged. */
    text: z.string().max(2_000_000).optional(),
    /** The calls of the server's tools as the user edited or wrote them; absent if unchanged. */
    toolUses: z
      .array(
        z.strictObject({
          /** The id of the call in the answer; null: a new call. */
          id: z.string().max(1_000).nullable(),
          name: z.string().max(1_000),
          input: jsonObject
        })
      )
      .max(100)
      .optional()
  },
  serverRequest: 'follow-up',
  outlivesConnection: false
})

const elicitation = questionKind('elicitation', {
  question: {
    ...ofServer,
    message: z.string(),
    requestedSchema: jsonObject,
    /** Why the user can't fill in this form (it asks for a password, …); null if they can. */
    refusal: localizedText.nullable(),
    /** Why it may ask for a secret. The user then has to confirm that it doesn't; null: no sign of that. */
    doubt: localizedText.nullable()
  },
  answers: { submit: needs('sends', 'seen'), decline: 'safe', cancel: 'nothing' },
  answerParts: {
    /** What the user filled in. Only with `submit`. */
    content: jsonObject.optional(),
    /** The user confirmed that a form with a `doubt` holds no secret. */
    acceptsDoubt: z.boolean().optional()
  },
  serverRequest: 'repeatable',
  outlivesConnection: false
})

const link = questionKind('link', {
  question: {
    ...ofServer,
    message: z.string(),
    url: z.string(),
    /** Host of the address in normalized form; null if the address can't be opened. */
    host: z.string().nullable(),
    /** Look-alike letters, private addresses and similar. */
    warnings: z.array(warning)
  },
  answers: { open: needs('opens', 'in-place'), decline: 'safe', cancel: 'nothing' },
  answerParts: {},
  serverRequest: 'repeatable',
  outlivesConnection: false
})

/** Before a view sends a message in the name of the user. */
const viewMessage = questionKind('view-message', {
  question: {
    ...ofServer,
    /** The whole message. */
    text: z.string(),
    /** What the view gave for the model, which goes along; null: nothing. */
    context: z.array(resourceContents).nullable()
  },
  answers: { send: needs('sends', 'in-place'), decline: 'safe' },
  answerParts: {},
  serverRequest: 'repeatable',
  outlivesConnection: false
})

/** Before files of a view are saved. A system dialog then asks where. */
const viewFiles = questionKind('view-files', {
  question: {
    ...ofServer,
    files: z.array(
      z.strictObject({
        /** Safe: without a folder. */
        name: z.string(),
        mimeType: z.string().nullable(),
        /** In bytes. */
        size: z.number().int().min(0)
      })
    )
  },
  answers: { save: needs('permits', 'in-place'), decline: 'safe' },
  answerParts: {},
  serverRequest: 'repeatable',
  outlivesConnection: false
})

/** Before a sandboxed server connects to a host that its entry doesn't list. */
const reach = questionKind('reach', {
  question: {
    serverName,
    /** The running call, if there is exactly one. The user can stop it. */
    conversationId: conversationId.nullable(),
    callId: callId.nullable(),
    toolName: z.string().nullable(),
    /** All running calls of the server. */
    calls: z.array(z.strictObject({ callId, toolName: z.string().nullable() })),
    host: reachedHost,
    port: reachedPort,
    /** What `allow-always` adds to the entry. */
    line: z.string(),
    /** Whether the server was still starting. If it gives up before the answer, Parley connects it again. */
    isConnecting: z.boolean().optional(),
    /** Other servers whose entries list the host. */
    namedBy: z.array(serverName),
    known: knownHost.optional(),
    /** Warnings about the host, most important first. */
    warnings: z.array(warning)
  },
  answers: {
    'allow-once': needs('permits', 'in-place'),
    'allow-always': needs('permits', 'in-place'),
    never: 'nothing',
    'not-now': 'safe'
  },
  answerParts: {},
  serverRequest: 'repeatable',
  // The server connects while it starts, too. The request ends when its process does.
  outlivesConnection: true
})

const requests = {
  sampling,
  'sampling-answer': samplingAnswer,
  elicitation,
  link,
  'view-message': viewMessage,
  'view-files': viewFiles,
  reach
}

type RequestKinds = typeof requests
type RepeatableKinds = {
  [K in keyof RequestKinds as RequestKinds[K]['serverRequest'] extends 'repeatable' ? K : never]: K
}

/** Before the next question of a server that keeps asking. */
const askAgain = questionKind('ask-again', {
  question: {
    ...ofServer,
    /** What it wants to ask now. */
    wants: z.enum(listRepeatable(requests)),
    /** Its questions since the user last started something. */
    askedCount: z.number().int().min(1)
  },
  answers: { 'let-ask': needs('permits', 'seen'), refuse: 'safe' },
  answerParts: {},
  serverRequest: 'follow-up',
  outlivesConnection: false
})

export const serverRequestQuestions = { ...requests, 'ask-again': askAgain }

function listRepeatable(
  kinds: Readonly<Record<string, { readonly serverRequest: ServerRequestRule }>>
): RepeatableKinds {
  const names = Object.keys(kinds).filter((name) => kinds[name]?.serverRequest === 'repeatable')
  return Object.fromEntries(names.map((name) => [name, name])) as RepeatableKinds
}
