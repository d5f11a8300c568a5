/**
 * One server from the handshake to the end: its client, its tools, its running calls and its events. `handshake.ts`
 * chooses transport and era; `wire-features.ts` handles what the server offers besides tools.
 */
import { randomUUID } from 'node:crypto'
import { toRequestFailure } from '../calls/send-request'
import type { Client } from '@modelcontextprotocol/client'
import { HostError, toFailure } from '../../base/host-error'
import { Scope } from '../../base/server-scope'
import type { Root } from '../../contract/requests'
import type { LocalizedText } from '../../contract/localized-text'
import type { LogLevel } from '../../contract/servers'
import { AuthChallenges } from './auth-challenges'
import { createRemoteLiveness, type RemoteLiveness } from './remote-liveness'
import { toHttpFailure } from '../transports/http/http-failures'
import type { HandshakeOptions, OpenConnection } from './connect-attempt'
import { StartClocks } from './start-clocks'
import { isClosedError, toEarlyEnd, toListFailure } from './connection-failures'
import { toConnectionInfo } from './connection-info'
import { openConnection } from './handshake'
import { keepHeartbeat, ping } from './heartbeat'
import { MessageTooLarge } from '../transports/http/limited-fetch'
import type {
  ConnectionInfo,
  McpEvents,
  ServerLaunch,
  ServerReply,
  ToolCallOutcome,
  ToolCallRequest
} from '../interface'
import { announcedLists, listFilter, watchLists, type WatchedLists } from '../features/list-watch'
import { ToolCache } from './tool-cache'
import { createSubscriptions } from '../features/subscription-stream'
import { KeptLogLevel } from './log-level'
import { ServerFeatures } from '../features/wire-features'
import { ClientTasks } from '../server-requests/client-tasks'
import { toErrorText } from '../protocol/error-text'
import { createCallInputs } from '../server-requests/input-requests'
import { WireExchanges } from '../server-requests/wire-exchanges'
import { followRequests } from './request-handlers'
import { WireCalls } from '../calls/wire-calls'
import { WrittenMessages } from '../calls/written-messages'
import { WireServerRequests } from '../server-requests/wire-server-requests'
import type { SchemaChecks } from '../schemas/schema-checks'
import { say, sentences, toEnglish } from '../../texts/render-localized'

export interface ConnectionOptions extends Omit<
  HandshakeOptions,
  'signal' | 'prepareClient' | 'renewAccess' | 'began'
> {
  readonly events: McpEvents
  readonly checks: Pick<SchemaChecks, 'find'>
  /** The roots that the server may list at the moment. */
  readonly roots: () => Promise<readonly Root[]>
}

type State = 'opening' | 'open' | 'closed'

export class Connection {
  readonly #launch: ServerLaunch
  readonly #options: ConnectionOptions
  readonly #scope = new Scope()
  readonly calls: WireCalls
  readonly written: WrittenMessages
  readonly #tools: ToolCache
  #state: State = 'opening'
  readonly start = new StartClocks()
  /** True until the handshake is done and the tools are listed. */
  readonly isOpening = (): boolean => this.#state === 'opening'
  #opened: OpenConnection | null = null
  #features: ServerFeatures | null = null
  #lists: WatchedLists | null = null
  #logLevel: KeptLogLevel | null = null
  #endReason: LocalizedText | null = null
  /** Also null until the connection is open. */
  #remoteLife: RemoteLiveness | null = null
  #ending: Promise<void> | null = null
  readonly #requests: WireServerRequests
  readonly #tasks: ClientTasks
  /** Requests that wait for a sign-in. */
  readonly challenges: AuthChallenges
  readonly exchanges: WireExchanges

  constructor(launch: ServerLaunch, options: ConnectionOptions) {
    this.#launch = launch
    this.#options = options
    const { serverName, connectionId, isWithoutSampling } = launch
    const { events, log, roots, checks } = options
    const { isOpening, start } = this
    const { signal } = this.#scope
    const holdCalls = start.holdWith(() => this.calls.pause())
    const asker = { serverName, connectionId, isWithoutSampling, now: () => performance.now() }
    this.#requests = new WireServerRequests({ ...asker, events, log, roots, checks, holdCalls })
    this.#tools = new ToolCache({ launch, log, began: start.began, signal })
    this.#tasks = new ClientTasks({ requests: this.#requests, now: options.now, createId: randomUUID })
    this.challenges = new AuthChallenges({ serverName, connectionId, events, isOpening, holdCalls })
    const inputs = createCallInputs(this.#requests, this.revision)
    this.written = new WrittenMessages(() => this.#requireOpened().transport, this.#explain)
    this.exchanges = new WireExchanges({ serverName, connectionId, events, inputs, signal })
    this.calls = new WireCalls({
      ...{ events, inputs, checks, now: options.now, isOnOneLine: launch.transport === 'stdio' },
      toolOf: (name) => this.#tools.find(name),
      explain: this.#explain,
      onEnd: (callId, isGivenUp) => this.#requests.endCall(callId, isGivenUp)
    })
  }

  get serverName(): string {
    return this.#launch.serverName
  }

  /** @throws HostError as `McpClients.connect` */
  async open(): Promise<ConnectionInfo> {
    try {
      const prepareClient = (client: Client) => this.#followRequests(client)
      const [{ renew: renewAccess }, { began }] = [this.challenges, this.start]
      const options = { ...this.#options, prepareClient, renewAccess, began, signal: this.#scope.signal }
      const opening = openConnection(this.#launch, options)
      // A failed start leaves nothing behind, and its caller gets the error.
      this.#scope.defer(async () => await (await opening.catch(() => null))?.transport.close())
      const opened = await opening
      this.#opened = opened
      opened.client.onclose = () => this.#lost()
      // Every failure that matters also rejects a request or closes the client.
      opened.client.onerror = (error) => this.#options.log('life', 'debug', toErrorText(error))
      this.calls.listen(opened.client)
      this.#logLevel = new KeptLogLevel(opened, this.#launch.logLevel, this.#options.log)
      void this.#logLevel.tellAgain(this.#scope.signal) // never rejects
      this.#tools.keep(await this.#tools.read(opened.client))
      if (this.#scope.isClosed) throw new Error('The connection ended after its tools were listed')
      this.#state = 'open'
      this.#follow(opened)
      return toConnectionInfo(this.#launch, opened, this.#tools.all())
    } catch (error) {
      const failure = this.#toOpenFailure(error)
      await this.close()
      throw failure
    }
  }

  async callTool(request: ToolCallRequest): Promise<ToolCallOutcome> {
    const opened = this.#opened
    if (opened === null || this.#state !== 'open')
      return { type: 'failed', failure: toFailure(this.#notConnected()) }
    const { written } = request
    const outcome = await (written === undefined
      ? this.calls.run(request, opened)
      : this.written.call(request, written))
    // Waits for tool list changes that the call caused: the model continues with the result and the tools.
    await this.#lists?.settled('tools')
    return outcome
  }

  /** Empty until both sides have agreed on it. */
  readonly revision = (): string => this.#opened?.client.getNegotiatedProtocolVersion() ?? ''

  /** Resources, prompts and completion. @throws HostError SERVER_NOT_CONNECTED */
  features(): ServerFeatures {
    if (this.#features !== null && this.#state === 'open') return this.#features
    throw this.#notConnected()
  }

  /** False if no server of this connection waits for the request. */
  answerRequest(requestId: string, reply: ServerReply): boolean {
    return this.#requests.answer(requestId, reply)
  }

  /** Notifies the server that the roots have changed. */
  announceRoots(): void {
    const client = this.#launch.isWithoutFolderNews === true ? undefined : this.#opened?.client
    if (this.#state === 'closed' || client?.getProtocolEra() !== 'legacy') return // the newest revision asks each time
    void client.sendRootsListChanged().catch(() => {}) // the connection ended
  }

  /** Does nothing if the server doesn't log. @throws HostError SERVER_NOT_CONNECTED, TOOL_ERROR */
  async setLogLevel(level: LogLevel | null): Promise<void> {
    if (this.#logLevel === null || this.#state !== 'open') throw this.#notConnected()
    await this.#logLevel.set(level, { signal: this.#scope.signal, explain: this.#explain })
  }

  /** @throws HostError as `McpClients.refreshTools` */
  async refreshTools(): Promise<void> {
    const { client } = this.#requireOpened()
    const timeoutMs = this.#launch.connectTimeoutMs
    const failed = { purpose: { request: 'tools', name: '' }, timeoutMs, explain: this.#explain } as const
    await this.#rereadTools(client, false).catch((error: unknown) => {
      throw toRequestFailure(error, failed)
    })
  }

  /** Resolves when no process of the server runs any longer. */
  close(): Promise<void> {
    this.#state = 'closed'
    this.#endReason ??= say('mcp.serverStopped')
    this.#tasks.close(this.#endReason)
    this.#requests.close(this.#endReason)
    this.challenges.close()
    return (this.#ending ??= this.#scope.close())
  }

  #followRequests(client: Client): void {
    followRequests(client, {
      requests: this.#requests,
      tasks: this.#tasks,
      runningCalls: () => this.calls.ids(),
      callOfTask: (taskId) => this.calls.findByTask(taskId)
    })
  }

  /** Starts listening to the server's events, and makes its features available. */
  #follow(opened: OpenConnection): void {
    const { client, renewing } = opened
    const { serverName, connectionId } = this.#launch
    const { events, log } = this.#options
    const { signal } = this.#scope
    const lists = this.#watchLists(client)
    this.#lists = lists
    const isShared = this.#launch.transport === 'stdio'
    const subscriptions = createSubscriptions(client, { signal, isShared, onGap: () => lists.changedAll() })
    if (announcedLists(client).length > 0) void subscriptions?.want(listFilter(client)) // never rejects
    client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
      events.resourceUpdated({ serverName, connectionId, uri: params.uri })
    )
    const { exchanges } = this
    const about = { serverName, log, signal, subscriptions, exchanges, explain: this.#explain }
    this.#features = new ServerFeatures(client, about)
    if (renewing !== null) {
      renewing.onRenewed = () => void this.#restore(client) // never rejects
      renewing.onFailed = (reason) => this.#lost(reason)
    }
    const onLost = (reason?: LocalizedText) => this.#lost(reason)
    this.#remoteLife = createRemoteLiveness(this.#launch, opened, { signal, onLost })
    void this.#keepHeartbeat(opened) // never rejects
  }

  /** Restores the state of a lost session. Lists may have changed when the server forgot it. */
  async #restore(client: Client): Promise<void> {
    this.#requests.withdrawAll(say('mcp.newSession'))
    this.#announce('resources')
    this.#announce('prompts')
    await this.#logLevel?.tellAgain(this.#scope.signal)
    try {
      await this.#features?.subscribeAgain()
      await this.#rereadTools(client, false)
    } catch (error) {
      this.#options.log('life', 'warning', `The new session is not complete: ${toErrorText(error)}`)
    }
  }

  async #keepHeartbeat({ client, transport }: OpenConnection): Promise<void> {
    const { log } = this.#options
    const { signal } = this.#scope
    await keepHeartbeat({
      intervalMs: this.#launch.pingIntervalMs,
      signal,
      lastHeardAt: () => transport.lastHeardAt,
      isBusy: () => this.calls.ids().length > 0,
      ping: (timeoutMs) => ping({ client, signal, timeoutMs }).catch((error) => void this.#explain(error)),
      onMissed: (count) => log('life', 'warning', `The server did not answer a ping (${count}).`),
      onDead: () => this.#lost(say('mcp.noPing'))
    })
  }

  #watchLists(client: Client): WatchedLists {
    const { log } = this.#options
    return watchLists(client, {
      signal: this.#scope.signal,
      onChange: {
        tools: () => this.#rereadTools(client, true),
        // These lists are read when a screen shows them.
        resources: async () => this.#announce('resources'),
        prompts: async () => this.#announce('prompts')
      },
      onAnnounced: (list) => {
        const { serverName, connectionId } = this.#launch
        if (list === 'tools') this.#options.events.toolsChanging({ serverName, connectionId })
      },
      onFailure: (list, error) => {
        if (this.#state !== 'open') return
        const text = toErrorText(error)
        log('life', 'warning', `The changed list of ${list} could not be read; the old one stays: ${text}`)
      }
    })
  }

  #announce(list: 'resources' | 'prompts'): void {
    const { serverName, connectionId } = this.#launch
    this.#features?.forgetList(list)
    this.#options.events[`${list}Changed`]({ serverName, connectionId })
  }

  async #rereadTools(client: Client, isAnnounced: boolean): Promise<void> {
    const { serverName, connectionId } = this.#launch
    const tools = await this.#tools.read(client)
    if (this.#state !== 'open') return
    if (!this.#tools.keep(tools) && !isAnnounced) return
    this.#options.events.toolsChanged({ serverName, connectionId, tools })
  }

  #requireOpened(): OpenConnection {
    if (this.#opened === null || this.#state !== 'open') throw this.#notConnected()
    return this.#opened
  }

  #notConnected(): HostError {
    return new HostError('SERVER_NOT_CONNECTED', this.#endReason ?? say('mcp.notConnected'))
  }

  /** The server ended the connection. */
  #lost(reason?: LocalizedText): void {
    if (this.#state === 'closed') return
    const wasOpen = this.#state === 'open'
    const stdio = this.#opened?.stdio ?? null
    const said = reason ?? stdio?.closeReason ?? say('mcp.serverClosed')
    this.#endReason = said
    void this.close().catch(() => {}) // the end of the program waits for the rest of the process
    if (!wasOpen) return
    this.#options.log('life', 'error', toEnglish(said))
    this.#options.events.connectionClosed({
      serverName: this.#launch.serverName,
      connectionId: this.#launch.connectionId,
      exitCode: stdio?.processEnd?.exitCode ?? null,
      signal: stdio?.processEnd?.signal ?? null,
      errorOutput: stdio?.errorOutput ?? [],
      reason: said
    })
  }

  /** The failure of a call if the cause is the connection and not the tool. */
  readonly #explain = (error: unknown): HostError | null => {
    this.#remoteLife?.notice(error)
    if (this.#endReason !== null || isClosedError(error)) {
      const text = sentences(say('mcp.requestLost'), this.#endReason ?? say('mcp.connectionEnded'))
      return new HostError('SERVER_RESTARTED', text, { cause: error })
    }
    return this.#toHttpFailure(error)
  }

  #toHttpFailure(error: unknown): HostError | null {
    if (this.#launch.transport === 'stdio') return null
    const last = this.#opened?.http?.lastFailure()
    const broken = last instanceof MessageTooLarge ? last : null
    return toHttpFailure(error, this.#launch.url) ?? toHttpFailure(broken, this.#launch.url)
  }

  #toOpenFailure(error: unknown): HostError {
    if (error instanceof HostError && error.code !== 'SERVER_RESTARTED') return error
    const ended = toEarlyEnd(error, this.#opened?.stdio ?? null, this.#scope.isClosed)
    return ended ?? this.#toHttpFailure(error) ?? toListFailure(error)
  }
}
