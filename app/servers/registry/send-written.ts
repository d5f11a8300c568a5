/** Sends a message that the user wrote. It ends with the server's connection. */
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { McpClients, WrittenMessage, WrittenOutcome } from '../../mcp/interface'
import { say } from '../../texts/render-localized'

export interface WrittenSend {
  readonly serverName: string
  readonly message: WrittenMessage
  readonly signal: AbortSignal
}

interface WrittenTarget {
  readonly target: { readonly connectionId: string; readonly ended: AbortSignal }
  readonly limits: { readonly maxTotalTimeoutMs: number }
}

interface SendWrittenOptions {
  readonly clients: Pick<McpClients, 'sendWritten' | 'cancelCall'>
  readonly newId: () => string
}

/** @throws HostError SERVER_RESTARTED */
export async function sendWritten(
  { serverName, message, signal }: WrittenSend,
  { target: { connectionId, ended }, limits }: WrittenTarget,
  { clients, newId }: SendWrittenOptions
): Promise<WrittenOutcome> {
  const callId = newId()
  const sending = clients.sendWritten({ callId, connectionId, message, timeoutMs: limits.maxTotalTimeoutMs })
  try {
    return await untilAborted(sending, signal, ended)
  } catch (error) {
    if (ended.aborted)
      throw new HostError('SERVER_RESTARTED', say('servers.requestInterrupted', { server: serverName }))
    if (!signal.aborted) throw error
    void clients.cancelCall(callId).catch(() => {}) // a server that can't be reached is gone
    return { type: 'cancelled' }
  }
}
