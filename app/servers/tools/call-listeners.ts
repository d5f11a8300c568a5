/**
 * The listeners of a call: to progress, limits and task while it runs, and to a late answer for a while after it was
 * given up.
 */
import type { TaskView } from '../../contract/tool-calls'
import type { McpEvents, ToolCallOutcome } from '../../mcp/interface'
import type { ServerToolCall } from '../interface'

/** For how long, and for how many calls, a late answer is expected. */
const late = { keptMs: 600_000, keptCalls: 200 }

export interface CallListenersOptions {
  /** Removes secrets from what a server says about a call, but not from the requested content. */
  readonly redact: <T>(value: T) => T
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

interface Listener {
  readonly call: ServerToolCall
  task: TaskView | null
  isNearLimit: boolean
  /** Null while the call runs. */
  endedAt: number | null
}

export class CallListeners {
  readonly #options: CallListenersOptions
  /** By id of the call, oldest first. */
  readonly #known = new Map<string, Listener>()

  constructor(options: CallListenersOptions) {
    this.#options = options
  }

  begin(call: ServerToolCall): void {
    this.#known.set(call.callId, { call, task: call.task, isNearLimit: false, endedAt: null })
  }

  /** The task that the call became; null if none. */
  taskOf(callId: string): TaskView | null {
    return this.#known.get(callId)?.task ?? null
  }

  /** `isGivenUp`: an answer may still arrive. */
  end(callId: string, isGivenUp: boolean): void {
    const listener = this.#known.get(callId)
    if (listener === undefined) return
    if (listener.isNearLimit) listener.call.onLimitNear(null)
    listener.isNearLimit = false
    listener.endedAt = this.#options.now()
    if (!isGivenUp) this.#known.delete(callId)
    this.#forgetOld()
  }

  readonly progressed: McpEvents['progressed'] = ({ callId, progress }) => {
    this.#running(callId)?.call.onProgress(this.#options.redact(progress))
  }

  readonly limitNear: McpEvents['limitNear'] = ({ callId, timeLimit }) => {
    const listener = this.#running(callId)
    if (listener === null) return
    listener.isNearLimit = timeLimit !== null
    listener.call.onLimitNear(timeLimit)
  }

  /** Also for a call that was given up: the later state of its task. */
  readonly taskChanged: McpEvents['taskChanged'] = ({ callId, task }) => {
    const listener = this.#known.get(callId)
    if (listener === undefined) return
    listener.task = { ...task, statusMessage: this.#options.redact(task.statusMessage) }
    listener.call.onTask(listener.task)
  }

  readonly answeredLate: McpEvents['answeredLate'] = ({ callId, outcome }) => {
    this.takeLate(callId, outcome)
  }

  /** Reports an outcome that arrived after the call was given up. Only the first one counts. */
  takeLate(callId: string, outcome: ToolCallOutcome): void {
    const listener = this.#known.get(callId)
    if (listener === undefined || listener.endedAt === null || outcome.type !== 'completed') return
    this.#known.delete(callId)
    const { content, structuredContent, isError } = outcome
    listener.call.onLateAnswer({
      at: this.#options.now(),
      content: [...content],
      structuredContent,
      isError
    })
  }

  #running(callId: string): Listener | null {
    const listener = this.#known.get(callId)
    return listener?.endedAt === null ? listener : null
  }

  #forgetOld(): void {
    const ended = [...this.#known.values()].filter(({ endedAt }) => endedAt !== null)
    const oldest = this.#options.now() - late.keptMs
    const tooOld = ended.filter(({ endedAt }) => (endedAt ?? 0) < oldest)
    const tooMany = ended.slice(0, Math.max(0, ended.length - late.keptCalls))
    for (const { call } of [...tooOld, ...tooMany]) this.#known.delete(call.callId)
  }
}
