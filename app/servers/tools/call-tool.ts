/**
 * Runs tool calls over a connection: cancels them, and ends them with the connection. A call that has become a task
 * outlives its connection and is followed on the server's next one. `call-listeners.ts` reports to the owners of calls.
 */
import { HostError, toFailure } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { McpClients, ToolCallOutcome, ToolCallRequest } from '../../mcp/interface'
import { CallListeners } from './call-listeners'
import type { CallListenersOptions } from './call-listeners'
import type { ServerToolCall } from '../interface'
import { say, sentences } from '../../texts/render-localized'

/** A connection for calls. */
export interface CallTarget {
  readonly connectionId: string
  /** Fires at the end of the connection. The reason is a `HostError` if the connection ended unexpectedly. */
  readonly ended: AbortSignal
}

export interface ToolCallsOptions extends CallListenersOptions {
  readonly clients: Pick<McpClients, 'callTool' | 'cancelCall'>
  /** The server's current connection. `expected`: there is none, but one will open without the user. */
  readonly targetOf: (serverName: string) => CallTarget | 'expected' | null
}

export type ServerCallLimits = Pick<ToolCallRequest, 'timeoutMs' | 'maxTotalTimeoutMs'>

const cancelled = { type: 'cancelled' } as const
/** The longest delay of setTimeout. */
const timerLimitMs = 2_147_483_647

export class ToolCalls {
  readonly listeners: CallListeners
  readonly #options: ToolCallsOptions
  /** Called when their server has changed. */
  readonly #waiting = new Map<() => void, string>()

  constructor(options: ToolCallsOptions) {
    this.#options = options
    this.listeners = new CallListeners(options)
  }

  /**
   * The outcome resolves at once when the call's signal fires or the connection ends permanently. An answer after that
   * is reported as a late answer. The limits start again on each connection.
   */
  async run(call: ServerToolCall, target: CallTarget, limits: ServerCallLimits): Promise<ToolCallOutcome> {
    this.listeners.begin(call)
    let isGivenUp = false
    try {
      const outcome = await this.#runAndFollow(call, target, limits)
      isGivenUp = isWithoutAnswer(outcome)
      return outcome
    } finally {
      this.listeners.end(call.callId, isGivenUp)
    }
  }

  /** The server's connection, or whether one is expected, has changed. */
  serverChanged(serverName: string): void {
    for (const [wake, name] of [...this.#waiting]) if (name === serverName) wake()
  }

  async #runAndFollow(
    call: ServerToolCall,
    first: CallTarget,
    limits: ServerCallLimits
  ): Promise<ToolCallOutcome> {
    const { callId, serverName, toolName, signal } = call
    const request = { callId, serverName, toolName, arguments: call.arguments, ...limits }
    for (let target = first; ;) {
      const task = this.listeners.taskOf(callId)
      const outcome = await this.#runOnce(
        { ...request, connectionId: target.connectionId, task },
        target,
        signal
      )
      const standing = this.listeners.taskOf(callId)
      if (standing === null || !isLostWithConnection(outcome)) return outcome
      const patienceMs = Math.min(standing.ttlMs ?? limits.maxTotalTimeoutMs, timerLimitMs)
      const enough = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
      const next = await this.#nextTarget(serverName, target, enough)
      if (signal.aborted) return cancelled
      if (next === null) return outcome
      target = next
    }
  }

  async #runOnce(
    request: ToolCallRequest,
    target: CallTarget,
    cancel: AbortSignal
  ): Promise<ToolCallOutcome> {
    const { clients, redact } = this.#options
    const { serverName, callId } = request
    if (cancel.aborted) return cancelled
    if (target.ended.aborted) return redact(interrupted(serverName, target.ended))
    const answer = clients.callTool(request)
    try {
      const outcome = await untilAborted(answer, cancel, target.ended)
      return outcome.type === 'failed' ? redact(outcome) : outcome
    } catch (error) {
      if (cancel.aborted) {
        // The outcome is settled; a server that can't be reached is gone.
        void clients.cancelCall(callId).catch(() => {})
        // The answer may have been sent before the cancellation arrived.
        void answer.then((outcome) => this.listeners.takeLate(callId, outcome)).catch(() => {})
        return cancelled
      }
      return target.ended.aborted
        ? redact(interrupted(serverName, target.ended))
        : { type: 'failed', failure: redact(toFailure(error)) }
    }
  }

  /** A later connection of the server; null if none will open. */
  async #nextTarget(serverName: string, over: CallTarget, enough: AbortSignal): Promise<CallTarget | null> {
    while (!enough.aborted) {
      const target = this.#options.targetOf(serverName)
      if (target === null) return null
      if (target !== 'expected' && target.connectionId !== over.connectionId) return target
      await this.#untilChanged(serverName, enough)
    }
    return null
  }

  #untilChanged(serverName: string, enough: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake)
        enough.removeEventListener('abort', wake)
        resolve()
      }
      this.#waiting.set(wake, serverName)
      enough.addEventListener('abort', wake, { once: true })
    })
  }
}

/** True if the server may still answer. */
function isWithoutAnswer(outcome: ToolCallOutcome): boolean {
  return outcome.type === 'failed' ? outcome.failure.code === 'TOOL_TIMEOUT' : outcome.type === 'cancelled'
}

function isLostWithConnection(outcome: ToolCallOutcome): boolean {
  if (outcome.type !== 'failed') return false
  return outcome.failure.code === 'SERVER_RESTARTED' || outcome.failure.code === 'SERVER_NOT_CONNECTED'
}

/** The outcome with the reason if the connection ended unexpectedly, or without one if it was ended on purpose. */
function interrupted(serverName: string, { reason }: AbortSignal): ToolCallOutcome {
  const cause =
    reason instanceof HostError ? reason.said : say('servers.callInterrupted', { server: serverName })
  const said = sentences(cause, say('servers.effectUnknown'))
  return { type: 'failed', failure: toFailure(new HostError('SERVER_RESTARTED', said)) }
}
