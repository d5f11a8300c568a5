/** Explains to the user why a connection failed to open. */
import { ProtocolError } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { toHttpFailure } from '../transports/http/http-failures'
import type { HttpTransport } from '../transports/http/http-transport'
import type { ServerLaunch } from '../interface'
import type { HandshakeWatch } from './handshake-watch'
import { toErrorText } from '../protocol/error-text'
import type { StartClock } from './start-clock'
import type { StdioTransport } from '../transports/stdio/stdio-transport'
import { say, sentences } from '../../texts/render-localized'

export interface FailedAttempt {
  /** Which revisions the server named. */
  readonly watch: HandshakeWatch
  readonly clock: Pick<StartClock, 'timeout' | 'isInstalling'>
  /** Fires at the time limit, or when the connection is no longer needed. */
  readonly signal: AbortSignal
  readonly stdio: StdioTransport | null
  readonly http: HttpTransport | null
}

/** `error` ended the attempt. The failure's data has what is known of the server. */
export function toConnectFailure(error: unknown, launch: ServerLaunch, attempt: FailedAttempt): HostError {
  const { code, said, data, cause } = explain(error, launch, attempt)
  const answer = attempt.http?.lastAnswer() ?? null
  const firstOutput = attempt.stdio?.firstOutput ?? ''
  return new HostError(code, said, {
    cause,
    data: { ...data, ...(answer === null ? {} : { answer }), ...(firstOutput === '' ? {} : { firstOutput }) }
  })
}

function explain(error: unknown, launch: ServerLaunch, attempt: FailedAttempt): HostError {
  const { watch, clock, signal, stdio, http } = attempt
  const errorOutput = stdio?.errorOutput ?? []
  if (error instanceof HostError && error.code !== 'SERVER_RESTARTED') return error
  if (clock.timeout.aborted) {
    const { isInstalling } = clock
    const seconds = ((isInstalling ? launch.installTimeoutMs : null) ?? launch.connectTimeoutMs) / 1_000
    const said = isInstalling ? say('mcp.installTimeout', { seconds }) : say('mcp.startTimeout', { seconds })
    return new HostError('SERVER_START_TIMEOUT', said, { cause: error, data: { errorOutput, isInstalling } })
  }
  if (signal.aborted) return new HostError('SERVER_NOT_CONNECTED', say('mcp.startStopped'))
  if (stdio?.processEnd != null) {
    const end = stdio.closeReason ?? say('mcp.processEnded')
    return new HostError('SERVER_EXITED', sentences(end, say('mcp.endedBeforeConnection')), {
      cause: error,
      data: { ...stdio.processEnd, errorOutput, isExplained: stdio.isEndExplained }
    })
  }
  if (stdio?.closeReason != null) {
    return new HostError('SERVER_PROTOCOL', stdio.closeReason, { cause: error, data: { errorOutput } })
  }
  const noRevision = watch.toFailure(error)
  if (noRevision !== null) return noRevision
  if (launch.transport === 'stdio') return toProtocolFailure(error)
  return (
    toHttpFailure(error, launch.url) ??
    toHttpFailure(http?.lastFailure(), launch.url) ??
    toProtocolFailure(error)
  )
}

function toProtocolFailure(error: unknown): HostError {
  const text = say('mcp.handshakeFailed', { words: toErrorText(error) })
  const data = error instanceof ProtocolError ? { rpcCode: error.code } : {}
  return new HostError('SERVER_PROTOCOL', text, { cause: error, data })
}
