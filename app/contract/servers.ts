/** Servers and their tools as shown on screen. A server's identity is its name in the user's settings. */
import { z } from 'zod'
import { jsonObject, localizedText } from './json'
import { logLevels, maxCallsPerTool } from './limits'
import { serverChoices } from './simple-settings'

export const transports = ['stdio', 'http', 'sse'] as const

export const serverStates = [
  'stopped',
  'on-use',
  'waiting-for-trust',
  'starting',
  'installing',
  'connected',
  'needs-sign-in',
  'restarting',
  'failed'
] as const
export type ServerState = (typeof serverStates)[number]

/** The server's name, chosen by the user: the key of its entry under `mcpServers`. */
export const serverName = z.string().min(1).max(200)

export const logLevel = z.enum(logLevels)
export type LogLevel = z.infer<typeof logLevel>

/** A picture that a server names for something it offers: untrusted, and fetched by `icon.read` only. */
export const icon = z.strictObject({
  /** An http, https or data address. */
  src: z.string(),
  mimeType: z.string().nullable(),
  /** `48x48`, or `any` for a scalable icon; empty when the server gives none. */
  sizes: z.array(z.string()),
  theme: z.enum(['light', 'dark']).nullable()
})
export type Icon = z.infer<typeof icon>

export const toolAnnotations = z.strictObject({
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional()
})

/**
 * What a server declares about a tool and its views (MCP Apps).
 *
 * @spec MCP Apps 2026-01-26 Resource Discovery
 */
export const toolUi = z.strictObject({
  /** The `ui://` address of the view that shows the tool's calls; null: none. */
  resourceUri: z.string().nullable(),
  /** False: no model gets the tool. */
  isForModel: z.boolean(),
  /** False: no view of the server may call it. */
  isForView: z.boolean()
})
export type ToolUi = z.infer<typeof toolUi>

const mostCalls = z.int().min(1).max(maxCallsPerTool).nullable()

/** How often one tool may be called; null: no limit. */
export const callLimits = z.strictObject({
  perTurn: mostCalls,
  perConversation: mostCalls,
  perDay: mostCalls
})
export type CallLimits = z.infer<typeof callLimits>

export const toolSummary = z.strictObject({
  serverName,
  /** The server's own name of the tool, unique within the server. */
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  annotations: toolAnnotations,
  icons: z.array(icon),
  /** Absent: it has no view, and is for models and views. */
  ui: toolUi.optional(),
  /** The user disabled it for the model. */
  isDisabled: z.boolean(),
  /** The user wants its definition always sent, even when other tools have to be searched for; absent: not. */
  isAlwaysSent: z.boolean().optional(),
  /** As the user set them; absent: none. */
  callLimits: callLimits.optional(),
  /** Why the tool can't be used (its schema is invalid, …), null when it can. */
  problem: localizedText.nullable()
})
export type ToolSummary = z.infer<typeof toolSummary>

/** The user's choices for a tool; unnamed fields don't change. */
export const toolChanges = z.strictObject({
  isDisabled: z.boolean().optional(),
  isAlwaysSent: z.boolean().optional(),
  callLimits: callLimits.optional()
})
export type ToolChanges = z.infer<typeof toolChanges>

/** Whether a call may, must or must not run as a task. @spec 2025-11-25 server/tools#execution */
export const taskSupports = ['forbidden', 'optional', 'required'] as const

export const toolView = toolSummary.extend({
  inputSchema: jsonObject,
  outputSchema: jsonObject.nullable(),
  taskSupport: z.enum(taskSupports),
  /** `_meta` as the server sent it: shown as data, never told to a model. */
  meta: jsonObject.optional()
})
export type ToolView = z.infer<typeof toolView>

/** Since Parley started. */
export const serverCounts = z.strictObject({
  calls: z.number().int(),
  /** Those that ended with a failure or with the server's own `isError`. */
  failedCalls: z.number().int(),
  /** How often it stopped unexpectedly and was restarted. */
  restarts: z.number().int(),
  lastCallAt: z.number().nullable(),
  /** Of the newest calls with a result; null where there is none. */
  medianMs: z.number().nullable()
})
export type ServerCounts = z.infer<typeof serverCounts>

export const serverView = z.strictObject({
  name: serverName,
  transport: z.enum(transports),
  /** The transport in use; null while there is no connection. `sse` is the deprecated one. */
  usedTransport: z.enum(transports).nullable(),
  /** The full command line or the URL, for display only, variables not expanded. */
  address: z.string(),
  state: z.enum(serverStates),
  /** Why the server is in that state and what to do about it; null when there is nothing to say. */
  reason: localizedText.nullable(),
  /** While a package is fetched before the start: since when, and the latest line of its runner; untrusted text. */
  installing: z.strictObject({ since: z.number(), line: z.string() }).optional(),
  /** Whether its program runs in a sandbox; absent: it has no program. */
  isContained: z.boolean().optional(),
  /**
   * Whether data that it can read (files, its secrets) could leave through hosts that it can connect to; absent: no.
   */
  isPartlyContained: z.boolean().optional(),
  /** When it restarts automatically; absent: no restart is planned. */
  restartsAt: z.number().optional(),
  /** Last lines of stderr when the server failed, oldest first. */
  recentErrorOutput: z.array(z.string()),
  /** What the server says of itself; untrusted text. */
  title: z.string().nullable(),
  version: z.string().nullable(),
  protocolVersion: z.string().nullable(),
  instructions: z.string().nullable(),
  icons: z.array(icon),
  /** Dotted names: `tools`, `tools.listChanged`, `extensions.io.modelcontextprotocol/ui`. */
  capabilities: z.array(z.string()),
  /** The capabilities that Parley offered it, in the same form; absent while there is no connection. */
  clientCapabilities: z.array(z.string()).optional(),
  /** The user's choices in its entry. */
  ...serverChoices.shape,
  processId: z.number().nullable(),
  toolCount: z.number(),
  /** Listed tools that can't be used, with the reason. */
  brokenToolCount: z.number(),
  /** Tool definitions offered to models: their number and their size in tokens. */
  offeredTools: z.strictObject({ count: z.number(), tokens: z.number() }),
  counts: serverCounts,
  /** False when the entry is broken, or failed because a policy forbids it: it can be edited or removed, not started. */
  startable: z.boolean()
})
export type ServerView = z.infer<typeof serverView>

/** What the processes of a server take up together. */
export const serverLoad = z.strictObject({
  /** When it was read, in ms. */
  at: z.number(),
  /** On all processors, since they began. */
  processorMs: z.number(),
  memoryBytes: z.number(),
  processCount: z.number()
})
export type ServerLoad = z.infer<typeof serverLoad>

export const serverLogLine = z.strictObject({
  at: z.number(),
  /** `stderr`: the process; `log`: notifications/message; `life`: what Parley observed. */
  source: z.enum(['stderr', 'log', 'life']),
  level: logLevel,
  text: z.string()
})
export type ServerLogLine = z.infer<typeof serverLogLine>

/** One place in JSON arguments that does not fit the schema. `path` is a JSON Pointer, '' for the whole. */
export const argumentProblem = z.strictObject({ path: z.string(), message: localizedText })
export type ArgumentProblem = z.infer<typeof argumentProblem>
