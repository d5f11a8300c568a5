/** Questions in a conversation: about a tool call, about its result, and whether the model may write scripts. */
import { z } from 'zod'
import { needs } from '../consent/approval'
import { callId, contentBlock, conversationId, modelId } from '../content-blocks'
import { dataFlow, dataSharingExtents } from '../flows'
import { grantCondition, grantScopes } from '../grants'
import { jsonObject, jsonValue, localizedText, warning } from '../json'
import { serverName, toolAnnotations } from '../servers'
import { toolDefinition, toolEffects } from '../tool-definition'
import { questionKind } from './question-kind'

const toolCall = questionKind('tool-call', {
  question: {
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
  },
  /** `allow-once`, or for a scope of `grantScopes`. */
  answers: {
    'allow-once': needs('runs', 'seen'),
    'allow-conversation': needs('permits', 'in-place'),
    'allow-server-conversation': needs('permits', 'in-place'),
    'allow-always': needs('permits', 'in-place'),
    'allow-read-only': needs('permits', 'in-place'),
    deny: 'safe'
  },
  answerParts: {
    /** With a longer permission only; for several tools those without a pointer only. */
    conditions: z.array(grantCondition).max(50).optional(),
    /** The arguments as the person left them; absent when unchanged. */
    arguments: jsonObject.optional(),
    /** How far text of `newFlows` may go from now on; with an answer that grants something. Absent: with this call only. */
    flow: z.enum(dataSharingExtents).optional()
  },
  // Text of other servers may then go further than this call, so it takes the proof of a permission.
  needsMore: ({ flow }) => (flow === undefined ? null : needs('permits', 'in-place')),
  serverRequest: null,
  outlivesConnection: false
})

/** Before the model reads what a server returned. Asked where the user wants to see it first. */
const toolResult = questionKind('tool-result', {
  question: {
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
  },
  answers: { pass: needs('sends', 'seen'), refuse: 'safe' },
  answerParts: {
    /** All texts of the result in their order, as the person left them; absent when unchanged. With `pass` only. */
    texts: z.array(z.string().max(2_000_000)).max(10_000).optional()
  },
  serverRequest: null,
  // The result is already here.
  outlivesConnection: true
})

/** Before a conversation goes on with scripts because its model asked for it. The answer is a choice of the conversation. */
const scripts = questionKind('scripts', {
  question: {
    conversationId,
    callId,
    /** Who asks. */
    model: modelId,
    /** Why, in the model's words; empty: it gave no reason. */
    reason: z.string()
  },
  // Parley asks about each call of a script as usual.
  answers: { allow: needs('permits', 'seen'), deny: 'safe' },
  answerParts: {},
  serverRequest: null,
  // It is about no server.
  outlivesConnection: true
})

export const conversationQuestions = {
  'tool-call': toolCall,
  'tool-result': toolResult,
  scripts
}
