/**
 * The line between the host and the MCP clients: plain data both ways, every call asynchronous.
 * `clients.ts` implements it; `process.ts` serves it from the utility process; tests use it in-process.
 * Nothing here knows the person, consent, settings or models.
 * What goes over it is in `launch.ts`, `wire-messages.ts` and `events.ts`; who stands outside takes all of it from here.
 */
import type { SandboxView } from '../contract/sandbox/sandbox-view'
import type { JsonObject } from '../contract/json'
import type {
  Completion,
  CompletionReference,
  PromptResult,
  PromptView,
  ResourceContents
} from '../contract/offers'
import type { OfferedRoot } from '../contract/requests'
import type { ArgumentProblem, LogLevel } from '../contract/servers'
import type { ListedTask } from '../contract/tool-calls'
import type {
  AccessToken,
  ConnectionInfo,
  ExaminedProgram,
  InspectedProgram,
  ProgramToInspect,
  ServerLaunch,
  TrustedPackage,
  UnseenProgram
} from './launch'
import type {
  IconImage,
  WireIcon,
  NetworkAccessReply,
  ResourceLists,
  ServerReply,
  ToolCallOutcome,
  ToolCallRequest,
  TracedMessage
} from './wire-messages'
import type { McpEvents } from './wire-events'

export type {
  AccessToken,
  ConnectionInfo,
  ExaminedProgram,
  InspectedProgram,
  ProgramToInspect,
  RemoteLaunch,
  SeenAnswer,
  ServerLaunch,
  UnseenProgram,
  StdioLaunch,
  TrustMark,
  Trusted,
  TrustedPackage
} from './launch'
export type {
  Challenge,
  ChallengedRequest,
  IconImage,
  WireIcon as IconSource,
  NetworkAccessReply as ReachReply,
  NetworkAccessRequest as ReachRequest,
  ResourceLists,
  ServerReply,
  ServerRequest,
  ToolCallOutcome,
  ToolCallRequest,
  TracedMessage
} from './wire-messages'
export type { McpEvents } from './wire-events'

export interface McpClients {
  /** The files that a stdio server would run, by their hashes. @throws HostError SERVER_COMMAND_NOT_FOUND */
  inspectProgram(target: ProgramToInspect): Promise<InspectedProgram | UnseenProgram>
  /**
   * Fetches anew the package of a contained server, whatever was trusted of it, and keeps it for its next start. Nothing
   * of it is run. @throws HostError SERVER_NOT_CONTAINED, SERVER_PACKAGE_NOT_FETCHED, SERVER_COMMAND_NOT_FOUND
   */
  updatePackage(launch: ServerLaunch): Promise<readonly TrustedPackage[]>
  /** Bytes of what sandboxed servers of this name keep in their private folder; null: nothing is kept. */
  measureHome(serverName: string): Promise<number | null>
  /** Empties the private folder. A connection of the server is ended before. */
  clearHome(serverName: string): Promise<void>
  /** The private folder stays with a server that gets another name. */
  renameHome(from: string, to: string): Promise<void>
  /** Removes the private folder. A connection of the server is ended before. */
  removeHome(serverName: string): Promise<void>
  /** Whether programs can be contained on this computer, by trying it. Where they can't, it is tried again each time. */
  readWalls(): Promise<SandboxView>
  /**
   * Whether the program of a trusted server can run what it is to run. Its runtime is run for its version, no more.
   * @throws HostError SERVER_COMMAND_NOT_FOUND
   */
  examineProgram(launch: ServerLaunch): Promise<ExaminedProgram>
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
  /** Answers what `reachAsked` brought. Unknown and withdrawn requests are ignored. */
  answerReach(requestId: string, reply: NetworkAccessReply): Promise<void>
  /** The hosts that a contained server reaches unasked from now on; connections that stand stay. */
  setHosts(serverName: string, hosts: readonly string[]): Promise<void>
  /** The folders that servers, also later ones, may know of. Those whose own list is another one now hear of it. */
  setRoots(roots: readonly OfferedRoot[]): Promise<void>
  /** @throws HostError SERVER_NOT_CONNECTED, TOOL_ERROR. Nothing happens where the server does not log. */
  setLogLevel(connectionId: string, level: LogLevel | null): Promise<void>
  /** Whether `traced` is told. The gateway sets it by whether anybody listens. */
  setTracing(isFollowed: boolean): Promise<void>
  /** The newest messages of a server's newest connections, the oldest first, secrets included. Undefined: no process runs. */
  keptMessages(serverName: string): Promise<readonly TracedMessage[] | undefined>
  forgetMessages(serverName: string): Promise<void>
  /**
   * Checks arguments against a tool's input schema, within a time limit. Empty: they fit. Checks of one server wait for
   * each other, and those of no server, which are of what a person filled in.
   */
  checkArguments(schema: JsonObject, args: JsonObject, serverName?: string): Promise<ArgumentProblem[]>
  /** The URI that comes of a resource template. @throws HostError BRIDGE_INVALID_INPUT for a template that can't be read */
  expandTemplate(uriTemplate: string, variables: Readonly<Record<string, string>>): Promise<string>
  /** @throws HostError ICON_UNAVAILABLE for what isn't an image, or is too large */
  readIcon(source: WireIcon): Promise<IconImage>
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
  /** All pages, read anew. Empty for a server that does not list its tasks. @throws HostError as `listResources` */
  listTasks(connectionId: string): Promise<ListedTask[]>
  /** Closes all connections in parallel; after it nothing of ours runs. */
  shutdown(): Promise<void>
}

/** What the host holds: the calls, plus a way to hear the news. */
export interface McpGateway {
  readonly clients: McpClients
  /** For those news that have a listener here. */
  subscribe(events: Partial<McpEvents>): () => void
  /** The utility process ended unexpectedly: every connection is gone. A new one is started by itself. */
  onLost(listener: () => void): () => void
}
