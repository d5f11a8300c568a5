/**
 * Brings up one connection: which transport, which era of the protocol, and what to try when the first attempt
 * fails. Ends with a connected client or with the failure that tells the person why.
 *
 * @spec 2026-07-28 basic/lifecycle
 */
import { Client, ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { PriorDiscovery, Transport } from '@modelcontextprotocol/client'
import { HostError } from '../base/host-error'
import { untilAborted } from '../base/until-aborted'
import { DelegatingTransport } from './delegating-transport'
import type { MessageTap } from './delegating-transport'
import { httpStatus, isNetworkFailure, toHttpFailure } from './http-failures'
import { createHttpTransport } from './http-transport'
import type { HttpTransport } from './http-transport'
import type { ServerLaunch } from './interface'
import { inPlainWords } from './plain-words'
import type { LogServerLine } from './server-log'
import { StdioTransport } from './stdio-transport'
import type { StdioTransportOptions } from './stdio-transport'

export interface HandshakeOptions extends Omit<StdioTransportOptions, 'log'> {
  readonly clientInfo: { readonly name: string; readonly version: string }
  readonly log: LogServerLine
  readonly tap?: MessageTap
  /** Fires when the connection is no longer wanted. */
  readonly signal: AbortSignal
}

export interface OpenConnection {
  readonly client: Client
  /** To be closed directly: a client forgets its transport as soon as the other side is gone. */
  readonly transport: DelegatingTransport
  /** Null for a remote server. */
  readonly stdio: StdioTransport | null
  /** Null for a server of our own. */
  readonly http: HttpTransport | null
}

type Era = 'auto' | 'legacy'
type Kind = 'stdio' | 'http' | 'sse'

/** How long a server may be silent to the question for its revision before it is taken for an old one. */
const probeMs = 5_000
/** The statuses by which a server of the first revision refuses Streamable HTTP. */
const oldServerStatuses: ReadonlySet<number | null> = new Set([400, 404, 405])

/**
 * @throws HostError SERVER_COMMAND_NOT_FOUND, SERVER_EXITED, SERVER_START_TIMEOUT, SERVER_UNREACHABLE,
 * SERVER_NEEDS_SIGN_IN, SERVER_PROTOCOL, SERVER_NOT_CONNECTED (no longer wanted)
 */
export async function openConnection(
  launch: ServerLaunch,
  options: HandshakeOptions
): Promise<OpenConnection> {
  const timeout = AbortSignal.timeout(launch.connectTimeoutMs)
  const signal = AbortSignal.any([timeout, options.signal])
  const attempt = (kind: Kind, era: Era) => tryOnce(launch, { kind, era, signal, timeout }, options)
  if (launch.transport === 'stdio') return await openStdio(attempt, options.log)
  if (launch.transport === 'sse') return await attempt('sse', 'legacy')
  return await openHttp(attempt, options.log)
}

type Attempt = (kind: Kind, era: Era) => Promise<OpenConnection>

/** Some old servers exit at any request before `initialize`; they are started again without the question. */
async function openStdio(attempt: Attempt, log: LogServerLine): Promise<OpenConnection> {
  try {
    return await attempt('stdio', 'auto')
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'SERVER_EXITED') throw error
    log('life', 'notice', 'The server ended during the handshake; started once more with the older protocol.')
    return await attempt('stdio', 'legacy')
  }
}

async function openHttp(attempt: Attempt, log: LogServerLine): Promise<OpenConnection> {
  try {
    return await attempt('http', 'auto')
  } catch (error) {
    if (isEraUnclear(error)) return await attempt('http', 'legacy')
    if (!oldServerStatuses.has(httpStatus(error))) throw error
    log(
      'life',
      'notice',
      'The server refuses Streamable HTTP; trying the older HTTP with server-sent events.'
    )
    return await attempt('sse', 'legacy').catch((sseError: unknown) => {
      // A second refusal says less about the address than the first one.
      throw httpStatus(sseError) === null ? sseError : error
    })
  }
}

/** Odd servers answer an unknown request with a web page, status 500 or nothing, and serve the older protocol. */
function isEraUnclear(error: unknown): boolean {
  if (!(error instanceof HostError) || error.code === 'SERVER_START_TIMEOUT') return false
  const { cause } = error
  if (!(cause instanceof SdkError) || isNetworkFailure(cause)) return false
  return cause.code === SdkErrorCode.EraNegotiationFailed || cause.code === SdkErrorCode.RequestTimeout
}

interface AttemptPlan {
  readonly kind: Kind
  readonly era: Era
  /** Time limit and end of interest together. */
  readonly signal: AbortSignal
  readonly timeout: AbortSignal
}

async function tryOnce(
  launch: ServerLaunch,
  plan: AttemptPlan,
  options: HandshakeOptions
): Promise<OpenConnection> {
  const stdio = launch.transport === 'stdio' ? new StdioTransport(launch, options) : null
  const http = stdio === null ? createRemote(launch, plan.kind, options) : null
  const transport = new DelegatingTransport(stdio ?? innerOf(http), options.tap)
  const client = createClient(launch, options)
  // Closing is the one way to interrupt every phase of the handshake.
  const interrupt = () => void transport.close().catch(() => {}) // the connect below fails and says why
  plan.signal.addEventListener('abort', interrupt, { once: true })
  if (plan.signal.aborted) interrupt()
  try {
    const prior: { prior?: PriorDiscovery } = plan.era === 'legacy' ? { prior: { kind: 'legacy' } } : {}
    // A transport that is being closed may keep its promises open for longer than we want to wait.
    await untilAborted(client.connect(transport, { timeout: launch.connectTimeoutMs, ...prior }), plan.signal)
    return { client, transport, stdio, http }
  } catch (error) {
    const failure = toConnectFailure(error, launch, { plan, stdio, http })
    await transport.close()
    throw failure
  } finally {
    plan.signal.removeEventListener('abort', interrupt)
  }
}

function createRemote(launch: ServerLaunch, kind: Kind, options: HandshakeOptions) {
  if (launch.transport === 'stdio' || kind === 'stdio')
    throw new Error('A stdio launch has no remote transport')
  return createHttpTransport(launch, kind, options.messageLimitBytes)
}

function innerOf(http: HttpTransport | null): Transport {
  if (http === null) throw new Error('A remote launch has a remote transport')
  return http.transport
}

function createClient(launch: ServerLaunch, options: HandshakeOptions): Client {
  return new Client(options.clientInfo, {
    capabilities: {},
    versionNegotiation: {
      mode: 'auto',
      probe: { timeoutMs: Math.min(probeMs, Math.ceil(launch.connectTimeoutMs / 3)) }
    },
    // The library would run a server's own patterns on this thread, without a limit, and refuse results that
    // the person and the model can very well use. `outputSchema` is shown, not enforced.
    jsonSchemaValidator: {
      getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined })
    }
  })
}

function toConnectFailure(
  error: unknown,
  launch: ServerLaunch,
  attempt: {
    readonly plan: AttemptPlan
    readonly stdio: StdioTransport | null
    readonly http: HttpTransport | null
  }
): HostError {
  const { plan, stdio, http } = attempt
  const errorOutput = stdio?.errorOutput ?? []
  if (error instanceof HostError && error.code !== 'SERVER_RESTARTED') return error
  if (plan.timeout.aborted) {
    const seconds = launch.connectTimeoutMs / 1_000
    const message = `The server did not finish its start within ${seconds} s. Look at its log, or give it more time.`
    return new HostError('SERVER_START_TIMEOUT', message, { cause: error, data: { errorOutput } })
  }
  if (plan.signal.aborted)
    return new HostError('SERVER_NOT_CONNECTED', 'The start of the server was stopped.')
  if (stdio?.processEnd != null) {
    const message = `${stdio.closeReason ?? 'The process ended.'} It ended before the connection stood; its last output says more.`
    return new HostError('SERVER_EXITED', message, {
      cause: error,
      data: { ...stdio.processEnd, errorOutput }
    })
  }
  if (stdio?.closeReason != null) {
    return new HostError('SERVER_PROTOCOL', stdio.closeReason, { cause: error, data: { errorOutput } })
  }
  if (launch.transport === 'stdio') return toProtocolFailure(error)
  return (
    toHttpFailure(error, launch.url) ??
    toHttpFailure(http?.lastFailure(), launch.url) ??
    toProtocolFailure(error)
  )
}

function toProtocolFailure(error: unknown): HostError {
  const said = inPlainWords(error)
  const data = error instanceof ProtocolError ? { rpcCode: error.code } : {}
  return new HostError('SERVER_PROTOCOL', `The handshake with the server failed: ${said}`, {
    cause: error,
    data
  })
}
