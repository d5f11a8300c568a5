/** Explains why an open connection failed while its tools were listed, or for the request that ended with it. */
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { toErrorText } from '../protocol/error-text'
import type { StdioTransport } from '../transports/stdio/stdio-transport'
import { say, sentences } from '../../texts/render-localized'

/** What the transport reports about a failed start; null if the transport had not ended. */
export function toEarlyEnd(
  error: unknown,
  stdio: StdioTransport | null,
  isStopped: boolean
): HostError | null {
  if (stdio?.processEnd != null) {
    const { errorOutput, isEndExplained: isExplained } = stdio
    const data = { ...stdio.processEnd, errorOutput, isExplained }
    const text = sentences(stdio.closeReason ?? say('mcp.processEnded'), say('mcp.endedWhileListing'))
    return new HostError('SERVER_EXITED', text, { cause: error, data })
  }
  if (isStopped && stdio?.closeReason == null) {
    return new HostError('SERVER_NOT_CONNECTED', say('mcp.startStopped'))
  }
  // When a connection ends, its requests fail with errors that look like timeouts.
  return stdio?.closeReason == null
    ? null
    : new HostError('SERVER_PROTOCOL', stdio.closeReason, { cause: error })
}

/** The failure to list the tools at the start. */
export function toListFailure(error: unknown): HostError {
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return new HostError('SERVER_START_TIMEOUT', say('mcp.listTimeout'), { cause: error })
  }
  const text = say('mcp.toolsUnreadable', { words: toErrorText(error) })
  return new HostError('SERVER_PROTOCOL', text, { cause: error })
}

/** True if the request failed because its connection ended. */
export function isClosedError(error: unknown): boolean {
  if (error instanceof HostError) return error.code === 'SERVER_RESTARTED'
  if (!(error instanceof SdkError)) return error instanceof Error && error.message === 'Not connected'
  return error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected
}
