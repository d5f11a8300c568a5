/** Servers and their tools as the screen sees them. The person's settings name a server; the name is its identity. */
import { z } from 'zod'
import { jsonObject } from './json'

export const transports = ['stdio', 'http', 'sse'] as const

/** The words the screen shows; checks and people read them. */
export const serverStates = [
  'stopped',
  'waiting for trust',
  'starting',
  'connected',
  'needs sign-in',
  'restarting',
  'failed'
] as const
export type ServerState = (typeof serverStates)[number]

/** Name of a server as the person chose it: the key of its entry under `mcpServers`. */
export const serverName = z.string().min(1).max(200)

export const toolAnnotations = z.strictObject({
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional()
})

export const toolSummary = z.strictObject({
  serverName,
  /** The server's own name of the tool, unique within the server. */
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  annotations: toolAnnotations,
  /** Why the tool can not be used (its schema is no schema, …), null when it can. */
  problem: z.string().nullable()
})
export type ToolSummary = z.infer<typeof toolSummary>

export const toolView = toolSummary.extend({ inputSchema: jsonObject, outputSchema: jsonObject.nullable() })
export type ToolView = z.infer<typeof toolView>

export const serverView = z.strictObject({
  name: serverName,
  transport: z.enum(transports),
  /** The full command line or the URL, for display only, variables not expanded. */
  address: z.string(),
  state: z.enum(serverStates),
  /** Why the server is in that state and what to do about it, a sentence; null when there is nothing to say. */
  reason: z.string().nullable(),
  /** Last lines of stderr when the server failed, oldest first. */
  recentErrorOutput: z.array(z.string()),
  /** What the server says of itself; untrusted text. */
  title: z.string().nullable(),
  version: z.string().nullable(),
  protocolVersion: z.string().nullable(),
  instructions: z.string().nullable(),
  capabilities: z.array(z.string()),
  processId: z.number().nullable(),
  toolCount: z.number(),
  /** Tools that are listed and can not be used, with the reason. */
  brokenToolCount: z.number(),
  /** False when the entry is broken: it can be edited or removed, not started. */
  startable: z.boolean()
})
export type ServerView = z.infer<typeof serverView>

export const serverLogLine = z.strictObject({
  at: z.number(),
  /** `stderr`: the process; `log`: notifications/message; `life`: what Parley observed. */
  source: z.enum(['stderr', 'log', 'life']),
  level: z.enum(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']),
  text: z.string()
})
export type ServerLogLine = z.infer<typeof serverLogLine>

/** One place in JSON arguments that does not fit the schema. `path` is a JSON Pointer, '' for the whole. */
export const argumentProblem = z.strictObject({ path: z.string(), message: z.string() })
export type ArgumentProblem = z.infer<typeof argumentProblem>
