/** Questions that wait for the person, their answers, and what was granted for longer. */
import { z } from 'zod'
import { callId, conversationId } from './conversations'
import { jsonObject } from './json'
import { serverName, toolAnnotations, transports } from './servers'

export const questionId = z.string().min(1).max(64)

/** What starting or contacting a server means, in full, values of variables and secrets left out. */
export const serverAct = z.strictObject({
  transport: z.enum(transports),
  command: z.string().nullable(),
  args: z.array(z.string()),
  cwd: z.string().nullable(),
  /** Names only: values may be secrets. */
  environmentNames: z.array(z.string()),
  url: z.string().nullable(),
  headerNames: z.array(z.string())
})
export type ServerAct = z.infer<typeof serverAct>

export const serverTrustQuestion = z.strictObject({
  type: z.literal('server-trust'),
  id: questionId,
  askedAt: z.number(),
  serverName,
  act: serverAct,
  /** What was trusted before under this name; null when the server is new. */
  previous: serverAct.nullable(),
  /** Things a person should know before saying yes (loader variables, shells, look-alike names). */
  warnings: z.array(z.string())
})
export type ServerTrustQuestion = z.infer<typeof serverTrustQuestion>

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
  arguments: jsonObject,
  inputSchema: jsonObject,
  /** Model id that asks for the call, or `direct` when the person does. */
  requestedBy: z.string(),
  /** Why it asks although a grant exists (definition changed, …); null when there is none. */
  note: z.string().nullable()
})
export type ToolCallQuestion = z.infer<typeof toolCallQuestion>

export const question = z.discriminatedUnion('type', [serverTrustQuestion, toolCallQuestion])
export type Question = z.infer<typeof question>

export const answer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('server-trust'), decision: z.enum(['trust', 'keep-stopped']) }),
  z.strictObject({
    type: z.literal('tool-call'),
    decision: z.enum(['allow-once', 'allow-conversation', 'allow-always', 'deny']),
    /** The arguments as the person left them; absent when unchanged. */
    arguments: jsonObject.optional()
  })
])
export type Answer = z.infer<typeof answer>

export const grant = z.strictObject({
  id: z.string(),
  scope: z.enum(['conversation', 'always']),
  serverName,
  toolName: z.string(),
  conversationId: conversationId.nullable(),
  createdAt: z.number()
})
export type Grant = z.infer<typeof grant>

export const trustedServer = z.strictObject({ serverName, act: serverAct, createdAt: z.number() })
export type TrustedServer = z.infer<typeof trustedServer>

export const consentView = z.strictObject({ grants: z.array(grant), trustedServers: z.array(trustedServer) })
export type ConsentView = z.infer<typeof consentView>
