/** Runs tool calls over a connection: cancelling, progress to who asked, an end when the connection ends. */
import { HostError, toFailure } from '../base/host-error'
import { untilAborted } from '../base/until-aborted'
import type { ToolCallProgress } from '../contract/conversations'
import type { McpClients, ToolCallOutcome, ToolCallRequest } from '../mcp/interface'

export interface ToolCalls {
  /**
   * `cancel` cancels the call on the server; `ended` is the end of the connection. The outcome comes at once in
   * both cases, whatever the server does, and what it says later is dropped.
   */
  run(
    request: ToolCallRequest,
    signals: { readonly cancel: AbortSignal; readonly ended: AbortSignal },
    onProgress: (progress: ToolCallProgress) => void
  ): Promise<ToolCallOutcome>
  progressed(callId: string, progress: ToolCallProgress): void
}

/** `redact` takes secrets out of what a server says about a call; the content that it was called for stays. */
export function createToolCalls(clients: McpClients, redact: <T>(value: T) => T): ToolCalls {
  const listeners = new Map<string, (progress: ToolCallProgress) => void>()

  return {
    run: async (request, { cancel, ended }, onProgress) => {
      if (cancel.aborted) return { type: 'cancelled' }
      if (ended.aborted) return redact(interrupted(request.serverName, ended))
      listeners.set(request.callId, onProgress)
      try {
        const outcome = await untilAborted(clients.callTool(request), AbortSignal.any([cancel, ended]))
        return outcome.type === 'failed' ? redact(outcome) : outcome
      } catch (error) {
        if (cancel.aborted) {
          // The outcome is settled; a server that can not be told is one that is gone.
          void clients.cancelCall(request.callId).catch(() => {})
          return { type: 'cancelled' }
        }
        return ended.aborted
          ? redact(interrupted(request.serverName, ended))
          : { type: 'failed', failure: redact(toFailure(error)) }
      } finally {
        listeners.delete(request.callId)
      }
    },
    progressed: (callId, progress) => listeners.get(callId)?.(redact(progress))
  }
}

/** Why the connection ended where it ended by itself; else it was somebody's wish. */
function interrupted(serverName: string, { reason }: AbortSignal): ToolCallOutcome {
  const cause =
    reason instanceof HostError
      ? reason.message
      : `${serverName} was stopped or restarted while the call ran.`
  const message = `${cause} Whether the call had an effect is not known.`
  return { type: 'failed', failure: { code: 'SERVER_RESTARTED', message } }
}
