/**
 * The line between the host and the MCP clients: plain data both ways, every call asynchronous.
 * `clients.ts` implements it; `process.ts` serves it from the utility process; tests use it in-process.
 * Nothing here knows the person, consent, settings or models.
 */
import type { JsonObject, JsonValue } from '../contract/json'
import type { ContentBlock, TaskView, TimeLimit, ToolCallProgress } from '../contract/conversations'
import type {
  Completion,
  CompletionReference,
  PromptResult,
  PromptView,
  ResourceContents,
  ResourceTemplateView,
  ResourceView
} from '../contract/offers'
import type { OfferedRoot, SamplingRequest, SamplingResult } from '../contract/requests'
import type { Said } from '../contract/said'
import type { ArgumentProblem, Icon, LogLevel, ServerLogLine, ToolView } from '../contract/servers'
import type { Occasion } from '../contract/exchanges'
import type { Failure } from '../contract/failure'
import type { PackagePin, ProgramFile } from '../contract/server-act'

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
  /** What the requests are sent with; null: nothing yet. Left out: nobody is there to be asked for it (`challenged`). */
  readonly access?: AccessToken | null
}

/** What a sign-in has brought for one server. A secret: never log it. */
export interface AccessToken {
  readonly token: string
  /** From when on a new one is asked for before the next request, milliseconds since the epoch; null: not known. */
  readonly renewAt: number | null
  /** The private key (JWK, P-256) that every request is signed with (DPoP); null: whoever has the token may use it. */
  readonly proofKey: Readonly<Record<string, string>> | null
}

/** Why a request of ours is not let through, as far as the server says it. Untrusted, cut to a bearable length. */
export interface Challenge {
  /** Null: the token is about to expire, and the server was not asked. */
  readonly status: 401 | 403 | null
  /** `dpop`: tokens must be bound to a key. */
  readonly scheme: 'bearer' | 'dpop' | null
  readonly resourceMetadataUrl: string | null
  readonly scope: string | null
  readonly error: string | null
  readonly errorDescription: string | null
}

/** A request that waits until `answerChallenge` says how it goes on. `challengeId` is ours and unique. */
export interface ChallengedRequest {
  readonly challengeId: string
  readonly serverName: string
  readonly connectionId: string
  /** `connect`: the handshake; `call`: somebody waits for what was asked; `background`: nobody does. */
  readonly purpose: 'connect' | 'call' | 'background'
  readonly challenge: Challenge
  /** The token that was sent; null when none was. */
  readonly usedToken: string | null
  /** Whether the server has let something through with it on this connection. */
  readonly wasAccepted: boolean
}

declare const trusted: unique symbol

/**
 * Trusted by the person as it is now, allowed by the policy, variables filled in. Only the door of `app/servers` makes
 * it, so what does not come through there can neither be connected nor signed in at: it does not compile.
 */
export interface TrustMark {
  readonly [trusted]: true
}
export type Trusted<T> = T & TrustMark

/** A server ready to be connected. Holds secrets: never log it. */
export type ServerLaunch = Trusted<StdioLaunch | RemoteLaunch> & {
  readonly serverName: string
  /** Chosen by the caller, unique in the life of the program; late news of an old connection carry it. */
  readonly connectionId: string
  /** Limit for spawn and handshake together. */
  readonly connectTimeoutMs: number
  /** `legacy`: known to speak the older revisions only, so the question for the newest one is left out. */
  readonly knownEra: 'legacy' | null
  /** From which level on the server is asked for log messages; null: it decides. */
  readonly logLevel: LogLevel | null
  /** Time between two pings of a quiet connection; 0: none. */
  readonly pingIntervalMs: number
  /** The person switched sampling off: the server hears that there is none. Absent: there is. */
  readonly isWithoutSampling?: boolean
}

export interface ConnectionInfo {
  readonly connectionId: string
  readonly protocolVersion: string
  readonly usedTransport: 'stdio' | 'http' | 'sse'
  /**
   * What the question for the newest revision told: `silent` and `exited` cost a start its time, so they are worth
   * remembering. Null when it was not asked.
   */
  readonly probe: 'answered' | 'silent' | 'exited' | null
  readonly icons: readonly Icon[]
  /** What the server says of itself; untrusted. */
  readonly title: string | null
  readonly version: string | null
  readonly instructions: string | null
  /** Dotted names, as in `ServerView`. */
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
  /** The task that this call became on an earlier connection: it is followed, not started again. */
  readonly task: TaskView | null
}

/** How a call ended. `completed` includes the server's own `isError` results. */
export type ToolCallOutcome =
  | {
      readonly type: 'completed'
      readonly content: readonly ContentBlock[]
      readonly structuredContent: JsonValue | null
      readonly isError: boolean
      /** `_meta` as the server sent it. */
      readonly meta?: JsonObject
      /** Where `structuredContent` does not fit the tool's output schema. */
      readonly outputProblems: readonly ArgumentProblem[]
    }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'cancelled' }

export interface ResourceLists {
  readonly resources: readonly ResourceView[]
  readonly templates: readonly ResourceTemplateView[]
}

/** A message between Parley and a server, as it went over the line. Holds what servers and persons wrote: untrusted. */
export interface TracedMessage {
  readonly serverName: string
  readonly connectionId: string
  readonly at: number
  readonly direction: 'in' | 'out'
  /** JSON; null where it is too long or nests too deeply. */
  readonly text: string | null
  /** Characters of all its JSON; null where it nests too deeply. */
  readonly size: number | null
  /** What is wrong with one that came, a clause after "The server"; null: nothing. */
  readonly oddity: string | null
}

/** What a server asks of the host. `requestId` is ours and unique. */
export type ServerRequest = {
  readonly requestId: string
  readonly serverName: string
  readonly connectionId: string
  /** The call during which it asks; null when that can't be told. */
  readonly callId: string | null
  /** From 1, of a request that came inside a result; absent for the others. @spec 2026-07-28 basic/patterns/mrtr */
  readonly round?: number
  /** The exchange that the round is of, where it is none of a call. */
  readonly exchangeId?: string
} & (
  | { readonly type: 'sampling'; readonly request: SamplingRequest }
  | { readonly type: 'elicitation-form'; readonly message: string; readonly requestedSchema: JsonObject }
  | {
      readonly type: 'elicitation-url'
      readonly message: string
      readonly url: string
      readonly elicitationId: string | null
    }
)

export type ServerReply =
  | { readonly type: 'sampling'; readonly result: SamplingResult }
  | {
      readonly type: 'elicitation'
      readonly action: 'accept' | 'decline' | 'cancel'
      /** Of an accepted form. */
      readonly content: JsonObject | null
    }
  /** A JSON-RPC error; -1: the person refused. */
  | { readonly type: 'error'; readonly code: number; readonly message: string }

/** An icon as it came: inside its address, or what was fetched from there. */
export type IconSource = { readonly dataAddress: string } | { readonly bytes: Uint8Array }

export interface IconImage {
  /** What the bytes are, whatever the server says. */
  readonly mimeType: string
  /** base64 */
  readonly data: string
}

/** A program that is not trusted yet: nothing of it is run. `args`: without secrets. */
export interface ProgramToInspect extends Omit<StdioLaunch, 'transport'> {
  /** What was read of its files before; a file whose stamp is the same is not read again. */
  readonly known: readonly ProgramFile[]
  /** The person said yes to it: other computers that it lies on may be contacted for the look. */
  readonly mayContact: boolean
}

export interface InspectedProgram {
  readonly files: ProgramFile[]
  readonly packages: PackagePin[]
  /** There are more files than are watched. */
  readonly isCut?: boolean
}

export interface McpClients {
  /**
   * The files that a stdio server would run, by their hashes; `elsewhere`: a path on another computer, which may not be
   * contacted, so nothing is known. @throws HostError SERVER_COMMAND_NOT_FOUND
   */
  inspectProgram(target: ProgramToInspect): Promise<InspectedProgram | { readonly elsewhere: string }>
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
  /** Starts the clocks of a call anew. Unknown ids are ignored. */
  keepWaiting(callId: string): Promise<void>
  /** Answers what `requested` brought. Unknown and withdrawn requests are ignored. */
  answerRequest(requestId: string, reply: ServerReply): Promise<void>
  /** Ends the request of the exchange, and withdraws its questions. Unknown ids are ignored. */
  stopExchange(exchangeId: string): Promise<void>
  /** Answers what `challenged` brought; null: the server's refusal stands. Unknown challenges are ignored. */
  answerChallenge(challengeId: string, access: AccessToken | null): Promise<void>
  /** The folders that servers, also later ones, may know of. Those whose own list is another one now hear of it. */
  setRoots(roots: readonly OfferedRoot[]): Promise<void>
  /** @throws HostError SERVER_NOT_CONNECTED, TOOL_ERROR. Nothing happens where the server does not log. */
  setLogLevel(connectionId: string, level: LogLevel | null): Promise<void>
  /** Whether `traced` is told. The gateway sets it by whether anybody listens. */
  setTracing(isFollowed: boolean): Promise<void>
  /**
   * Checks arguments against a tool's input schema, within a time limit. Empty: they fit. Checks of one server wait for
   * each other, and those of no server, which are of what a person filled in.
   */
  checkArguments(schema: JsonObject, args: JsonObject, serverName?: string): Promise<ArgumentProblem[]>
  /** The URI that comes of a resource template. @throws HostError BRIDGE_INVALID_INPUT for a template that can't be read */
  expandTemplate(uriTemplate: string, variables: Readonly<Record<string, string>>): Promise<string>
  /** @throws HostError ICON_UNAVAILABLE for what isn't an image, or is too large */
  readIcon(source: IconSource): Promise<IconImage>
  /** Reads the tools anew; `toolsChanged` tells where they are others. @throws HostError as `listResources` */
  refreshTools(connectionId: string): Promise<void>
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
    readonly reason: Said
  }): void
  /** The server announced a change; until `toolsChanged` nobody knows its tools. */
  toolsChanging(news: { readonly serverName: string; readonly connectionId: string }): void
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
  /** A running call comes near a time limit, or (null) no longer. */
  limitNear(news: { readonly callId: string; readonly timeLimit: TimeLimit | null }): void
  /** A call became a task, or its task stands otherwise. */
  taskChanged(news: { readonly callId: string; readonly task: TaskView }): void
  /** The answer to a call that was given up. */
  answeredLate(news: {
    readonly callId: string
    readonly outcome: Extract<ToolCallOutcome, { readonly type: 'completed' }>
  }): void
  requested(request: ServerRequest): void
  /** A server asked for the folders inside a result, which needs nobody's answer. */
  foldersTold(news: {
    readonly serverName: string
    readonly callId: string | null
    readonly exchangeId?: string
    readonly round: number
    readonly count: number
  }): void
  /** A server asked in a form that can't be brought before the person; the reason is what it hears, without a full stop. */
  requestRefused(news: {
    readonly serverName: string
    readonly callId: string | null
    readonly type: 'sampling' | 'elicitation'
    readonly reason: string
  }): void
  /** A server answered a request other than a call with questions; later: what became of that request. */
  exchangeChanged(news: {
    readonly exchangeId: string
    readonly serverName: string
    readonly occasion: Occasion
    readonly state:
      | { readonly type: 'open' }
      | { readonly type: 'done' }
      /** TOOL_CANCELLED: the person stopped it. */
      | { readonly type: 'failed'; readonly failure: Failure }
  }): void
  /** Only for launches with `access`. */
  challenged(request: ChallengedRequest): void
  /** The server or the end of the connection took the request back. */
  requestWithdrawn(news: { readonly requestId: string; readonly reason: Said }): void
  /** What a link was opened for is done. @spec 2025-11-25 client/elicitation#url-mode */
  elicitationCompleted(news: {
    readonly serverName: string
    readonly connectionId: string
    readonly elicitationId: string
  }): void
  /** Every message both ways, in their order, while tracing is on. */
  traced(message: TracedMessage): void
  progressed(news: { readonly callId: string; readonly progress: ToolCallProgress }): void
  logged(news: { readonly serverName: string; readonly line: ServerLogLine }): void
}

/** What the host holds: the calls, plus a way to hear the news. */
export interface McpGateway {
  readonly clients: McpClients
  /** For those news that have a listener here. */
  subscribe(events: Partial<McpEvents>): () => void
  /** The utility process ended unexpectedly: every connection is gone. A new one is started by itself. */
  onLost(listener: () => void): () => void
}
