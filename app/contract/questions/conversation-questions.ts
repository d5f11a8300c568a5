/** Questions in a conversation: about a tool call, about its result, and whether the model may write scripts. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { callId, contentBlock, conversationId, modelId } from '../content-blocks'
import { dataFlow, dataSharingExtents } from '../flows'
import { grantCondition, grantScopes } from '../grants'
import { jsonObject, jsonValue, localizedText, warning } from '../json'
import { serverName, toolAnnotations, toolUi } from '../servers'
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
    /** What else the user wrote into the parameters of the call. No permission covers it. Absent: nothing. */
    otherParams: jsonObject.optional(),
    inputSchema: jsonObject,
    outputSchema: jsonObject.nullable().optional(),
    /** Absent: the tool has no view, and is for models and views. */
    ui: toolUi.optional(),
    /** Id of the model that requests the call, `direct` if the user does, or `view` if a view of the server does. */
    requestedBy: z.string(),
    /** It belongs to an app that the user inspects: `conversationId` is no conversation's. */
    isInspected: z.literal(true).optional(),
    /** Why Parley asks despite a permission (definition changed, …); null if there is none. */
    note: localizedText.nullable(),
    /** What is unusual about the tool (hidden text, a look-alike name, …), most important first. */
    warnings: z.array(warning).optional(),
    /** The approved definition, if the definition changed since. */
    previousDefinition: toolDefinition.optional(),
    /** Limits for a permission. Parley derives them from this call, so the call meets all of them. */
    suggestedConditions: z.array(grantCondition).optional(),
    /** The permissions that the user can give. Absent: those for this tool by its name. */
    scopes: z.array(z.enum(grantScopes)).optional(),
    /** What an offered permission for several tools covers: how many tools, and the names of the first ones. */
    widerScopes: z
      .array(
        z.strictObject({ scope: z.enum(grantScopes), toolCount: z.number(), toolNames: z.array(z.string()) })
      )
      .optional(),
    /** Passages of the arguments that came from other servers, from resources, or look like secrets. */
    flows: z.array(dataFlow).optional(),
    /** Other servers whose text the model had read when it wrote this call. Absent: none. */
    readFrom: z.array(serverName).optional(),
    /** Servers whose text no permission lets this server receive. The approval covers them too. Absent: none. */
    newFlows: z.array(serverName).optional(),
    /** How often the model made the same call in this turn and got the same result. Absent: too rarely to ask. */
    repeats: z.number().int().optional(),
    /** The script that makes the call, as the model wrote it. Absent: the model makes the call itself. */
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
    /** Only with a permission. A permission for several tools takes only conditions without a pointer. */
    conditions: z.array(grantCondition).max(50).optional(),
    /** The arguments as the user edited them; absent if unchanged. */
    arguments: jsonObject.optional(),
    /** How far text of `newFlows` can go from now on. Only with a permission. Absent: only with this call. */
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
    /** The name of the tool, the resource or the prompt. */
    toolName: z.string(),
    /** Absent: the result of a call. */
    what: z.enum(['resource', 'prompt']).optional(),
    content: z.array(contentBlock),
    structuredContent: jsonValue.nullable(),
    isError: z.boolean()
  },
  answers: { pass: needs('sends', 'seen'), refuse: 'safe' },
  answerParts: {
    /** All texts of the result in order, as the user edited them; absent if unchanged. Only with `pass`. */
    texts: z.array(z.string().max(2_000_000)).max(10_000).optional()
  },
  serverRequest: null,
  // The result is already here.
  outlivesConnection: true
})

/** Before a model that asked for it writes scripts. The answer becomes a choice of the conversation. */
const scripts = questionKind('scripts', {
  question: {
    conversationId,
    callId,
    /** The model that asks. */
    model: modelId,
    /** The reason that the model gave; empty: none. */
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
