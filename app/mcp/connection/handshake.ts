/**
 * Opens one connection: chooses the transport and the era of the protocol, and what to try when the first attempt
 * fails. Ends with a connected client or with the failure for the user.
 *
 * @spec 2026-07-28 basic/lifecycle
 */
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { connectOnce } from './connect-attempt'
import type { Era, HandshakeOptions, AttemptKind, OpenConnection } from './connect-attempt'
import { HandshakeWatch, readHandshakeRefusal } from './handshake-watch'
import { offerRevisions } from './older-revisions'
import { createStartClock } from './start-clock'
import { httpStatus, isNetworkFailure } from '../transports/http/http-failures'
import type { ServerLaunch } from '../interface'
import { handshakeRevisions } from '../protocol/revisions'
import type { LogServerLine } from '../protocol/wire-log'

/**
 * @throws HostError SERVER_COMMAND_NOT_FOUND, SERVER_EXITED, SERVER_START_TIMEOUT, SERVER_UNREACHABLE,
 * SERVER_NEEDS_SIGN_IN, SERVER_PROTOCOL, SERVER_NOT_CONNECTED (no longer needed)
 */
export async function openConnection(
  launch: ServerLaunch,
  options: HandshakeOptions
): Promise<OpenConnection> {
  const clock = createStartClock(launch, options.tellInstalling)
  const ended = options.began(clock)
  const signal = AbortSignal.any([clock.timeout, options.signal])
  const attempt: Attempt = (kind, era, watch = new HandshakeWatch()) => {
    const offer = (offered: string) => {
      const isFirst = offered === handshakeRevisions[0]
      // By then it is known how the server answered `server/discover`.
      const plan = { kind, era: isFirst ? era : 'legacy', watch, signal, clock, offered } as const
      return connectOnce(launch, plan, options)
    }
    if (era === 'modern') return offer(handshakeRevisions[0])
    return offerRevisions(offer, { wasOffered: () => watch.hasOffered, log: options.log })
  }
  try {
    return await openInSomeWay(launch, attempt, options.log)
  } finally {
    ended()
    clock.stop()
  }
}

async function openInSomeWay(
  launch: ServerLaunch,
  attempt: Attempt,
  log: LogServerLine
): Promise<OpenConnection> {
  if (launch.transport === 'sse') return { ...(await attempt('sse', 'legacy')), probe: null }
  if (launch.knownEra !== 'legacy') return await openUnknown(launch, attempt, log)
  try {
    return { ...(await attempt(launch.transport, 'legacy')), probe: null }
  } catch (error) {
    if (!isEraRefusal(error)) {
      if (launch.transport === 'http' && isLegacyServer(error)) return await openLegacy(attempt, error, log)
      throw error
    }
    log('life', 'notice', 'The server no longer speaks the older protocol; asked for the newer one.')
    return await openUnknown(launch, attempt, log)
  }
}

type Attempt = (kind: AttemptKind, era: Era, watch?: HandshakeWatch) => Promise<Omit<OpenConnection, 'probe'>>

async function openUnknown(
  launch: ServerLaunch,
  attempt: Attempt,
  log: LogServerLine
): Promise<OpenConnection> {
  return launch.transport === 'stdio' ? await openStdio(attempt, log) : await openHttp(attempt, log)
}

/**
 * Some old servers exit at any request before `initialize`; Parley starts them again without `server/discover`. A new
 * server may be too slow to answer `server/discover` in time, and then denies `initialize`; Parley starts it again and
 * gives it the full time.
 */
async function openStdio(attempt: Attempt, log: LogServerLine): Promise<OpenConnection> {
  const watch = new HandshakeWatch()
  try {
    const opened = await attempt('stdio', 'auto', watch)
    return { ...opened, probe: watch.isProbeAnswered ? 'answered' : 'silent' }
  } catch (error) {
    if (error instanceof HostError && error.code === 'SERVER_EXITED') {
      const text = 'The server ended during the handshake; started once more with the older protocol.'
      log('life', 'notice', text)
      return { ...(await attempt('stdio', 'legacy')), probe: 'exited' }
    }
    if (isSilence(error)) return { ...(await attempt('stdio', 'legacy')), probe: 'silent' }
    if (!isEraRefusal(error) || watch.namesNone) throw error
    log('life', 'notice', 'The server refuses the older protocol; started once more with the newer one.')
    return { ...(await attempt('stdio', 'modern')), probe: 'answered' }
  }
}

async function openHttp(attempt: Attempt, log: LogServerLine): Promise<OpenConnection> {
  try {
    return { ...(await attempt('http', 'auto')), probe: 'answered' }
  } catch (error) {
    if (isEraUnclear(error)) return await openUnclear(attempt, error, log)
    if (!isLegacyServer(error)) throw error
    return await openLegacy(attempt, error, log)
  }
}

/** The server didn't answer `server/discover`, or its answer says nothing about revisions. */
async function openUnclear(attempt: Attempt, unclear: unknown, log: LogServerLine): Promise<OpenConnection> {
  try {
    return { ...(await attempt('http', 'legacy')), probe: isSilence(unclear) ? 'silent' : 'answered' }
  } catch (error) {
    if (isEraRefusal(error)) return { ...(await attempt('http', 'modern')), probe: 'answered' }
    if (isLegacyServer(error)) return await openLegacy(attempt, error, log)
    throw error
  }
}

/** @spec 2025-11-25 basic/transports#backwards-compatibility */
async function openLegacy(attempt: Attempt, refusal: unknown, log: LogServerLine): Promise<OpenConnection> {
  log('life', 'notice', 'The server refuses Streamable HTTP; trying the older HTTP with server-sent events.')
  try {
    return { ...(await attempt('sse', 'legacy')), probe: null }
  } catch (error) {
    // A second error says less about the address than the first one.
    throw httpStatus(error) === null ? error : refusal
  }
}

/** A server of the first revision rejects a POST as unknown. A required sign-in is handled elsewhere. */
function isLegacyServer(error: unknown): boolean {
  const status = httpStatus(error)
  if (status === null || readHandshakeRefusal(error) !== null) return false
  return status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429
}

/** Some servers answer an unknown request with a web page, status 500 or nothing, and support the older protocol. */
function isEraUnclear(error: unknown): boolean {
  if (!(error instanceof HostError) || error.code === 'SERVER_START_TIMEOUT') return false
  const { cause } = error
  if (!(cause instanceof SdkError) || isNetworkFailure(cause)) return false
  return cause.code === SdkErrorCode.EraNegotiationFailed || cause.code === SdkErrorCode.RequestTimeout
}

function isSilence(error: unknown): boolean {
  const cause = error instanceof HostError ? error.cause : null
  return cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout
}

/** The server answers `initialize` with an error, so it may support only the newest revision. */
function isEraRefusal(error: unknown): boolean {
  if (!(error instanceof HostError)) return false
  return error.cause instanceof ProtocolError || readHandshakeRefusal(error) !== null
}
