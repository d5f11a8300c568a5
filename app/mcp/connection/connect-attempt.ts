/**
 * One attempt to connect: the transport, what stands around it, the client, and the handshake of one era. Which
 * attempts are made, in which order, is decided in `handshake.ts`.
 */
import { Client } from '@modelcontextprotocol/client'
import type { PriorDiscovery, Transport } from '@modelcontextprotocol/client'
import { untilAborted } from '../../base/until-aborted'
import { capabilitiesFor, selfDescription } from './client-capabilities'
import { toConnectFailure } from './connect-failures'
import { TolerantTransport } from '../transports/tolerant-transport'
import type { MessageTap } from '../transports/tolerant-transport'
import type { HandshakeWatch } from './handshake-watch'
import type { AuthorizedFetchOptions } from '../transports/http/authorized-fetch'
import { createHttpTransport } from '../transports/http/http-transport'
import type { HttpTransport } from '../transports/http/http-transport'
import type { ConnectionInfo, ServerLaunch } from '../interface'
import { RenewingTransport } from '../transports/renewing-transport'
import { SlowStartTransport } from '../transports/slow-start-transport'
import type { Patience } from '../transports/slow-start-transport'
import { revisions, statelessRevision } from '../protocol/revisions'
import type { LogServerLine } from '../protocol/wire-log'
import { StdioTransport } from '../transports/stdio/stdio-transport'
import type { StartClock, TellInstalling } from './start-clock'
import type { StdioTransportOptions } from '../transports/stdio/stdio-transport'

/** How long a server that runs may be silent to the question for its revision before it is taken for an old one. */
const probeMs = 5_000
/** The same for a program that answers nothing at all while its package may still be fetched. */
const fetchingMs = 60_000

export interface HandshakeOptions extends Omit<StdioTransportOptions, 'log' | 'heard'> {
  readonly clientInfo: { readonly name: string; readonly version: string }
  readonly log: LogServerLine
  readonly tap: MessageTap
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A way to the server of the caller's own, unconnected; null: the usual one. See docs/transports.md. */
  readonly createTransport?: (launch: ServerLaunch) => Transport | null
  /** Installs what answers a server's requests, before it can send any. */
  readonly prepareClient: (client: Client) => void
  /** Asks for a token that the server lets through. */
  readonly renewAccess: AuthorizedFetchOptions['renew']
  /** The time of the start runs until the returned function is called. */
  readonly began: (clock: Pick<StartClock, 'pause'>) => () => void
  /** Hears how far the download of a package is. */
  readonly tellInstalling: TellInstalling
  /** Fires when the connection is no longer wanted. */
  readonly signal: AbortSignal
}

export interface OpenConnection {
  readonly client: Client
  /** To be closed directly: a client forgets its transport as soon as the other side is gone. */
  readonly transport: TolerantTransport
  /** Null where there is no session that could be lost. */
  readonly renewing: RenewingTransport | null
  readonly usedTransport: AttemptKind
  readonly probe: ConnectionInfo['probe']
  /** Null for a remote server. */
  readonly stdio: StdioTransport | null
  /** Null for a server of our own. */
  readonly http: HttpTransport | null
}

/** `modern`: the newest revision and no other. */
export type Era = 'auto' | 'legacy' | 'modern'
export type AttemptKind = 'stdio' | 'http' | 'sse'

export interface AttemptPlan {
  readonly kind: AttemptKind
  readonly era: Era
  /** The revision that `initialize` names. */
  readonly offered: string
  /** Hears what the server says of revisions. */
  readonly watch: HandshakeWatch
  /** Time limit and end of interest together. */
  readonly signal: AbortSignal
  readonly clock: StartClock
}

/** @throws HostError as `openConnection` */
export async function connectOnce(
  launch: ServerLaunch,
  plan: AttemptPlan,
  options: HandshakeOptions
): Promise<Omit<OpenConnection, 'probe'>> {
  const custom = options.createTransport?.(launch) ?? null
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
  // Closing is the one way to interrupt every phase of the handshake.
  const interrupt = () => void transport.close().catch(() => {}) // the connect below fails and says why
  plan.signal.addEventListener('abort', interrupt, { once: true })
  if (plan.signal.aborted) interrupt()
  try {
    const prior: { prior?: PriorDiscovery } = plan.era === 'legacy' ? { prior: { kind: 'legacy' } } : {}
    const connecting = client.connect(renewing ?? starting ?? transport, {
      timeout: requestTimeoutMs,
      ...prior
    })
    // A transport that is being closed may keep its promises open for longer than we want to wait.
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

function createRemote(launch: ServerLaunch, kind: AttemptKind, options: HandshakeOptions) {
  if (launch.transport === 'stdio' || kind === 'stdio')
    throw new Error('A stdio launch has no remote transport')
  return createHttpTransport(launch, kind, options)
}

function innerOf(http: HttpTransport | null): Transport {
  if (http === null) throw new Error('A remote launch has a remote transport')
  return http.transport
}

/** As the person has it for this server. */
function ownNameFor({ clientName, clientVersion }: ServerLaunch): { name?: string; version?: string } {
  return {
    ...(clientName !== undefined && { name: clientName }),
    ...(clientVersion !== undefined && { version: clientVersion })
  }
}

function patienceFor({ connectTimeoutMs }: ServerLaunch, { isInstalling }: StartClock): Patience {
  const longestMs = isInstalling ? fetchingMs : (connectTimeoutMs * 2) / 3
  return { runningMs: questionMs(connectTimeoutMs), longestMs }
}

function questionMs(connectTimeoutMs: number): number {
  return Math.min(probeMs, Math.ceil(connectTimeoutMs / 3))
}

/** A program is waited for by `SlowStartTransport`; a server far away may have to be woken by the first question. */
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
      // Inputs that a result asks for are answered by whoever knows which call they belong to.
      inputRequired: { autoFulfill: false },
      debouncedNotificationMethods: ['notifications/roots/list_changed'],
      // The library offers the first that has a handshake, and takes all.
      supportedProtocolVersions: [offered, ...revisions.filter((revision) => revision !== offered)],
      versionNegotiation: {
        mode: era === 'modern' ? { pin: statelessRevision } : 'auto',
        probe: probeOf(launch, era, requestTimeoutMs)
      },
      // The library would run a server's own patterns on this thread, without a limit, and refuse results that
      // the person and the model can very well use. `outputSchema` is shown, not enforced.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined })
      }
    }
  )
  options.prepareClient(client)
  return client
}
