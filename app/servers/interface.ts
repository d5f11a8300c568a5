/** The servers of the user's settings, for the rest of the core. `server-registry.ts` implements it. */
import type { JsonObject } from '../contract/json'
import type {
  Completion,
  CompletionReference,
  PromptResult,
  PromptView,
  ResourceContents,
  ResourceListing
} from '../contract/offers'
import type { ArgumentProblem, ServerLogLine, ServerView, ToolSummary, ToolView } from '../contract/servers'
import type { LateCallAnswer, ListedTask, TaskView, TimeLimit, CallProgress } from '../contract/tool-calls'
import type { ToolCallOutcome, WrittenMessage, WrittenOutcome } from '../mcp/interface'

/** A usable tool of a connected server, with its name for models. */
export interface CatalogTool extends ToolView {
  /** Unique across all servers, stable while servers and tools stay the same; at most 64 characters. */
  readonly modelToolName: string
  /** Hash of name, description, schemas, annotations and `ui`, to which a permission is bound. */
  readonly definitionHash: string
}

export interface ServerToolCall {
  readonly callId: string
  readonly serverName: string
  readonly toolName: string
  readonly arguments: JsonObject
  /** The task that the call became before Parley was restarted. It is followed instead of started again. */
  readonly task: TaskView | null
  /** The call as the user wrote it. Absent: Parley writes it. */
  readonly written?: WrittenMessage
  readonly signal: AbortSignal
  readonly onProgress: (progress: CallProgress) => void
  /** A time limit is near; null when it no longer is. */
  readonly onLimitNear: (timeLimit: TimeLimit | null) => void
  readonly onTask: (task: TaskView) => void
  /** Called after the call was given up, at most once. */
  readonly onLateAnswer: (answer: LateCallAnswer) => void
}

/** Instructions of a server for the model; untrusted text. */
export interface ServerInstructions {
  readonly serverName: string
  readonly text: string
}

export interface Servers {
  /** In the order of the settings file. */
  list(): readonly ServerView[]
  /** The usable tools of all connected servers that models may get. Nothing else may reach a model. */
  catalog(): readonly CatalogTool[]
  /** All usable tools of all connected servers, including those that servers keep for their own views. */
  usableTools(): readonly CatalogTool[]
  /** Tools ranked by name and description, including broken ones (last); all for an empty query. */
  searchTools(query: string, limit: number): readonly ToolSummary[]
  /** All tools of one server, including broken ones. @throws HostError SERVER_UNKNOWN */
  tools(serverName: string): readonly ToolView[]
  /** @throws HostError SERVER_UNKNOWN, SERVER_NOT_CONNECTED, TOOL_UNKNOWN, TOOL_INVALID_SCHEMA (it is broken) */
  readTool(serverName: string, toolName: string): CatalogTool
  /** Places where the arguments don't fit the tool's schema; empty if they fit. @throws HostError as `readTool` */
  checkArguments(serverName: string, toolName: string, args: JsonObject): Promise<ArgumentProblem[]>
  /** Runs a call; `signal` cancels it at the server. Failures are part of the outcome and not thrown. */
  callTool(call: ServerToolCall): Promise<ToolCallOutcome>
  /** The id of the server's connection. @throws HostError SERVER_UNKNOWN, SERVER_NOT_CONNECTED */
  findConnection(serverName: string): string
  /**
   * Sends a message that the user wrote; `signal` cancels it at the server. @throws HostError SERVER_UNKNOWN,
   * SERVER_NOT_CONNECTED, SERVER_RESTARTED
   */
  sendWritten(serverName: string, message: WrittenMessage, signal: AbortSignal): Promise<WrittenOutcome>
  /** Restarts the clocks of a running call. Unknown ids are ignored. */
  keepWaiting(callId: string): void
  /** Of all connected servers whose instructions the user allows, in the order of the settings. */
  instructions(): readonly ServerInstructions[]
  /**
   * Of all connected servers with resources, in the order of the settings. Read once and again after a change, or every
   * time if a server doesn't announce changes. A slow server doesn't delay the others. `serverName`: of this server only.
   */
  listResources(serverName?: string): Promise<ResourceListing[]>
  /** @throws HostError SERVER_UNKNOWN, SERVER_NOT_CONNECTED, and the server's error */
  readResource(serverName: string, uri: string): Promise<ResourceContents[]>
  /** Reports changes of this resource until the returned function is called. A new connection subscribes again. */
  watchResource(serverName: string, uri: string, onUpdate: () => void): () => void
  listPrompts(serverName?: string): Promise<PromptView[]>
  /** Tasks that the server still has; empty if it lists none. @throws HostError as `readResource` */
  listTasks(serverName: string): Promise<ListedTask[]>
  /** @throws HostError as `readResource`; TOOL_INVALID_ARGUMENTS if a required one is missing */
  getPrompt(serverName: string, name: string, args: Readonly<Record<string, string>>): Promise<PromptResult>
  complete(request: {
    readonly serverName: string
    readonly reference: CompletionReference
    readonly argumentName: string
    readonly value: string
    readonly context: Readonly<Record<string, string>>
  }): Promise<Completion>
  /**
   * Asks for trust if the server isn't trusted. @throws HostError SERVER_UNKNOWN, SETTINGS_INVALID (its entry is
   * broken)
   */
  readonly start: (serverName: string) => Promise<void>
  /** @throws HostError SERVER_UNKNOWN */
  readonly stop: (serverName: string) => Promise<void>
  /** @throws HostError as `start` */
  readonly restart: (serverName: string) => Promise<void>
  /**
   * Starts a sleeping server, after trust, and waits until it runs. Must be called before the user decides about its
   * offers, because the decision is about its current lists. Does nothing for any other server.
   * @throws HostError SERVER_NOT_CONNECTED: it failed to start; the signal's reason
   */
  wake(serverName: string, signal: AbortSignal): Promise<void>
  /**
   * Lists the tools again for servers that announce no changes and were not read recently. Resolves after a few seconds
   * at most; never rejects. `isMeant`: selects servers; absent: all.
   */
  freshenTools(isMeant?: (serverName: string) => boolean): Promise<void>
  /** Lists the tools of a server again, for servers that don't announce changes. @throws HostError as `readResource` */
  refreshTools(serverName: string): Promise<void>
  /** The last 1,000 lines, oldest first. @throws HostError SERVER_UNKNOWN */
  readLog(serverName: string): readonly ServerLogLine[]
}
