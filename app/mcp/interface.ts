/**
 * The boundary between the host and the MCP clients: plain data in both directions, every call asynchronous.
 * `clients.ts` implements it; `process.ts` serves it from the utility process; tests use it in-process. It knows no
 * users, questions, settings or models. Its types are in `launch.ts`, `wire-messages.ts` and `wire-events.ts`; other
 * areas import all of them from here.
 */
import type { SandboxView } from '../contract/servers/sandbox-view'
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
import type { KnownNames } from '../workbench/messages/complete-filter'
import type { KeptMessage } from '../workbench/messages/kept-message'
import type { FoundMessages, MessageQuery } from '../workbench/messages/message-store'
import type { Definitions } from '../contract/workbench/differences'
import type { MessageDetails } from '../contract/workbench/messages'
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
  CheckedMessage,
  IconImage,
  WireIcon,
  NetworkAccessReply,
  ResourceLists,
  ServerReply,
  ToolCallOutcome,
  ToolCallRequest,
  WrittenMessage,
  WrittenOutcome,
  WrittenRequest
} from './wire-messages'
import type { ClientMethod } from '../contract/workbench/written-messages'
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
  TracedMessage,
  WrittenMessage,
  WrittenOutcome,
  WrittenRequest
} from './wire-messages'
export type { McpEvents } from './wire-events'

export type ReadMessage = Omit<MessageDetails, 'curl'>

export interface McpClients {
  /** The files that a stdio server would run, with their hashes. @throws HostError SERVER_COMMAND_NOT_FOUND */
  inspectProgram(target: ProgramToInspect): Promise<InspectedProgram | UnseenProgram>
  /**
   * Fetches the package of a sandboxed server again, ignoring the trusted version, and keeps it for the next start.
   * Doesn't run it. @throws HostError SERVER_NOT_CONTAINED, SERVER_PACKAGE_NOT_FETCHED, SERVER_COMMAND_NOT_FOUND
   */
  updatePackage(launch: ServerLaunch): Promise<readonly TrustedPackage[]>
  /** Size in bytes of the private folder of sandboxed servers of this name; null if nothing is kept. */
  measureHome(serverName: string): Promise<number | null>
  /** Empties the private folder, after ending a connection of the server. */
  clearHome(serverName: string): Promise<void>
  /** Keeps the private folder for a server that is renamed. */
  renameHome(from: string, to: string): Promise<void>
  /** Removes the private folder, after ending a connection of the server. */
  removeHome(serverName: string): Promise<void>
  /** Tests whether programs can be sandboxed on this computer. A negative result is tested again each time. */
  readSandbox(): Promise<SandboxView>
  /**
   * Checks whether the program of a trusted server can run its script. Runs the runtime only to read its version.
   * @throws HostError SERVER_COMMAND_NOT_FOUND
   */
  examineProgram(launch: ServerLaunch): Promise<ExaminedProgram>
  /**
   * Starts or contacts a server, does the handshake, lists its tools.
   * @throws HostError SERVER_COMMAND_NOT_FOUND, SERVER_EXITED (data: exitCode, signal, errorOutput: string[]),
   * SERVER_START_TIMEOUT, SERVER_UNREACHABLE, SERVER_NEEDS_SIGN_IN, SERVER_PROTOCOL, SERVER_NOT_CONNECTED (`disconnect`
   * ended it)
   */
  connect(launch: ServerLaunch): Promise<ConnectionInfo>
  /** Closes stdin, then sends SIGTERM, then SIGKILL to the whole process group. Resolves when no process is left. */
  disconnect(connectionId: string): Promise<void>
  /**
   * Shows the server at an address on this computer, for a program that speaks Streamable HTTP without headers. Each
   * session behind it is a new process of the server; messages pass unchanged. `closeBridge` ends it by the launch's
   * `connectionId`.
   */
  openBridge(launch: ServerLaunch): Promise<{ readonly url: string }>
  /** No process of the bridge is left afterwards. Unknown ids are ignored. */
  closeBridge(bridgeId: string): Promise<void>
  /** Never rejects because of the server: the outcome reports failures. */
  callTool(request: ToolCallRequest): Promise<ToolCallOutcome>
  /** Sends a message that the user wrote, also an invalid one. Never rejects because of the server. */
  sendWritten(request: WrittenRequest): Promise<WrittenOutcome>
  /** Says what would be sent, and checks it against the schema of the revision. @throws HostError SERVER_NOT_CONNECTED */
  checkWritten(connectionId: string, message: WrittenMessage): Promise<CheckedMessage>
  /** Methods of the connection's revision that a client may send. @throws HostError SERVER_NOT_CONNECTED */
  listMethods(connectionId: string): Promise<readonly Omit<ClientMethod, 'isDeclared'>[]>
  /** Also for what `sendWritten` sends. Sends `notifications/cancelled`; the call's outcome becomes `cancelled`. Unknown ids are ignored. */
  cancelCall(callId: string): Promise<void>
  /** Restarts the clocks of a call. Unknown ids are ignored. */
  keepWaiting(callId: string): Promise<void>
  /** Answers a request from `requested`. Unknown and withdrawn requests are ignored. */
  answerRequest(requestId: string, reply: ServerReply): Promise<void>
  /** Ends the request of the exchange and withdraws its questions. Unknown ids are ignored. */
  stopExchange(exchangeId: string): Promise<void>
  /** Answers `challenged`. Null: the server's denial is final. Unknown challenges are ignored. */
  answerChallenge(challengeId: string, access: AccessToken | null): Promise<void>
  /** Answers `networkAccessRequested`. Unknown and withdrawn requests are ignored. */
  answerReach(requestId: string, reply: NetworkAccessReply): Promise<void>
  /** Sets the allowed hosts of a sandboxed server. Open connections stay open. */
  setHosts(serverName: string, hosts: readonly string[]): Promise<void>
  /** Sets the roots for all servers, including later ones. Servers whose own list changes are notified. */
  setRoots(roots: readonly OfferedRoot[]): Promise<void>
  /** Does nothing if the server doesn't log. @throws HostError SERVER_NOT_CONNECTED, TOOL_ERROR */
  setLogLevel(connectionId: string, level: LogLevel | null): Promise<void>
  /** Switches the `traced` event. The gateway calls it when the first listener comes and the last one goes. */
  setTracing(isFollowed: boolean): Promise<void>
  /**
   * Messages from and to a server that match the filter, from a position of the list on, or the last ones. All of these
   * include secrets. Undefined if no process runs.
   */
  findMessages(
    query: MessageQuery & { readonly from: number | null; readonly count: number }
  ): Promise<FoundMessages | undefined>
  /** The position of a message in the list. */
  locateMessage(query: MessageQuery & { readonly number: number }): Promise<number | null | undefined>
  /** Methods and tools that occur in the messages. */
  listMessageNames(serverName: string): Promise<KnownNames | undefined>
  /** With the result of its check against the schema of its revision. */
  readMessage(serverName: string, number: number): Promise<ReadMessage | null | undefined>
  /** The newest messages of the list, oldest first. */
  exportMessages(query: MessageQuery): Promise<readonly KeptMessage[] | undefined>
  forgetMessages(serverName: string): Promise<void>
  /** What a server offered on its newest connection, as it sent it, with secrets. null: nothing is known. */
  readDefinitions(serverName: string): Promise<Definitions | null | undefined>
  /**
   * Checks arguments against a tool's input schema, with a time limit. Empty if they fit. Checks of one server run one
   * at a time, and so do those without a server, which check a user's input.
   */
  checkArguments(schema: JsonObject, args: JsonObject, serverName?: string): Promise<ArgumentProblem[]>
  /** The expanded URI of a resource template. @throws HostError BRIDGE_INVALID_INPUT for an invalid template */
  expandTemplate(uriTemplate: string, variables: Readonly<Record<string, string>>): Promise<string>
  /** @throws HostError ICON_UNAVAILABLE for data that isn't an image, or is too large */
  readIcon(source: WireIcon): Promise<IconImage>
  /** Lists the tools again and sends `toolsChanged` if they differ. @throws HostError as `listResources` */
  refreshTools(connectionId: string): Promise<void>
  /**
   * All pages. Empty for a server without the capability. @throws HostError SERVER_NOT_CONNECTED, SERVER_PROTOCOL,
   * TOOL_ERROR
   */
  listResources(connectionId: string): Promise<ResourceLists>
  /** @throws HostError SERVER_NOT_CONNECTED, SERVER_PROTOCOL, TOOL_TIMEOUT, TOOL_ERROR (the server's own error) */
  readResource(connectionId: string, uri: string): Promise<ResourceContents[]>
  /**
   * Subscribes to changes of one resource, which arrive as `resourceUpdated`. Does nothing if the server offers no
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
  /** Empty if the server offers no completion; further calls then send no request. */
  complete(request: {
    readonly connectionId: string
    readonly reference: CompletionReference
    readonly argumentName: string
    readonly value: string
    readonly context: Readonly<Record<string, string>>
  }): Promise<Completion>
  /** All pages, listed again. Empty for a server that doesn't list its tasks. @throws HostError as `listResources` */
  listTasks(connectionId: string): Promise<ListedTask[]>
  /** Closes all connections in parallel. No process that Parley started is left afterwards. */
  shutdown(): Promise<void>
}

/** What the host uses: the calls, and a subscription to the events. */
export interface McpGateway {
  readonly clients: McpClients
  /** Receives the events for which it has listeners. */
  subscribe(events: Partial<McpEvents>): () => void
  /**
   * Called when the utility process ended unexpectedly and every connection is lost. A new process starts
   * automatically.
   */
  onLost(listener: () => void): () => void
}
