/**
 * Everything around a call to a server, once: its server stays awake, the call is counted, its owner hears of it, and
 * the activity log records it before it is sent. A call ends with its connection. One that has become a task outlives
 * its connection and is followed on the server's next one. A late answer still reaches the owner for a while.
 */
import { HostError, toFailure } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { TaskView } from '../../contract/tool-calls'
import type {
  McpClients,
  McpEvents,
  ToolCallOutcome,
  ToolCallRequest,
  WrittenOutcome
} from '../../mcp/interface'
import { sendWritten, type WrittenSend } from './send-written'
import type { ServerToolCall } from '../interface'
import type { IdleWatch } from '../lifecycle/idle-watch'
import type { ServerCounters } from './server-counters'
import { say, sentences } from '../../texts/render-localized'

/** A connection for calls. */
export interface CallTarget {
  readonly connectionId: string
  /** Fires at the end of the connection. The reason is a `HostError` if the connection ended unexpectedly. */
  readonly ended: AbortSignal
}

/** What a call uses of its server. */
export interface CalledServer {
  readonly target: CallTarget
  /** They start again on each connection. */
  readonly limits: Pick<ToolCallRequest, 'timeoutMs' | 'maxTotalTimeoutMs'>
  readonly counters: Pick<ServerCounters, 'begin'>
}

export interface ServerCallsOptions {
  readonly clients: Pick<McpClients, 'callTool' | 'cancelCall' | 'sendWritten'>
  readonly newId: () => string
  readonly idle: Pick<IdleWatch, 'begin'>
  /** Records in the activity log that the request is sent. The gateway refuses a request that wasn't recorded. */
  readonly recordCall: (request: ToolCallRequest) => void
  /** The server's current connection. `expected`: there is none, but one will open without the user. */
  readonly targetOf: (serverName: string) => CallTarget | 'expected' | null
  /** Removes secrets from what a server says about a call, but not from the requested content. */
  readonly redact: <T>(value: T) => T
  readonly onCallEnded?: ((ended: EndedCall) => void) | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export interface EndedCall extends Pick<ServerToolCall, 'serverName' | 'toolName'> {
  readonly outcome: ToolCallOutcome
  readonly isFailed: boolean
  /** Null for a call without a result. */
  readonly durationMs: number | null
}

interface KnownCall {
  readonly call: ServerToolCall
  /** The task that the call became; null if none. */
  task: TaskView | null
  isNearLimit: boolean
  /** Null while the call runs. */
  endedAt: number | null
}

const cancelled = { type: 'cancelled' } as const
/** The longest delay of setTimeout. */
const timerLimitMs = 2_147_483_647
/** For how long, and for how many calls, a late answer is expected. */
const late = { keptMs: 600_000, keptCalls: 200 }

export class ServerCalls {
  readonly #options: ServerCallsOptions
  /** By id, oldest first: the running calls, and those that were given up and may still be answered. */
  readonly #calls = new Map<string, KnownCall>()
  /** Called when their server has changed. */
  readonly #waiting = new Map<() => void, string>()

  constructor(options: ServerCallsOptions) {
    this.#options = options
  }

  /** The outcome resolves at once when the call's signal fires or the connection ends permanently. */
  async run(call: ServerToolCall, server: CalledServer): Promise<ToolCallOutcome> {
    const endUse = this.#options.idle.begin(call.serverName)
    const countEnd = server.counters.begin()
    const startedAt = this.#options.now()
    const known = this.#listen(call)
    let outcome: ToolCallOutcome | null = null
    try {
      outcome = await this.#sendAndFollow(known, server)
      return outcome
    } finally {
      this.#endListening(known, outcome)
      countEnd(outcome)
      this.#tellEnd(call, outcome, startedAt)
      endUse()
    }
  }

  /** Another message that the user wrote. @throws HostError SERVER_RESTARTED */
  async sendWritten(written: WrittenSend, server: CalledServer): Promise<WrittenOutcome> {
    const endUse = this.#options.idle.begin(written.serverName)
    return await sendWritten(written, server, this.#options).finally(endUse)
  }

  /** The server's connection, or whether one is expected, has changed. */
  serverChanged(serverName: string): void {
    for (const [wake, name] of [...this.#waiting]) if (name === serverName) wake()
  }

  /** Listeners for events of the clients. */
  news(): Pick<McpEvents, 'progressed' | 'limitNear' | 'taskChanged' | 'answeredLate'> {
    const { redact } = this.#options
    return {
      progressed: ({ callId, progress }) => this.#findRunning(callId)?.call.onProgress(redact(progress)),
      limitNear: ({ callId, timeLimit }) => {
        const known = this.#findRunning(callId)
        if (known === null) return
        known.isNearLimit = timeLimit !== null
        known.call.onLimitNear(timeLimit)
      },
      // Also for a call that was given up: the later state of its task.
      taskChanged: ({ callId, task }) => {
        const known = this.#calls.get(callId)
        if (known === undefined) return
        known.task = { ...task, statusMessage: redact(task.statusMessage) }
        known.call.onTask(known.task)
      },
      answeredLate: ({ callId, outcome }) => this.#takeLate(callId, outcome)
    }
  }

  #tellEnd(
    { serverName, toolName }: ServerToolCall,
    outcome: ToolCallOutcome | null,
    startedAt: number
  ): void {
    if (outcome === null) return
    const isCompleted = outcome.type === 'completed'
    const isFailed = outcome.type === 'failed' || (isCompleted && outcome.isError)
    const durationMs = isCompleted ? this.#options.now() - startedAt : null
    this.#options.onCallEnded?.({ serverName, toolName, outcome, isFailed, durationMs })
  }

  #listen(call: ServerToolCall): KnownCall {
    const known: KnownCall = { call, task: call.task, isNearLimit: false, endedAt: null }
    this.#calls.set(call.callId, known)
    return known
  }

  #endListening(known: KnownCall, outcome: ToolCallOutcome | null): void {
    if (known.isNearLimit) known.call.onLimitNear(null)
    known.isNearLimit = false
    known.endedAt = this.#options.now()
    if (!mayStillBeAnswered(outcome)) this.#calls.delete(known.call.callId)
    this.#forgetOld()
  }

  /** Reports an outcome that arrived after the call was given up. Only the first one counts. */
  #takeLate(callId: string, outcome: ToolCallOutcome): void {
    const known = this.#calls.get(callId)
    if (known === undefined || known.endedAt === null || outcome.type !== 'completed') return
    this.#calls.delete(callId)
    const { content, structuredContent, isError } = outcome
    known.call.onLateAnswer({
      at: this.#options.now(),
      content: [...content],
      structuredContent,
      isError
    })
  }

  #findRunning(callId: string): KnownCall | null {
    const known = this.#calls.get(callId)
    return known?.endedAt === null ? known : null
  }

  #forgetOld(): void {
    const ended = [...this.#calls.values()].filter(({ endedAt }) => endedAt !== null)
    const oldest = this.#options.now() - late.keptMs
    const tooOld = ended.filter(({ endedAt }) => (endedAt ?? 0) < oldest)
    const tooMany = ended.slice(0, Math.max(0, ended.length - late.keptCalls))
    for (const { call } of [...tooOld, ...tooMany]) this.#calls.delete(call.callId)
  }

  async #sendAndFollow(known: KnownCall, { target: first, limits }: CalledServer): Promise<ToolCallOutcome> {
    const { callId, serverName, toolName, arguments: args, written, signal } = known.call
    const called = { callId, serverName, toolName, arguments: args, ...limits }
    const request = written === undefined ? called : { ...called, written }
    for (let target = first; ;) {
      const { connectionId } = target
      const outcome = await this.#send({ ...request, connectionId, task: known.task }, target, signal)
      if (known.task === null || !isLostWithConnection(outcome)) return outcome
      const patienceMs = Math.min(known.task.ttlMs ?? limits.maxTotalTimeoutMs, timerLimitMs)
      const enough = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
      const next = await this.#nextTarget(serverName, target, enough)
      if (signal.aborted) return cancelled
      if (next === null) return outcome
      target = next
    }
  }

  async #send(request: ToolCallRequest, target: CallTarget, cancel: AbortSignal): Promise<ToolCallOutcome> {
    const { clients, redact, recordCall } = this.#options
    const { serverName, callId } = request
    if (cancel.aborted) return cancelled
    if (target.ended.aborted) return redact(interrupted(serverName, target.ended))
    // Following a task sends no call.
    if (request.task === null) recordCall(request)
    const answer = clients.callTool(request)
    try {
      const outcome = await untilAborted(answer, cancel, target.ended)
      return outcome.type === 'failed' ? redact(outcome) : outcome
    } catch (error) {
      if (cancel.aborted) {
        // The outcome is settled; a server that can't be reached is gone.
        void clients.cancelCall(callId).catch(() => {})
        // The answer may have been sent before the cancellation arrived.
        void answer.then((outcome) => this.#takeLate(callId, outcome)).catch(() => {})
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

/** True if the user or a limit ended the call. */
function mayStillBeAnswered(outcome: ToolCallOutcome | null): boolean {
  return outcome?.type === 'failed' ? outcome.failure.code === 'TOOL_TIMEOUT' : outcome?.type === 'cancelled'
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
