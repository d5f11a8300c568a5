/**
 * Runs tool calls over a connection: cancelling, an end when the connection ends. A call that has become a task
 * outlives its connection: it is followed on the next one of its server. Who hears of it is in `call-listeners.ts`.
 */
import { HostError, toFailure } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { McpClients, ToolCallOutcome, ToolCallRequest } from '../../mcp/interface'
import { CallListeners } from './call-listeners'
import type { CallListenersOptions } from './call-listeners'
import type { ServerToolCall } from '../interface'
import { say, sentences } from '../../texts/render-localized'

/** A connection that calls can go over. */
export interface CallTarget {
  readonly connectionId: string
  /** The end of the connection; the reason is a `HostError` where it ended by itself. */
  readonly ended: AbortSignal
}

export interface ToolCallsOptions extends CallListenersOptions {
  readonly clients: Pick<McpClients, 'callTool' | 'cancelCall'>
  /** The server's connection as it is now. `expected`: none stands, and one will come without the person's doing. */
  readonly targetOf: (serverName: string) => CallTarget | 'expected' | null
}

export type ServerCallLimits = Pick<ToolCallRequest, 'timeoutMs' | 'maxTotalTimeoutMs'>

const cancelled = { type: 'cancelled' } as const
/** The most that a timer of the engine takes. */
const timerLimitMs = 2_147_483_647

export class ToolCalls {
  readonly listeners: CallListeners
  readonly #options: ToolCallsOptions
  /** To be woken when their server has changed. */
  readonly #waiting = new Map<() => void, string>()

  constructor(options: ToolCallsOptions) {
    this.#options = options
    this.listeners = new CallListeners(options)
  }

  /**
   * The outcome comes at once when the call's signal fires or the connection ends for good, whatever the server does;
   * what it answers after that is told as a late answer. The limits hold on each connection anew.
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

  /** The server's connection, or its prospects, are others now. */
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
        // The outcome is settled; a server that can not be told is one that is gone.
        void clients.cancelCall(callId).catch(() => {})
        // The answer and the wish to stop may have crossed on the way.
        void answer.then((outcome) => this.listeners.takeLate(callId, outcome)).catch(() => {})
        return cancelled
      }
      return target.ended.aborted
        ? redact(interrupted(serverName, target.ended))
        : { type: 'failed', failure: redact(toFailure(error)) }
    }
  }

  /** Another connection of the server than the one that is over; null when none comes. */
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

/** Whether the server may still answer. */
function isWithoutAnswer(outcome: ToolCallOutcome): boolean {
  return outcome.type === 'failed' ? outcome.failure.code === 'TOOL_TIMEOUT' : outcome.type === 'cancelled'
}

function isLostWithConnection(outcome: ToolCallOutcome): boolean {
  if (outcome.type !== 'failed') return false
  return outcome.failure.code === 'SERVER_RESTARTED' || outcome.failure.code === 'SERVER_NOT_CONNECTED'
}

/** Why the connection ended where it ended by itself; else it was somebody's wish. */
function interrupted(serverName: string, { reason }: AbortSignal): ToolCallOutcome {
  const cause =
    reason instanceof HostError ? reason.said : say('servers.callInterrupted', { server: serverName })
  const said = sentences(cause, say('servers.effectUnknown'))
  return { type: 'failed', failure: toFailure(new HostError('SERVER_RESTARTED', said)) }
}
