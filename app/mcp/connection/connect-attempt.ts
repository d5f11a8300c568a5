/**
 * One attempt to connect: the transport with its wrappers, the client, and the handshake of one era. `handshake.ts`
 * decides which attempts are made, in which order.
 */
import { Client } from '@modelcontextprotocol/client'
import type { PriorDiscovery, Transport } from '@modelcontextprotocol/client'
import { untilAborted } from '../../base/until-aborted'
import { capabilitiesFor, selfDescription } from './client-capabilities'
import { toConnectFailure } from './connect-failures'
import { playCommand } from '../../contract/servers/own-node'
import { RecordingTransport } from '../transports/recording-transport'
import { TolerantTransport } from '../transports/tolerant-transport'
import type { MessageTap } from '../transports/tolerant-transport'
import type { HandshakeWatch } from './handshake-watch'
import type { AuthorizedFetchOptions } from '../transports/http/authorized-fetch'
import { createHttpTransport } from '../transports/http/http-transport'
import type { HttpTransport, HttpTransportOptions } from '../transports/http/http-transport'
import type { ConnectionInfo, ServerLaunch } from '../interface'
import { RenewingTransport } from '../transports/renewing-transport'
import { SlowStartTransport } from '../transports/slow-start-transport'
import type { StartLimits } from '../transports/slow-start-transport'
import { revisions, statelessRevision } from '../protocol/revisions'
import type { LogServerLine } from '../protocol/wire-log'
import { StdioTransport } from '../transports/stdio/stdio-transport'
import type { StartClock, ReportInstalling } from './start-clock'
import type { StdioTransportOptions } from '../transports/stdio/stdio-transport'

/** How long a running server may take to answer `server/discover` before it counts as one of an older revision. */
const probeMs = 5_000
/** The same for a program that sends nothing at all while its package may still be downloading. */
const fetchingMs = 60_000

export interface HandshakeOptions extends Omit<StdioTransportOptions, 'log' | 'heard'> {
  readonly clientInfo: { readonly name: string; readonly version: string }
  readonly log: LogServerLine
  readonly tap: MessageTap
  readonly heardHttp?: HttpTransportOptions['heardHttp'] | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Creates the caller's own transport, unconnected. Null for the usual one. See docs/transports.md. */
  readonly createTransport?: (launch: ServerLaunch) => Transport | null
  /** Installs the handlers for a server's requests before it can send any. */
  readonly prepareClient: (client: Client) => void
  /** Requests a token that the server accepts. */
  readonly renewAccess: AuthorizedFetchOptions['renew']
  /** Registers a clock of the start, until the returned function is called. */
  readonly began: (clock: Pick<StartClock, 'pause'>) => () => void
  /** Reports the download of a package. */
  readonly tellInstalling: ReportInstalling
  /** Fires when the connection is no longer needed. */
  readonly signal: AbortSignal
}

export interface OpenConnection {
  readonly client: Client
  /** For closing directly: a client drops its transport as soon as the server ends the connection. */
  readonly transport: TolerantTransport
  /** Null for a connection whose session can't be lost. */
  readonly renewing: RenewingTransport | null
  readonly usedTransport: AttemptKind
  readonly probe: ConnectionInfo['probe']
  /** Null for a remote server. */
  readonly stdio: StdioTransport | null
  /** Null for a transport of the caller. */
  readonly http: HttpTransport | null
}

/** `modern`: only the newest revision. */
export type Era = 'auto' | 'legacy' | 'modern'
export type AttemptKind = 'stdio' | 'http' | 'sse'

export interface AttemptPlan {
  readonly kind: AttemptKind
  readonly era: Era
  /** The revision that `initialize` names. */
  readonly offered: string
  /** Observes which revisions the server names. */
  readonly watch: HandshakeWatch
  /** Fires at the time limit, or when the connection is no longer needed. */
  readonly signal: AbortSignal
  readonly clock: StartClock
}

/** @throws HostError as `openConnection` */
export async function connectOnce(
  launch: ServerLaunch,
  plan: AttemptPlan,
  options: HandshakeOptions
): Promise<Omit<OpenConnection, 'probe'>> {
  const custom = options.createTransport?.(launch) ?? openRecording(launch)
  const stdio =
    custom === null && launch.transport === 'stdio'
      ? new StdioTransport(launch, { ...options, heard: plan.clock })
      : null
  const http = custom === null && stdio === null ? createRemote(launch, plan.kind, options) : null
  const transport = new TolerantTransport(custom ?? stdio ?? innerOf(http), {
    log: options.log,
    tap: (direction, message, oddity) => {
      plan.watch.hear(direction, message)
      options.tap(direction, message, oddity)
    }
  })
  const renewing = http !== null && plan.kind === 'http' ? new RenewingTransport(transport, options) : null
  if (http !== null && renewing !== null) http.onSessionLost = (session) => renewing.noticeLoss(session)
  const starting =
    launch.transport === 'stdio' && plan.era === 'auto'
      ? new SlowStartTransport(transport, () => patienceFor(launch, plan.clock))
      : null
  const ended = starting === null ? null : options.began(starting)
  const { requestTimeoutMs } = plan.clock
  const client = createClient(launch, { ...plan, requestTimeoutMs }, options)
  // Closing is the only way to interrupt every phase of the handshake.
  const interrupt = () => void transport.close().catch(() => {}) // the connect below fails with the cause
  plan.signal.addEventListener('abort', interrupt, { once: true })
  if (plan.signal.aborted) interrupt()
  try {
    const prior: { prior?: PriorDiscovery } = plan.era === 'legacy' ? { prior: { kind: 'legacy' } } : {}
    const connecting = client.connect(renewing ?? starting ?? transport, {
      timeout: requestTimeoutMs,
      ...prior
    })
    // A closing transport may keep its promises pending for longer than Parley waits.
    await untilAborted(connecting, plan.signal)
    return { client, transport, renewing, stdio, http, usedTransport: plan.kind }
  } catch (error) {
    const failure = toConnectFailure(error, launch, { ...plan, stdio, http })
    await transport.close()
    throw failure
  } finally {
    ended?.()
    plan.signal.removeEventListener('abort', interrupt)
  }
}

/** Null: the server is no recording. */
export function openRecording(launch: ServerLaunch): Transport | null {
  return launch.transport === 'stdio' && launch.command === playCommand
    ? new RecordingTransport(launch)
    : null
}

function createRemote(launch: ServerLaunch, kind: AttemptKind, options: HandshakeOptions) {
  if (launch.transport === 'stdio' || kind === 'stdio')
    throw new Error('A stdio launch has no remote transport')
  return createHttpTransport(launch, kind, options)
}

function innerOf(http: HttpTransport | null): Transport {
  if (http === null) throw new Error('A remote launch has a remote transport')
  return http.transport
}

/** Parley's name and version as the user set them for this server. */
function ownNameFor({ clientName, clientVersion }: ServerLaunch): { name?: string; version?: string } {
  return {
    ...(clientName !== undefined && { name: clientName }),
    ...(clientVersion !== undefined && { version: clientVersion })
  }
}

function patienceFor({ connectTimeoutMs }: ServerLaunch, { isInstalling }: StartClock): StartLimits {
  const longestMs = isInstalling ? fetchingMs : (connectTimeoutMs * 2) / 3
  return { runningMs: questionMs(connectTimeoutMs), longestMs }
}

function questionMs(connectTimeoutMs: number): number {
  return Math.min(probeMs, Math.ceil(connectTimeoutMs / 3))
}

/** `SlowStartTransport` waits for a program. A remote server may need the first request to wake up. */
function probeOf({ transport, connectTimeoutMs }: ServerLaunch, era: Era, requestTimeoutMs: number) {
  if (era === 'modern' || transport === 'stdio') return { timeoutMs: requestTimeoutMs }
  return { timeoutMs: questionMs(connectTimeoutMs), maxRetries: 1 }
}

function createClient(
  launch: ServerLaunch,
  {
    era,
    offered,
    requestTimeoutMs
  }: Pick<AttemptPlan, 'era' | 'offered'> & { readonly requestTimeoutMs: number },
  options: HandshakeOptions
): Client {
  const client = new Client(
    { ...options.clientInfo, ...selfDescription, ...ownNameFor(launch) },
    {
      capabilities: capabilitiesFor(launch),
      // The code that knows the call answers inputs that a result requires.
      inputRequired: { autoFulfill: false },
      debouncedNotificationMethods: ['notifications/roots/list_changed'],
      // The library offers the first revision that has a handshake, and accepts all of them.
      supportedProtocolVersions: [offered, ...revisions.filter((revision) => revision !== offered)],
      versionNegotiation: {
        mode: era === 'modern' ? { pin: statelessRevision } : 'auto',
        probe: probeOf(launch, era, requestTimeoutMs)
      },
      // The library would run a server's own patterns on this thread without a limit, and would deny results that the
      // user and the model can use. `outputSchema` is shown, not enforced.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined })
      }
    }
  )
  options.prepareClient(client)
  return client
}
