/**
 * All servers of the settings: runs them as configured, routes events and calls, and serves the rest of the core.
 * `server-lifecycle.ts` handles each server separately.
 */
import { createEmitter } from '../../base/emitter'
import { HostError, toFailure } from '../../base/host-error'
import type { Logger, SecretRegistry } from '../../base/logger'
import type { LocalizedText } from '../../contract/localized-text'
import type { ServerLogLine, ServerView, ToolView } from '../../contract/servers'
import type { IconImage, McpGateway } from '../../mcp/interface'
import { ConfiguredServer } from './configured-server'
import { toEntries, wantedBy } from './entries'
import type { ServerEntry, WantedServers } from './entries'
import { createProtocolEraCache } from '../lifecycle/protocol-era-cache'
import type { ProtocolEraFacts } from '../lifecycle/protocol-era-cache'
import type { FetchIcon } from '../icons/icon-fetch'
import { createIcons, type Icons } from '../icons/icons'
import { createLastRuns, type LastRuns } from './last-runs'
import { namesIcon } from '../icons/named-icons'
import type { CatalogTool, ServerInstructions, Servers } from '../interface'
import { Offers } from '../offers/server-offers'
import { openBridge } from '../lifecycle/open-bridge'
import { reconcile } from '../lifecycle/reconcile'
import type { LifecycleContext } from '../lifecycle/server-lifecycle'
import { createServerLogReader } from './server-log-reader'
import { createStartQueue } from '../lifecycle/start-queue'
import { StaleTools } from '../offers/stale-tools'
import { ServerCalls, type ServerCallsOptions } from './server-calls'
import type { ToolDirectory } from '../tools/tool-directory'
import type { IdleWatch } from '../lifecycle/idle-watch'
import { say } from '../../texts/render-localized'
import { createEventRouting } from './event-routing'
import { UsedOffers } from './used-offers'
import { wakeServer } from './wake-server'
import { watchIdle, type IdleOptions } from './watch-idle'

export interface ServersOptions
  extends IdleOptions, Pick<LifecycleContext, 'consent' | 'trustCheck' | 'accessFor' | 'now' | 'newId'> {
  readonly mcp: McpGateway
  readonly recordCall: ServerCallsOptions['recordCall']
  readonly onCallEnded?: ServerCallsOptions['onCallEnded']
  readonly facts: ProtocolEraFacts
  /** Gets the servers and their tools; other areas may read it. */
  readonly tools: ToolDirectory
  readonly fetchIcon: FetchIcon
  /** Receives the lines of a server's log, in addition to the lines that the screen shows. */
  readonly serverLog: (serverName: string, line: ServerLogLine) => void
  readonly secretRegistry: SecretRegistry
  readonly log: Logger
}

export interface ServersControl extends Servers, Pick<Offers, 'onResourcesChanged' | 'onPromptsChanged'> {
  /** Adds a line to the server's log. Unknown names are ignored. */
  noteLog(serverName: string, line: ServerLogLine): void
  /** Runs servers as the settings say. Returns at once; `onChange` reports the results. */
  apply(wanted: WantedServers): void
  /** The whole new view of one server, also of a new one. */
  onChange(listener: (view: ServerView) => void): () => void
  /** As `onChange`, if only the counters of its calls have changed. */
  onCounted(listener: (view: ServerView) => void): () => void
  onRemoved(listener: (serverName: string) => void): () => void
  /** An icon that the server declared. @throws HostError SERVER_UNKNOWN, ICON_UNAVAILABLE */
  readIcon(serverName: string, src: string): Promise<IconImage>
  /** The server requires a sign-in for this reason; null when it no longer does. Unknown names are ignored. */
  needSignIn(serverName: string, reason: LocalizedText | null): void
  /** Applies a changed policy: servers that it forbids stop with the reason, those that were forbidden start. */
  reviewPolicy(): void
  /** As `open-bridge.ts` says. @throws HostError SERVER_UNKNOWN, SETTINGS_INVALID, and as `TrustCheck.enter` */
  openBridge(serverName: string, isDirect: boolean): ReturnType<typeof openBridge>
  /** Stops all servers in parallel. None of their processes runs when it resolves. */
  dispose(): Promise<void>
}

export function createServers(options: ServersOptions): ServersControl {
  return new Registry(options)
}

/** Public members are bound, because callers detach them. */
class Registry implements ServersControl {
  readonly #options: ServersOptions
  readonly #shared: LifecycleContext
  readonly #calls: ServerCalls
  readonly #offers: Offers
  readonly #stale: StaleTools
  readonly #changed = createEmitter<ServerView>()
  readonly #counted = createEmitter<ServerView>()
  readonly #removed = createEmitter<string>()
  readonly #unsubscribe: readonly (() => void)[]
  /** In the order of the settings. */
  #servers: ReadonlyMap<string, ConfiguredServer> = new Map()
  /** Removed from the settings, but still stopping. Reused when their name returns. */
  readonly #leaving = new Map<string, ConfiguredServer>()
  #isDisposed = false
  readonly #tools: ToolDirectory
  readonly #icons: Icons
  readonly #lastRuns: LastRuns
  readonly #idle: IdleWatch
  readonly #used: UsedOffers
  /** By server: the tools from which the directory was built. */
  readonly #knownTools = new Map<string, readonly ToolView[]>()

  constructor(options: ServersOptions) {
    const { mcp, now } = options
    const { clients } = mcp
    this.#options = options
    this.#lastRuns = createLastRuns(options.facts, () => this.#announceSleeping())
    this.#icons = createIcons(options.fetchIcon, clients)
    const redact = <T>(value: T): T => options.secretRegistry.redactDeep(value)
    this.#shared = {
      ...options,
      clients,
      redact,
      startQueue: createStartQueue(),
      eras: createProtocolEraCache(options.facts, now)
    }
    this.#tools = options.tools
    const targetOf = (serverName: string) => this.#servers.get(serverName)?.callTarget() ?? null
    const idle = watchIdle(options, (serverName) => this.#servers.get(serverName), this.#report)
    this.#idle = idle
    this.#calls = new ServerCalls({ ...options, clients, idle, targetOf, redact })
    const warn = (name: string, text: string) =>
      this.#servers.get(name)?.log.add({ at: now(), source: 'life', level: 'warning', text })
    this.#offers = new Offers({
      clients,
      names: () => [...this.#servers.keys()],
      requireLive: (serverName) => this.#requireLive(serverName),
      asleep: (serverName) => this.#servers.get(serverName)?.lastRun ?? null,
      listed: (serverName, lists) => this.#servers.get(serverName)?.keepListed(lists),
      redact,
      warn
    })
    this.#used = new UsedOffers({
      offers: this.#offers,
      idle,
      isSleeping: (serverName) => this.#servers.get(serverName)?.isSleeping === true,
      wake: (...input) => this.wake(...input)
    })
    const read = (connectionId: string) => clients.refreshTools(connectionId)
    this.#stale = new StaleTools({ read, warn, now })
    const everybodyLost = () => {
      for (const server of this.#everybody()) server.lifecycle.lost()
    }
    const news = createEventRouting({
      serverOf: (name) => this.#servers.get(name) ?? this.#leaving.get(name),
      offers: this.#offers,
      calls: this.#calls,
      idle
    })
    this.#unsubscribe = [mcp.subscribe(news), mcp.onLost(everybodyLost)]
  }

  readonly onChange = (listener: (view: ServerView) => void): (() => void) => this.#changed.on(listener)

  readonly onCounted = (listener: (view: ServerView) => void): (() => void) => {
    return this.#counted.on(listener)
  }

  readonly onRemoved = (listener: (serverName: string) => void): (() => void) => {
    return this.#removed.on(listener)
  }

  readonly onResourcesChanged: Offers['onResourcesChanged'] = (listener) =>
    this.#offers.onResourcesChanged(listener)

  readonly onPromptsChanged: Offers['onPromptsChanged'] = (listener) =>
    this.#offers.onPromptsChanged(listener)

  readonly apply = (wanted: WantedServers): void => {
    if (this.#isDisposed) return
    const entries = toEntries(wanted)
    const before = new Map([...this.#servers].map(([name, server]) => [name, server.standing]))
    const after = new Map([...entries].map(([name, entry]) => [name, wantedBy(entry)]))
    const changes = reconcile(before, after)
    const previous = this.#servers
    this.#servers = new Map(
      [...entries].map(([name, entry]) => [name, previous.get(name) ?? this.#create(name, entry)])
    )
    this.#tools.use(this.#servers)
    for (const [name, change] of changes) {
      const entry = entries.get(name)
      const server = this.#servers.get(name)
      if (entry === undefined || server === undefined) this.#remove(previous.get(name))
      else void server.apply(change, entry).catch(this.#report)
      if (change === 'keep') this.#announce(name)
    }
    this.#tools.forget()
  }

  readonly list = (): readonly ServerView[] => {
    return [...this.#servers.values()].map((server) => server.view())
  }

  readonly instructions = (): readonly ServerInstructions[] => {
    return [...this.#servers.values()].flatMap(({ name, instructions }) =>
      instructions === null ? [] : { serverName: name, text: instructions }
    )
  }

  readonly catalog = (): readonly CatalogTool[] => this.#tools.catalog()

  readonly usableTools = (): readonly CatalogTool[] => this.#tools.usable()

  readonly searchTools: Servers['searchTools'] = (query, limit) => this.#tools.search(query, limit)

  readonly tools = (serverName: string): readonly ToolView[] => this.#find(serverName).tools

  readonly readTool = (serverName: string, toolName: string): CatalogTool => {
    if (!this.#find(serverName).isSleeping) this.#requireLive(serverName)
    return this.#tools.read(serverName, toolName)
  }

  readonly checkArguments: Servers['checkArguments'] = async (serverName, toolName, args) => {
    const { inputSchema } = this.readTool(serverName, toolName)
    return await this.#options.mcp.clients.checkArguments(inputSchema, args, serverName)
  }

  readonly callTool: Servers['callTool'] = async (call) => {
    try {
      return await this.#calls.run(call, this.#find(call.serverName).prepareCall(call.toolName))
    } catch (error) {
      if (!(error instanceof HostError)) throw error
      return { type: 'failed', failure: toFailure(error) }
    }
  }

  readonly findConnection = (serverName: string): string => this.#requireLive(serverName).info.connectionId

  readonly sendWritten: Servers['sendWritten'] = (serverName, message, signal) =>
    this.#calls.sendWritten({ serverName, message, signal }, this.#find(serverName).prepareCall(''))

  readonly keepWaiting = (callId: string): void => {
    // Lost clients have ended the call already.
    void this.#options.mcp.clients.keepWaiting(callId).catch(() => {})
  }

  readonly readIcon = async (serverName: string, src: string): Promise<IconImage> => {
    const server = this.#find(serverName)
    const owner = server.iconOwner()
    const isNamed = () => namesIcon({ ...server.view(), tools: server.tools }, this.#offers, src)
    return await this.#icons.read({ ...owner, isNamed }, src)
  }

  readonly listResources: Servers['listResources'] = (name) => this.#offers.listResources(name)

  readonly readResource: Servers['readResource'] = (...input) => this.#used.readResource(...input)

  readonly watchResource: Servers['watchResource'] = (...input) => this.#used.watchResource(...input)

  readonly listPrompts: Servers['listPrompts'] = (name) => this.#offers.listPrompts(name)

  readonly listTasks: Servers['listTasks'] = (serverName) => this.#used.listTasks(serverName)

  readonly getPrompt: Servers['getPrompt'] = (...input) => this.#used.getPrompt(...input)

  readonly complete: Servers['complete'] = (request) => this.#used.complete(request)

  readonly start = async (serverName: string): Promise<void> => await this.#find(serverName).start()

  readonly stop = async (serverName: string): Promise<void> => await this.#find(serverName).stop()

  readonly restart = async (serverName: string): Promise<void> => await this.#find(serverName).restart()

  readonly openBridge: ServersControl['openBridge'] = async (name, isDirect) =>
    await openBridge(this.#find(name).definition(), isDirect, this.#shared)

  readonly reviewPolicy = (): void => {
    const { isForbidden } = this.#options.trustCheck
    for (const server of this.#servers.values()) void server.reviewPolicy(isForbidden).catch(this.#report)
  }

  readonly needSignIn: ServersControl['needSignIn'] = (serverName, reason) => {
    this.#servers.get(serverName)?.lifecycle.needSignIn(reason)
  }

  readonly wake: Servers['wake'] = async (serverName, signal) => {
    const server = this.#servers.get(serverName)
    const changes = [this.#changed, this.#removed]
    if (server !== undefined) await wakeServer(server, { signal, changes })
  }

  readonly freshenTools: Servers['freshenTools'] = (isMeant = () => true) => this.#stale.freshen(isMeant)

  readonly refreshTools = async (serverName: string): Promise<void> =>
    await this.#options.mcp.clients.refreshTools(this.findConnection(serverName))

  readonly readLog = (serverName: string): readonly ServerLogLine[] => {
    return this.#find(serverName).log.lines()
  }

  readonly noteLog = (serverName: string, line: ServerLogLine): void =>
    this.#servers.get(serverName)?.log.add(line)

  readonly dispose = async (): Promise<void> => {
    this.#isDisposed = true
    this.#idle.dispose()
    const stops = this.#everybody().map((server) => server.lifecycle.halt('person', say('servers.closing')))
    await Promise.all(stops)
    // Also waits for connections that are still ending.
    await this.#options.mcp.clients.shutdown()
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** Work without a caller fails only because of bugs: failures of servers are part of their state. */
  readonly #report = (error: unknown): void => this.#options.log.error('Work on a server failed', { error })

  #everybody(): readonly ConfiguredServer[] {
    return [...this.#servers.values(), ...this.#leaving.values()]
  }

  #create(name: string, entry: ServerEntry): ConfiguredServer {
    const returning = this.#leaving.get(name)
    if (returning !== undefined) {
      this.#leaving.delete(name)
      return returning
    }
    const log = createServerLogReader(this.#shared.redact, (line) => this.#options.serverLog(name, line))
    const server = new ConfiguredServer(entry, log, {
      ...this.#shared,
      lastRuns: this.#lastRuns,
      onChange: () => this.#announce(name),
      onCounted: () => {
        if (this.#servers.get(name) === server) this.#counted.emit(server.view())
      }
    })
    return server
  }

  #announceSleeping(): void {
    for (const [name, { isSleeping }] of this.#servers) if (isSleeping) this.#announce(name)
  }

  /** A server that is being removed is no longer reported. */
  #announce(name: string): void {
    const server = this.#servers.get(name)
    if (server === undefined) return
    if (server.tools !== this.#knownTools.get(name)) this.#tools.forget()
    this.#knownTools.set(name, server.tools)
    this.#offers.follow(name, server.lifecycle.live)
    if (server.startsOnUse) this.#offers.learn(name)
    this.#idle.changed(name)
    this.#stale.follow(name, server.lifecycle.live)
    this.#calls.serverChanged(name)
    this.#changed.emit(server.view())
  }

  #remove(server: ConfiguredServer | undefined): void {
    if (server === undefined) return
    this.#leaving.set(server.name, server)
    this.#knownTools.delete(server.name)
    this.#lastRuns.forget(server.name)
    this.#offers.follow(server.name, null)
    this.#stale.follow(server.name, null)
    const forget = () => {
      if (!this.#servers.has(server.name)) this.#leaving.delete(server.name)
    }
    void server.lifecycle.halt('person', say('servers.removed')).then(forget, this.#report)
    this.#calls.serverChanged(server.name)
    this.#removed.emit(server.name)
  }

  #find(serverName: string): ConfiguredServer {
    const server = this.#servers.get(serverName)
    if (server !== undefined) return server
    throw new HostError('SERVER_UNKNOWN', say('servers.unknown', { server: serverName }))
  }

  #requireLive(serverName: string) {
    return this.#find(serverName).requireLive()
  }
}
