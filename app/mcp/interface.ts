/**
 * The line between the host and the MCP clients: plain data both ways, every call asynchronous.
 * `clients.ts` implements it; `process.ts` serves it from the utility process; tests use it in-process.
 * Nothing here knows the person, consent, settings or models.
 */
import type { JsonObject, JsonValue } from '../contract/json'
import type { ContentBlock, ToolCallProgress } from '../contract/conversations'
import type {
  Completion,
  CompletionReference,
  PromptResult,
  PromptView,
  ResourceContents,
  ResourceTemplateView,
  ResourceView
} from '../contract/offers'
import type { ArgumentProblem, ServerLogLine, ToolView } from '../contract/servers'
import type { Failure } from '../contract/failure'

export interface StdioLaunch {
  readonly transport: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** The entry's own `env`, variables expanded; merged over the allow-list of the host's environment. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | null
}

export interface RemoteLaunch {
  /** `http`: Streamable HTTP. `sse`: the legacy transport, when the person says so. */
  readonly transport: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** A server ready to be connected: trusted, variables expanded. Holds secrets: never log it. */
export type ServerLaunch = (StdioLaunch | RemoteLaunch) & {
  readonly serverName: string
  /** Chosen by the caller, unique in the life of the program; late news of an old connection carry it. */
  readonly connectionId: string
  /** Limit for spawn and handshake together. */
  readonly connectTimeoutMs: number
}

export interface ConnectionInfo {
  readonly connectionId: string
  readonly protocolVersion: string
  /** What the server says of itself; untrusted. */
  readonly title: string | null
  readonly version: string | null
  readonly instructions: string | null
  readonly capabilities: readonly string[]
  /** Lists whose changes the server announces; the others may change at any time. */
  readonly announcedLists: readonly ('tools' | 'resources' | 'prompts')[]
  /** Process id of a stdio server. */
  readonly processId: number | null
  /** All pages of tools/list. Broken tools are in the list with `problem` set. */
  readonly tools: readonly ToolView[]
}

export interface ToolCallRequest {
  readonly callId: string
  readonly serverName: string
  readonly connectionId: string
  readonly toolName: string
  readonly arguments: JsonObject
  /** Silence limit; progress extends it. */
  readonly timeoutMs: number
  /** Limit of the whole call, progress or not. */
  readonly maxTotalTimeoutMs: number
}

/** How a call ended. `completed` includes the server's own `isError` results. */
export type ToolCallOutcome =
  | {
      readonly type: 'completed'
      readonly content: readonly ContentBlock[]
      readonly structuredContent: JsonValue | null
      readonly isError: boolean
    }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'cancelled' }

export interface ResourceLists {
  readonly resources: readonly ResourceView[]
  readonly templates: readonly ResourceTemplateView[]
}

export interface McpClients {
  /**
   * Starts or reaches a server, does the handshake, lists its tools.
   * @throws HostError SERVER_COMMAND_NOT_FOUND, SERVER_EXITED (data: exitCode, signal, errorOutput: string[]),
   * SERVER_START_TIMEOUT, SERVER_UNREACHABLE, SERVER_NEEDS_SIGN_IN, SERVER_PROTOCOL, SERVER_NOT_CONNECTED (ended
   * by `disconnect` meanwhile)
   */
  connect(launch: ServerLaunch): Promise<ConnectionInfo>
  /** Orderly end: stdin closed, SIGTERM, SIGKILL, whole process group. Resolves when nothing is left. */
  disconnect(connectionId: string): Promise<void>
  /** Never rejects for what a server does; the outcome says it. */
  callTool(request: ToolCallRequest): Promise<ToolCallOutcome>
  /** Sends `notifications/cancelled`; the call's outcome becomes `cancelled`. Unknown ids are ignored. */
  cancelCall(callId: string): Promise<void>
  /** Checks arguments against a tool's input schema, within a time limit. Empty: they fit. */
  checkArguments(schema: JsonObject, args: JsonObject): Promise<ArgumentProblem[]>
  /** All pages. Empty for a server without the capability. @throws HostError SERVER_NOT_CONNECTED, SERVER_PROTOCOL, TOOL_ERROR */
  listResources(connectionId: string): Promise<ResourceLists>
  /** @throws HostError SERVER_NOT_CONNECTED, SERVER_PROTOCOL, TOOL_TIMEOUT, TOOL_ERROR (the server's own refusal) */
  readResource(connectionId: string, uri: string): Promise<ResourceContents[]>
  /**
   * Asks for news of one resource; they arrive as `resourceUpdated`. Nothing happens where the server offers no
   * subscriptions. @throws HostError as `readResource`
   */
  subscribeResource(connectionId: string, uri: string): Promise<void>
  unsubscribeResource(connectionId: string, uri: string): Promise<void>
  /** All pages. Empty for a server without the capability. */
  listPrompts(connectionId: string): Promise<PromptView[]>
  /** @throws HostError as `readResource` */
  getPrompt(request: {
    readonly connectionId: string
    readonly name: string
    readonly arguments: Readonly<Record<string, string>>
  }): Promise<PromptResult>
  /** Empty where the server offers no completion, and from then on without asking. */
  complete(request: {
    readonly connectionId: string
    readonly reference: CompletionReference
    readonly argumentName: string
    readonly value: string
    readonly context: Readonly<Record<string, string>>
  }): Promise<Completion>
  /** Closes all connections in parallel; after it nothing of ours runs. */
  shutdown(): Promise<void>
}

/** News from the clients. Listeners run in order of arrival. */
export interface McpEvents {
  /** A connection ended without `disconnect`. */
  connectionClosed(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly exitCode: number | null
    readonly signal: string | null
    /** Last lines of stderr, oldest first. */
    readonly errorOutput: readonly string[]
    readonly message: string
  }): void
  /** The server announced a change and the list was read again. */
  toolsChanged(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly tools: readonly ToolView[]
  }): void
  resourcesChanged(news: { readonly serverName: string; readonly connectionId: string }): void
  promptsChanged(news: { readonly serverName: string; readonly connectionId: string }): void
  resourceUpdated(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly uri: string
  }): void
  progressed(news: { readonly callId: string; readonly progress: ToolCallProgress }): void
  logged(news: { readonly serverName: string; readonly line: ServerLogLine }): void
}

/** What the host holds: the calls, plus a way to hear the news. */
export interface McpGateway {
  readonly clients: McpClients
  subscribe(events: McpEvents): () => void
  /** The utility process ended unexpectedly: every connection is gone. A new one is started by itself. */
  onLost(listener: () => void): () => void
}
