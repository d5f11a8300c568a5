/** The servers of the person's settings as the rest of the core sees them. `server-registry.ts` implements it. */
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
import type { ToolCallOutcome } from '../mcp/interface'

/** A usable tool of a connected server, with the name a model knows it by. */
export interface CatalogTool extends ToolView {
  /** Unique over all servers, stable while the set of servers and tools stands; at most 64 characters. */
  readonly modelToolName: string
  /** Hash of name, description, schemas and annotations: what a grant is given for. */
  readonly definitionHash: string
}

export interface ServerToolCall {
  readonly callId: string
  readonly serverName: string
  readonly toolName: string
  readonly arguments: JsonObject
  /** The task that the call became before Parley was restarted: it is followed, not started again. */
  readonly task: TaskView | null
  readonly signal: AbortSignal
  readonly onProgress: (progress: CallProgress) => void
  /** It comes near a time limit, or (null) no longer. */
  readonly onLimitNear: (timeLimit: TimeLimit | null) => void
  readonly onTask: (task: TaskView) => void
  /** After the call was given up, at most once. */
  readonly onLateAnswer: (answer: LateCallAnswer) => void
}

/** What a server says for the model; untrusted text. */
export interface ServerInstructions {
  readonly serverName: string
  readonly text: string
}

export interface Servers {
  /** In the order of the settings file. */
  list(): readonly ServerView[]
  /** All usable tools of all connected servers. */
  catalog(): readonly CatalogTool[]
  /** Tools ranked by name and description, broken ones included (last); all for an empty query. */
  searchTools(query: string, limit: number): readonly ToolSummary[]
  /** All tools of one server, broken ones included. @throws HostError SERVER_UNKNOWN */
  tools(serverName: string): readonly ToolView[]
  /** @throws HostError SERVER_UNKNOWN, SERVER_NOT_CONNECTED, TOOL_UNKNOWN, TOOL_INVALID_SCHEMA (it is broken) */
  readTool(serverName: string, toolName: string): CatalogTool
  /** Where the arguments do not fit the tool's schema; empty: they fit. @throws HostError as `readTool` */
  checkArguments(serverName: string, toolName: string, args: JsonObject): Promise<ArgumentProblem[]>
  /** Runs a call; `signal` cancels it on the server. The outcome says how it ended, it does not throw for that. */
  callTool(call: ServerToolCall): Promise<ToolCallOutcome>
  /** Gives a running call its time again. Unknown ids are ignored. */
  keepWaiting(callId: string): void
  /** Of all connected servers whose instructions the person lets through, in the order of the settings. */
  instructions(): readonly ServerInstructions[]
  /**
   * Of all connected servers with resources, in the order of the settings. Read once and again after a change;
   * every time where a server does not announce changes. A slow server does not hold up the others.
   */
  listResources(): Promise<ResourceListing[]>
  /** @throws HostError SERVER_UNKNOWN, SERVER_NOT_CONNECTED and what the server's refusal becomes */
  readResource(serverName: string, uri: string): Promise<ResourceContents[]>
  /** Hears of changes of this resource until the returned function is called; a new connection subscribes again. */
  watchResource(serverName: string, uri: string, onUpdate: () => void): () => void
  listPrompts(): Promise<PromptView[]>
  /** Tasks that the server still has; empty where it lists none. @throws HostError as `readResource` */
  listTasks(serverName: string): Promise<ListedTask[]>
  /** @throws HostError as `readResource`; TOOL_INVALID_ARGUMENTS when a required one is missing */
  getPrompt(serverName: string, name: string, args: Readonly<Record<string, string>>): Promise<PromptResult>
  complete(request: {
    readonly serverName: string
    readonly reference: CompletionReference
    readonly argumentName: string
    readonly value: string
    readonly context: Readonly<Record<string, string>>
  }): Promise<Completion>
  /** Asks for trust where there is none. @throws HostError SERVER_UNKNOWN, SETTINGS_INVALID (its entry is broken) */
  start(serverName: string): Promise<void>
  /** @throws HostError SERVER_UNKNOWN */
  stop(serverName: string): Promise<void>
  /** @throws HostError as `start` */
  restart(serverName: string): Promise<void>
  /**
   * Starts a server that waits until it is used, after trust, and waits for it; to be called before what it offers is
   * put before the person, who decides on what it lists then. Any other server: nothing happens.
   * @throws HostError SERVER_NOT_CONNECTED: it did not come up; the signal's reason
   */
  wake(serverName: string, signal: AbortSignal): Promise<void>
  /**
   * Reads the tools anew of servers that announce no changes and were not read lately. Resolves after a few seconds in
   * any case; never rejects. `isMeant`: absent, of all.
   */
  freshenTools(isMeant?: (serverName: string) => boolean): Promise<void>
  /** Reads the tools of a server anew, for those that do not announce changes. @throws HostError as `readResource` */
  refreshTools(serverName: string): Promise<void>
  /** The last 1,000 lines, oldest first. @throws HostError SERVER_UNKNOWN */
  readLog(serverName: string): readonly ServerLogLine[]
}
