/**
 * One server from handshake to end: its client, its tools, its running calls, and the news about it. Which
 * transport and era it speaks is decided in `handshake.ts`; what it offers besides tools is in `offers.ts`.
 */
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { Client } from '@modelcontextprotocol/client'
import { HostError } from '../base/host-error'
import { Scope } from '../base/scope'
import { cutText } from '../base/cut-text'
import type { ToolView } from '../contract/servers'
import { httpStatus, isNetworkFailure, toHttpFailure } from './http-failures'
import { openConnection } from './handshake'
import type { HandshakeOptions, OpenConnection } from './handshake'
import { MessageTooLarge } from './limited-fetch'
import type { ConnectionInfo, McpEvents, ServerLaunch, ToolCallOutcome, ToolCallRequest } from './interface'
import { announcedLists, listFilter, watchLists } from './list-watch'
import { Listening } from './listening'
import { Offers } from './offers'
import { inPlainWords } from './plain-words'
import { followServerLog } from './server-messages'
import { runToolCall } from './tool-call'
import { listTools } from './tool-list'

export interface ConnectionOptions extends Omit<HandshakeOptions, 'signal'> {
  readonly events: McpEvents
}

/** Of what a server says of itself, in characters: the screen gets it with every change of the server. */
const limits = { title: 256, instructions: 16_384, capabilities: 50 }

type State = 'opening' | 'open' | 'closed'

export class Connection {
  readonly #launch: ServerLaunch
  readonly #options: ConnectionOptions
  readonly #scope = new Scope()
  readonly #calls = new Map<string, AbortController>()
  #state: State = 'opening'
  #opened: OpenConnection | null = null
  #offers: Offers | null = null
  #tools: ReadonlyMap<string, ToolView> = new Map()
  #endReason: string | null = null
  #ending: Promise<void> | null = null

  constructor(launch: ServerLaunch, options: ConnectionOptions) {
    this.#launch = launch
    this.#options = options
  }

  get serverName(): string {
    return this.#launch.serverName
  }

  /** @throws HostError as `McpClients.connect` */
  async open(): Promise<ConnectionInfo> {
    try {
      const opening = openConnection(this.#launch, { ...this.#options, signal: this.#scope.signal })
      // A failed start has left nothing behind; who asked for it hears why.
      this.#scope.defer(async () => await (await opening.catch(() => null))?.transport.close())
      const opened = await opening
      this.#opened = opened
      opened.client.onclose = () => this.#lost()
      opened.client.onerror = () => {} // every failure that matters also rejects a request or closes the client
      followServerLog(opened.client, this.#options.log)
      this.#setTools(await this.#readTools(opened.client))
      if (this.#scope.isClosed) throw new Error('The connection ended after its tools were listed')
      this.#state = 'open'
      this.#follow(opened)
      return toConnectionInfo(this.#launch.connectionId, opened, [...this.#tools.values()])
    } catch (error) {
      const failure = this.#toOpenFailure(error)
      await this.close()
      throw failure
    }
  }

  async callTool(request: ToolCallRequest): Promise<ToolCallOutcome> {
    const opened = this.#opened
    if (opened === null || this.#state !== 'open') {
      return { type: 'failed', failure: { code: 'SERVER_NOT_CONNECTED', message: this.#notConnected() } }
    }
    const controller = new AbortController()
    this.#calls.set(request.callId, controller)
    try {
      return await runToolCall(request, {
        client: opened.client,
        tool: this.#tools.get(request.toolName),
        signal: controller.signal,
        onProgress: (progress) => this.#options.events.progressed({ callId: request.callId, progress }),
        explain: (error) => this.#explain(error)
      })
    } finally {
      this.#calls.delete(request.callId)
    }
  }

  /** Everything but tools. @throws HostError SERVER_NOT_CONNECTED */
  offers(): Offers {
    if (this.#offers !== null && this.#state === 'open') return this.#offers
    throw new HostError('SERVER_NOT_CONNECTED', this.#notConnected())
  }

  /** Whether the call is one of this connection. */
  cancelCall(callId: string): boolean {
    const controller = this.#calls.get(callId)
    controller?.abort('The person stopped the call')
    return controller !== undefined
  }

  /** Resolves when nothing of the server runs any more. */
  close(): Promise<void> {
    this.#state = 'closed'
    this.#endReason ??= 'The server was stopped.'
    return (this.#ending ??= this.#scope.close())
  }

  async #readTools(client: Client): Promise<ToolView[]> {
    return await listTools(client, {
      serverName: this.#launch.serverName,
      log: this.#options.log,
      // A list of many slow pages must not hold up the start for ever either.
      signal: AbortSignal.any([this.#scope.signal, AbortSignal.timeout(this.#launch.connectTimeoutMs)]),
      timeoutMs: this.#launch.connectTimeoutMs,
      isRemote: this.#launch.transport !== 'stdio' && client.getProtocolEra() === 'modern'
    })
  }

  #setTools(tools: readonly ToolView[]): void {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
  }

  /** From here on its news are heard, and the rest of what it offers can be asked for. */
  #follow({ client }: OpenConnection): void {
    const { serverName, connectionId } = this.#launch
    const { events, log } = this.#options
    const { signal } = this.#scope
    const announceAll = this.#watchLists(client)
    const isModern = client.getProtocolEra() === 'modern'
    const listening = isModern ? new Listening(client, { signal, onGap: announceAll }) : null
    if (announcedLists(client).length > 0) void listening?.want(listFilter(client)) // never rejects
    client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
      events.resourceUpdated({ serverName, connectionId, uri: params.uri })
    )
    const explain = (error: unknown) => this.#explain(error)
    this.#offers = new Offers(client, { serverName, log, signal, listening, explain })
  }

  #watchLists(client: Client): () => void {
    const { serverName, connectionId } = this.#launch
    const { events, log } = this.#options
    const rereadTools = async () => {
      const tools = await this.#readTools(client)
      if (this.#state !== 'open') return
      this.#setTools(tools)
      events.toolsChanged({ serverName, connectionId, tools })
    }
    return watchLists(client, {
      signal: this.#scope.signal,
      onChange: {
        tools: rereadTools,
        // These are read when somebody looks at them.
        resources: async () => events.resourcesChanged({ serverName, connectionId }),
        prompts: async () => events.promptsChanged({ serverName, connectionId })
      },
      onFailure: (list, error) => {
        if (this.#state !== 'open') return
        const said = inPlainWords(error)
        log('life', 'warning', `The changed list of ${list} could not be read; the old one stays: ${said}`)
      }
    })
  }

  #notConnected(): string {
    return this.#endReason ?? 'The server is not connected. Start it and try again.'
  }

  /** The connection ended without our doing. */
  #lost(reason?: string): void {
    if (this.#state === 'closed') return
    const wasOpen = this.#state === 'open'
    const stdio = this.#opened?.stdio ?? null
    const message = reason ?? stdio?.closeReason ?? 'The server closed the connection.'
    this.#endReason = message
    void this.close().catch(() => {}) // what is left of the process is waited for at the end of the program
    if (!wasOpen) return
    this.#options.log('life', 'error', message)
    this.#options.events.connectionClosed({
      serverName: this.#launch.serverName,
      connectionId: this.#launch.connectionId,
      exitCode: stdio?.processEnd?.exitCode ?? null,
      signal: stdio?.processEnd?.signal ?? null,
      errorOutput: stdio?.errorOutput ?? [],
      message
    })
  }

  /** A failure of a call that says more of the connection than of the tool. */
  #explain(error: unknown): HostError | null {
    if (this.#launch.transport !== 'stdio') this.#noticeLoss(error)
    if (this.#endReason !== null || isClosedError(error)) {
      const reason = this.#endReason ?? 'The connection ended.'
      return new HostError('SERVER_RESTARTED', `The request was lost with its connection. ${reason}`, {
        cause: error
      })
    }
    return this.#toHttpFailure(error)
  }

  #toHttpFailure(error: unknown): HostError | null {
    if (this.#launch.transport === 'stdio') return null
    const last = this.#opened?.http?.lastFailure()
    const broken = last instanceof MessageTooLarge ? last : null
    return toHttpFailure(error, this.#launch.url) ?? toHttpFailure(broken, this.#launch.url)
  }

  /** Nothing but a request tells that a remote server has gone or has forgotten the session. */
  #noticeLoss(error: unknown): void {
    if (httpStatus(error) === 404) return this.#lost('The server no longer knows this session.')
    if (!isNetworkFailure(error) || this.#launch.transport === 'stdio') return
    this.#lost(toHttpFailure(error, this.#launch.url)?.message)
  }

  #toOpenFailure(error: unknown): HostError {
    if (error instanceof HostError && error.code !== 'SERVER_RESTARTED') return error
    const stdio = this.#opened?.stdio ?? null
    if (stdio?.processEnd != null) {
      const data = { ...stdio.processEnd, errorOutput: stdio.errorOutput }
      const message = `${stdio.closeReason ?? 'The process ended.'} It ended while its tools were read.`
      return new HostError('SERVER_EXITED', message, { cause: error, data })
    }
    if (this.#scope.isClosed && stdio?.closeReason == null) {
      return new HostError('SERVER_NOT_CONNECTED', 'The start of the server was stopped.')
    }
    // The end of a connection also ends its requests, which then look like timeouts.
    if (stdio?.closeReason != null)
      return new HostError('SERVER_PROTOCOL', stdio.closeReason, { cause: error })
    return this.#toHttpFailure(error) ?? toListFailure(error)
  }
}

function toListFailure(error: unknown): HostError {
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    const message =
      'The server accepted the connection and then did not list its tools in time. Look at its log.'
    return new HostError('SERVER_START_TIMEOUT', message, { cause: error })
  }
  const said = inPlainWords(error)
  return new HostError('SERVER_PROTOCOL', `The tools of the server could not be read: ${said}`, {
    cause: error
  })
}

function isClosedError(error: unknown): boolean {
  if (error instanceof HostError) return error.code === 'SERVER_RESTARTED'
  if (!(error instanceof SdkError)) return error instanceof Error && error.message === 'Not connected'
  return error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected
}

function cutOrNull(text: string | undefined, limit: number): string | null {
  return text === undefined ? null : cutText(text, limit)
}

function toConnectionInfo(
  connectionId: string,
  opened: OpenConnection,
  tools: readonly ToolView[]
): ConnectionInfo {
  const { client, stdio } = opened
  const about = client.getServerVersion()
  return {
    connectionId,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    title: cutOrNull(about?.title ?? about?.name, limits.title),
    version: cutOrNull(about?.version, limits.title),
    instructions: cutOrNull(client.getInstructions(), limits.instructions),
    capabilities: Object.keys(client.getServerCapabilities() ?? {})
      .slice(0, limits.capabilities)
      .map((name) => cutText(name, limits.title)),
    announcedLists: announcedLists(client),
    processId: stdio?.pid ?? null,
    tools
  }
}
