/**
 * All servers of the settings: brings what runs in line with what is configured, routes news and calls, and
 * answers the rest of the core. Each server's own life is in `server-life.ts`; no server touches another.
 */
import { createEmitter } from '../base/emitter'
import { HostError } from '../base/host-error'
import type { Logger, SecretRegistry } from '../base/logger'
import type { ServerLogLine, ServerView, ToolSummary, ToolView } from '../contract/servers'
import type { McpEvents, McpGateway } from '../mcp/interface'
import type { SettingsContent } from '../settings/definition'
import { buildCatalog } from './catalog'
import { ConfiguredServer, wantedBy } from './configured-server'
import type { Entry } from './configured-server'
import type { CatalogTool, Servers } from './interface'
import { Offers } from './offers'
import { endingOfConnection } from './reasons'
import { reconcile } from './reconcile'
import type { LifeContext } from './server-life'
import { createServerLog } from './server-log'
import { createStartingLine } from './starting-line'
import { createToolCalls } from './tool-calls'
import type { ToolCalls } from './tool-calls'
import { createToolSearch } from './tool-search'
import type { ToolSearch } from './tool-search'

export interface ServersOptions extends Pick<LifeContext, 'consent' | 'expand' | 'now' | 'newId'> {
  readonly mcp: McpGateway
  /** Where the lines of a server's log go besides the ring that the screen reads. */
  readonly serverLog: (serverName: string, line: ServerLogLine) => void
  readonly secretRegistry: SecretRegistry
  readonly log: Logger
}

export type WantedServers = Pick<SettingsContent, 'servers' | 'brokenServers' | 'serverOrder'>

export interface ServersControl extends Servers, Pick<Offers, 'onResourcesChanged' | 'onPromptsChanged'> {
  /** Brings what runs in line with the settings. Returns at once; what comes of it is heard by `onChange`. */
  apply(wanted: WantedServers): void
  /** The whole new view of one server, also of a new one. */
  onChange(listener: (view: ServerView) => void): () => void
  onRemoved(listener: (serverName: string) => void): () => void
  /** Stops all servers in parallel. Nothing of them runs when it resolves. */
  dispose(): Promise<void>
}

export function createServers(options: ServersOptions): ServersControl {
  return new Registry(options)
}

/** Public members are bound: they are handed on one by one. */
class Registry implements ServersControl {
  readonly #options: ServersOptions
  readonly #life: LifeContext
  readonly #calls: ToolCalls
  readonly #offers: Offers
  readonly #changed = createEmitter<ServerView>()
  readonly #removed = createEmitter<string>()
  readonly #unsubscribe: readonly (() => void)[]
  /** In the order of the settings. */
  #servers: ReadonlyMap<string, ConfiguredServer> = new Map()
  /** Removed from the settings, still stopping: taken back when their name returns. */
  readonly #leaving = new Map<string, ConfiguredServer>()
  #isDisposed = false
  /** By server: what catalog and search were made from. */
  readonly #knownTools = new Map<string, readonly ToolView[]>()
  #catalog: readonly CatalogTool[] | null = null
  #search: ToolSearch | null = null

  constructor(options: ServersOptions) {
    const { mcp, consent, expand, now, newId } = options
    this.#options = options
    const redact = <T>(value: T): T => options.secretRegistry.redactDeep(value)
    this.#life = { clients: mcp.clients, consent, expand, now, newId, redact, inLine: createStartingLine() }
    this.#calls = createToolCalls(mcp.clients, redact)
    this.#offers = new Offers({
      clients: mcp.clients,
      names: () => [...this.#servers.keys()],
      requireLive: (serverName) => this.#requireLive(serverName),
      redact,
      warn: (name, text) =>
        this.#servers.get(name)?.log.add({ at: now(), source: 'life', level: 'warning', text })
    })
    const everybodyLost = () => {
      for (const server of this.#everybody()) server.life.lost()
    }
    this.#unsubscribe = [mcp.subscribe(this.#news()), mcp.onLost(everybodyLost)]
  }

  readonly onChange = (listener: (view: ServerView) => void): (() => void) => {
    return this.#changed.on(listener)
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
    for (const [name, change] of changes) {
      const entry = entries.get(name)
      const server = this.#servers.get(name)
      if (entry === undefined || server === undefined) this.#remove(previous.get(name))
      else void server.apply(change, entry).catch(this.#report)
      if (change === 'keep' && server !== undefined) this.#changed.emit(server.view())
    }
    this.#forgetTools()
  }

  readonly list = (): readonly ServerView[] => {
    return [...this.#servers.values()].map((server) => server.view())
  }

  readonly catalog = (): readonly CatalogTool[] => {
    return (this.#catalog ??= buildCatalog(this.#allTools()))
  }

  readonly searchTools = (query: string, limit: number): readonly ToolSummary[] => {
    return (this.#search ??= createToolSearch(this.#allTools())).find(query, limit)
  }

  readonly tools = (serverName: string): readonly ToolView[] => {
    return this.#find(serverName).tools
  }

  readonly readTool = (serverName: string, toolName: string): CatalogTool => {
    this.#requireLive(serverName)
    const isMeant = (tool: ToolView) => tool.serverName === serverName && tool.name === toolName
    const found = this.catalog().find(isMeant)
    if (found !== undefined) return found
    const problem = this.tools(serverName).find(isMeant)?.problem
    if (problem !== undefined && problem !== null) throw new HostError('TOOL_INVALID_SCHEMA', problem)
    throw new HostError('TOOL_UNKNOWN', `${serverName} has no tool called ${toolName} (any more).`)
  }

  readonly checkArguments: Servers['checkArguments'] = async (serverName, toolName, args) => {
    const { inputSchema } = this.readTool(serverName, toolName)
    return await this.#options.mcp.clients.checkArguments(inputSchema, args)
  }

  readonly callTool: Servers['callTool'] = async (call) => {
    const { callId, serverName, toolName, signal, onProgress } = call
    try {
      const { info, ended } = this.#requireLive(serverName)
      const { timeoutMs, maxTotalTimeoutMs } = this.#find(serverName).definition()
      const limits = { timeoutMs, maxTotalTimeoutMs }
      const request = {
        callId,
        serverName,
        toolName,
        arguments: call.arguments,
        connectionId: info.connectionId,
        ...limits
      }
      return await this.#calls.run(request, { cancel: signal, ended }, onProgress)
    } catch (error) {
      if (!(error instanceof HostError)) throw error
      const { code, message } = error
      return { type: 'failed', failure: { code, message } }
    }
  }

  readonly listResources: Servers['listResources'] = () => this.#offers.listResources()

  readonly readResource: Servers['readResource'] = (...input) => this.#offers.readResource(...input)

  readonly watchResource: Servers['watchResource'] = (...input) => this.#offers.watchResource(...input)

  readonly listPrompts: Servers['listPrompts'] = () => this.#offers.listPrompts()

  readonly getPrompt: Servers['getPrompt'] = (...input) => this.#offers.getPrompt(...input)

  readonly complete: Servers['complete'] = (request) => this.#offers.complete(request)

  readonly start = async (serverName: string): Promise<void> => {
    await this.#find(serverName).start()
  }

  readonly stop = async (serverName: string): Promise<void> => {
    await this.#find(serverName).stop()
  }

  readonly restart = async (serverName: string): Promise<void> => {
    await this.#find(serverName).restart()
  }

  readonly readLog = (serverName: string): readonly ServerLogLine[] => {
    return this.#find(serverName).log.lines()
  }

  readonly dispose = async (): Promise<void> => {
    this.#isDisposed = true
    const stops = this.#everybody().map((server) => server.life.halt('person', 'Parley is closing.'))
    await Promise.all(stops)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** Work that nobody waits for fails for bugs only: what servers do shows in their state. */
  readonly #report = (error: unknown): void => this.#options.log.error('Work on a server failed', { error })

  #everybody(): readonly ConfiguredServer[] {
    return [...this.#servers.values(), ...this.#leaving.values()]
  }

  #allTools(): readonly ToolView[] {
    return [...this.#servers.values()].flatMap(({ tools }) => [...tools])
  }

  #forgetTools(): void {
    this.#catalog = null
    this.#search = null
  }

  #create(name: string, entry: Entry): ConfiguredServer {
    const returning = this.#leaving.get(name)
    if (returning !== undefined) {
      this.#leaving.delete(name)
      return returning
    }
    const log = createServerLog(this.#life.redact, (line) => this.#options.serverLog(name, line))
    const onChange = () => this.#announce(name)
    return new ConfiguredServer(entry, log, { ...this.#life, onChange })
  }

  /** A server that is on its way out is no news any more. */
  #announce(name: string): void {
    const server = this.#servers.get(name)
    if (server === undefined) return
    if (server.tools !== this.#knownTools.get(name)) this.#forgetTools()
    this.#knownTools.set(name, server.tools)
    this.#offers.follow(name, server.life.live)
    this.#changed.emit(server.view())
  }

  #remove(server: ConfiguredServer | undefined): void {
    if (server === undefined) return
    this.#leaving.set(server.name, server)
    this.#knownTools.delete(server.name)
    this.#offers.follow(server.name, null)
    const forget = () => {
      if (!this.#servers.has(server.name)) this.#leaving.delete(server.name)
    }
    void server.life.halt('person', 'It was removed from the settings.').then(forget, this.#report)
    this.#removed.emit(server.name)
  }

  #news(): McpEvents {
    const of = (name: string) => this.#servers.get(name) ?? this.#leaving.get(name)
    return {
      connectionClosed: (news) =>
        of(news.serverName)?.life.closed(news.connectionId, endingOfConnection(news)),
      toolsChanged: ({ serverName, connectionId, tools }) =>
        of(serverName)?.life.toolsChanged(connectionId, tools),
      ...this.#offers.news(),
      progressed: ({ callId, progress }) => this.#calls.progressed(callId, progress),
      logged: ({ serverName, line }) => of(serverName)?.log.add(line)
    }
  }

  #find(serverName: string): ConfiguredServer {
    const server = this.#servers.get(serverName)
    if (server !== undefined) return server
    throw new HostError('SERVER_UNKNOWN', `No server called ${serverName} is configured.`)
  }

  #requireLive(serverName: string) {
    const { live, status } = this.#find(serverName).life
    if (live !== null) return live
    throw new HostError(
      'SERVER_NOT_CONNECTED',
      `${serverName} is not connected (${status.state}). Start it first.`
    )
  }
}

/** In the order of the settings. */
function toEntries({ servers, brokenServers, serverOrder }: WantedServers): ReadonlyMap<string, Entry> {
  const valid = new Map(servers.map((definition) => [definition.name, definition]))
  const broken = new Map(brokenServers.map((entry) => [entry.name, entry]))
  const entries = new Map<string, Entry>()
  for (const name of serverOrder) {
    const definition = valid.get(name)
    const brokenEntry = broken.get(name)
    if (definition !== undefined) entries.set(name, { type: 'valid', definition })
    else if (brokenEntry !== undefined) entries.set(name, { type: 'broken', broken: brokenEntry })
  }
  return entries
}
