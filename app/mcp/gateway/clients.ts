/**
 * All connections to servers, by the id that the caller chose. Builds `McpClients` from its parts. Runs in the utility
 * process, or directly in tests.
 */
import { HostError, toFailure } from '../../base/host-error'
import { checkArguments } from '../schemas/check-arguments'
import { checksInPlace, quickFirst } from '../schemas/schema-checks'
import type { SchemaChecks } from '../schemas/schema-checks'
import { Connection } from '../connection/connection'
import type { ConnectionOptions } from '../connection/connection'
import { openRecording } from '../connection/connect-attempt'
import { createHomeStore } from '../../sandbox/homes/home-store'
import { createSandboxLauncher } from '../../sandbox/launch/launch-sandboxed'
import { sandboxFinder, findSandboxIn } from '../../sandbox/available/find-sandbox'
import { createSandboxedPackages, fetchedLine } from '../transports/stdio/sandboxed-packages'
import { toIconImage } from '../features/icon-image'
import { createKeptMessages } from './kept-messages'
import { logFailedRequests, logOddities, traceMessages } from '../connection/message-taps'
import { examineProgram } from '../transports/stdio/examine-program'
import { inspectProgram } from '../transports/stdio/program-files'
import { createProcessWatchdog, type ProcessWatchdog } from '../transports/stdio/process-watchdog'
import type {
  McpClients,
  McpEvents,
  ServerLaunch,
  StdioLaunch,
  ToolCallOutcome,
  ToolCallRequest,
  TrustedPackage
} from '../interface'
import { createBridges } from './bridges'
import {
  createFeatureMethods,
  createOwnerMethods,
  createRegistry,
  createWrittenMethods,
  type Registry
} from './connection-registry'
import { createSandboxNetworks, type NetworkParts } from './sandbox-networks'
import { createHomeMethods } from './sandbox-homes'
import { RootList } from '../server-requests/wire-roots'
import { createBuiltInNode } from '../transports/stdio/built-in-node/built-in-node'
import { StdioTransport, type StdioTransportOptions } from '../transports/stdio/stdio-transport'
import { createProgramSearch } from '../transports/stdio/program-search'
import { homedir } from 'node:os'
import type { HostEnvironment } from '../transports/stdio/server-environment'
import { createReportedLimits, type ReportedLimitsOptions } from './reported-limits'
import { createWireLog } from '../protocol/wire-log'
import { expandUriTemplate } from '../protocol/uri-template'
import { say } from '../../texts/render-localized'

const defaultMessageLimitBytes = 64 * 1_048_576

export interface McpClientsOptions extends NetworkParts {
  readonly events: McpEvents
  /** The environment from which servers inherit a few variables. */
  readonly hostEnvironment: HostEnvironment
  /** Further folders with programs, searched if a program isn't on the search path. */
  readonly findProgramFolders?: () => Promise<readonly string[]>
  /** The operating system for which a sandbox is chosen; this computer's by default. */
  readonly wallsOf?: NodeJS.Platform | undefined
  /** Folders that no sandboxed server may use, even inside an allowed folder: Parley's own. */
  readonly closedFolders?: readonly string[] | undefined
  /** The folder for packages of sandboxed servers; if absent, none are fetched. */
  readonly packagesFolder?: string | undefined
  /** The folder for private folders of sandboxed servers; if absent, they have none. */
  readonly homesFolder?: string | undefined
  /** Where the self-test writes that the sandbox of macOS works here; if absent, servers can't be sandboxed there. */
  readonly sandboxProofFile?: string | undefined
  /** The folder for a copy of Electron's program that runs as Node; if absent, none is made. */
  readonly ownNodeFolder?: string | undefined
  /** Parley's name and version in handshakes. */
  readonly clientInfo: { readonly name: string; readonly version: string }
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Checks values against schemas; in the caller's own thread by default. */
  readonly checks?: SchemaChecks
  /** Limit of one message of a server; 64 MB by default. */
  readonly messageLimitBytes?: number
  /** Creates the caller's own transport to a server; null for the usual one. See docs/transports.md. */
  readonly createTransport?: ConnectionOptions['createTransport']
}

export function createMcpClients(options: McpClientsOptions): McpClients {
  const checks = quickFirst(options.checks ?? checksInPlace)
  const registry = createRegistry()
  const roots = new RootList({
    onChange: (isConcerned) => {
      const concerned = registry.all().filter(({ serverName }) => isConcerned(serverName))
      for (const connection of concerned) connection.announceRoots()
    }
  })
  const messages = createKeptMessages(options, checks)
  const starts = createStarts(registry, options)
  const { search, watchdog, container, networks, homes } = starts
  const bridges = createClientBridges(starts, options)
  return {
    connect: async (launch) => {
      const connection = createConnection(launch, options, {
        checks,
        starts,
        messages,
        roots: () => roots.offeredTo(launch.serverName),
        end: registry.end
      })
      registry.add(launch.connectionId, connection)
      try {
        return await connection.open()
      } catch (error) {
        await registry.end(launch.connectionId)
        throw error
      }
    },
    disconnect: registry.end,
    ...bridges.ofClients,
    examineProgram: async (launch) =>
      launch.transport === 'stdio'
        ? await examineProgram(launch, { search, watchdog, contain: container(launch.serverName) })
        : { missingScript: null, runtime: null },
    callTool: async (request) => {
      const connection = registry.get(request.connectionId)
      return connection === undefined ? notConnected(request) : await connection.callTool(request)
    },
    ...createWrittenMethods(registry, messages.validation),
    ...createOwnerMethods(registry, bridges),
    ...networks.ofClients,
    ...createHomeMethods(homes, registry),
    ...createFeatureMethods(registry),
    setRoots: (chosen) => {
      roots.set(chosen)
      return Promise.resolve()
    },
    ...messages.ofClients,
    ...withoutConnection(checks, starts, options),
    shutdown: async () => {
      roots.close()
      await Promise.all([registry.endAll(), bridges.closeAll()])
      await networks.close()
      await checks.close()
      await watchdog.close()
    }
  }
}

/** What processes of servers are started with. */
function createStarts(registry: Registry, options: McpClientsOptions) {
  const places = { home: homedir(), closed: options.closedFolders ?? [] }
  const { events, now, nodePreload, pythonFolder, authorities, hostEnvironment, findProgramFolders } = options
  const networks = createSandboxNetworks({
    events,
    now,
    nodePreload,
    pythonFolder,
    authorities,
    hostEnvironment,
    ...places,
    askers: registry.all
  })
  const { wallsOf: platform = process.platform, sandboxProofFile: proofFile } = options
  const { version } = options.clientInfo
  const proof = proofFile === undefined ? undefined : { file: proofFile, version }
  const findSandbox = sandboxFinder(platform, { proof })
  const homes = options.homesFolder === undefined ? undefined : createHomeStore(options.homesFolder)
  const container = createSandboxLauncher({
    ...places,
    findSandbox,
    homes,
    openNetwork: networks.open,
    hostEnvironment,
    note: networks.note
  })
  const watchdog = createLoggedWatchdog(registry, options)
  const { packagesFolder } = options
  const packages =
    packagesFolder === undefined ? null : createSandboxedPackages(packagesFolder, hostEnvironment)
  const readSandbox = () => findSandboxIn(findSandbox, platform)
  const findOwnNode = createBuiltInNode({ folder: options.ownNodeFolder })
  const search = createProgramSearch({ hostEnvironment, findProgramFolders, findOwnNode })
  return { search, watchdog, container, networks, packages, readSandbox, homes }
}

type Starts = ReturnType<typeof createStarts>

/** Writes the end of the watchdog to every server's log. */
function createLoggedWatchdog(
  registry: Registry,
  { events, now }: Pick<McpClientsOptions, 'events' | 'now'>
): ProcessWatchdog {
  return createProcessWatchdog((reason) => {
    const text = `Servers may outlive Parley when it is killed, because their watchdog has ended: ${reason}`
    for (const { serverName } of registry.all()) {
      events.logged({ serverName, line: { at: now(), source: 'life', level: 'warning', text } })
    }
  })
}

/** Work without a server that still handles untrusted content, so it stays out of the host's process. */
function withoutConnection(
  checks: SchemaChecks,
  starts: Starts,
  options: McpClientsOptions
): Pick<
  McpClients,
  'inspectProgram' | 'updatePackage' | 'readSandbox' | 'checkArguments' | 'expandTemplate' | 'readIcon'
> {
  return {
    inspectProgram: (target) => inspectProgram(target, starts.search, starts.packages),
    updatePackage: async (launch) => await updatePackage(launch, starts, options),
    readSandbox: starts.readSandbox,
    checkArguments: (schema, args, serverName) =>
      checkArguments({ owner: serverName ?? null, schema, args }, checks),
    expandTemplate: async (uriTemplate, variables) => expandUriTemplate(uriTemplate, variables),
    readIcon: async (source) => toIconImage(source)
  }
}

interface ConnectionParts {
  readonly checks: SchemaChecks
  readonly starts: Starts
  readonly messages: ReturnType<typeof createKeptMessages>
  readonly roots: ConnectionOptions['roots']
  readonly end: (connectionId: string) => Promise<void>
}

function createConnection(
  launch: ServerLaunch,
  options: McpClientsOptions,
  { checks, starts, messages, roots, end }: ConnectionParts
): Connection {
  const { events, now, clientInfo, createTransport, messageLimitBytes = defaultMessageLimitBytes } = options
  const { serverName, connectionId } = launch
  const log = createWireLog((line) => events.logged({ serverName, line }), now)
  const taps = [
    logOddities(log),
    logFailedRequests(log),
    traceMessages({
      of: { serverName, connectionId },
      isFollowed: messages.isTraced,
      tell: (message) => events.traced(message),
      keep: messages.keep,
      now
    })
  ]
  const connection: Connection = new Connection(launch, {
    events: {
      ...events,
      connectionClosed: (news) => {
        void end(connectionId).catch(() => {}) // shutdown waits for the same end
        events.connectionClosed(news)
      }
    },
    ...createProgramParts(launch, starts, { events, callIds: () => connection.calls.ids() }),
    clientInfo,
    tellInstalling: (line) => events.installing({ serverName, connectionId, line }),
    roots,
    checks,
    now,
    ...(createTransport !== undefined && { createTransport }),
    messageLimitBytes,
    log,
    tap: (...heard) => taps.forEach((tap) => tap(...heard)),
    heardHttp: (sent) => messages.noteHttp(serverName, connectionId, sent)
  })
  return connection
}

/** What its process is started with. */
function createProgramParts(
  { serverName, packagePins: pins = [] }: ServerLaunch,
  { watchdog, search, container, packages, networks }: Starts,
  reporting: Pick<ReportedLimitsOptions, 'events' | 'callIds'>
) {
  const contain = container(serverName)
  const fetching = { serverName, watchdog, search, contain, pins }
  return {
    search,
    watchdog,
    contain,
    heardFailure: (text) => networks.heardFailure(serverName, text),
    toldLimit: createReportedLimits({ serverName, ...reporting }),
    providePackages: async (stdio, course) =>
      (await packages?.provide(stdio, { ...fetching, ...course })) ?? null
  } satisfies Partial<StdioTransportOptions>
}

/** Their processes have no connection of Parley. */
function createClientBridges(
  starts: Starts,
  { events, now, messageLimitBytes = defaultMessageLimitBytes }: McpClientsOptions
) {
  const createTransport = (launch: ServerLaunch & StdioLaunch) =>
    openRecording(launch) ??
    new StdioTransport(launch, {
      ...createProgramParts(launch, starts, { events, callIds: () => [] }),
      messageLimitBytes,
      log: createWireLog((line) => events.logged({ serverName: launch.serverName, line }), now)
    })
  return createBridges({ createTransport, events, messageLimitBytes, now })
}

async function updatePackage(
  launch: ServerLaunch,
  { packages, container, search, watchdog }: Starts,
  { events, now }: McpClientsOptions
): Promise<readonly TrustedPackage[]> {
  const { serverName, installTimeoutMs = launch.connectTimeoutMs } = launch
  if (launch.transport !== 'stdio' || packages === null) throw new Error('It has no package')
  const log = createWireLog((line) => events.logged({ serverName, line }), now)
  const kept = await packages.update(launch, {
    serverName,
    search,
    watchdog,
    contain: container(serverName),
    pins: [],
    heard: (line) => log('stderr', 'info', line),
    signal: AbortSignal.timeout(installTimeoutMs)
  })
  for (const each of kept.packages) log('life', 'info', fetchedLine(each))
  return kept.packages
}

function notConnected(request: ToolCallRequest): ToolCallOutcome {
  const said = say('mcp.serverNotConnected', { server: request.serverName })
  return { type: 'failed', failure: toFailure(new HostError('SERVER_NOT_CONNECTED', said)) }
}
