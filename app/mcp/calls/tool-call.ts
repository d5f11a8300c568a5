/**
 * Runs one `tools/call` from its start to its outcome: time limits, cancellation, progress, and the task that it may
 * become. It throws nothing: the outcome reports every failure.
 *
 * @spec 2025-11-25 basic/utilities/cancellation
 * @spec 2025-11-25 basic/utilities/progress
 */
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { Client, Progress } from '@modelcontextprotocol/client'
import { HostError, toFailure } from '../../base/host-error'
import type { TaskView, TimeLimit, CallProgress } from '../../contract/tool-calls'
import type { ToolView } from '../../contract/servers'
import { CallClocks } from './call-clocks'
import type { CallInputs } from './call-inputs'
import { sendToolCall } from './send-tool-call'
import type { LateListener, LateMessages } from '../transports/late-messages'
import { isLostAnswer } from '../transports/tolerant-transport'
import { countInputRounds } from './input-required-loop'
import type { ToolCallOutcome, ToolCallRequest } from '../interface'
import { toErrorText } from '../protocol/error-text'
import { createProgressFeed } from './progress-feed'
import type { ProgressFeed } from './progress-feed'
import { fromRpcError } from './rpc-error'
import { WireTask } from './wire-task'
import { isCalledAsTask, readCreatedTask, readTaskAbilities } from '../protocol/task-wire'
import type { Task, TaskAbilities } from '../protocol/task-wire'
import { toOutcome } from './tool-outcome'
import type { SchemaChecks } from '../schemas/schema-checks'
import { say } from '../../texts/render-localized'

export type CompletedCall = Extract<ToolCallOutcome, { readonly type: 'completed' }>

export interface ToolCallOptions {
  readonly client: Client
  readonly lateMessages: LateMessages
  readonly tool: ToolView | undefined
  readonly inputs: CallInputs
  readonly checks: Pick<SchemaChecks, 'find'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onProgress: (progress: CallProgress) => void
  readonly onLimitNear: (timeLimit: TimeLimit | null) => void
  readonly onTask: (task: TaskView) => void
  readonly onLateAnswer: (outcome: CompletedCall) => void
  /** The failure if the connection knows the cause: it ended, the network failed. */
  readonly explain: (error: unknown) => HostError | null
  /** A status notification that arrived before the call became the task. */
  readonly earlyNewsOf: (taskId: string) => Task | null
}

/** The shortest time for which Parley asks a server to keep a task, so that the task survives a restart of Parley. */
const leastTaskTtlMs = 3_600_000

export class WireToolCall {
  readonly #request: ToolCallRequest
  readonly #options: ToolCallOptions
  readonly #abilities: TaskAbilities | null
  readonly #clocks: CallClocks
  readonly #feed: ProgressFeed
  /** Fires when the user or a limit ends the call. */
  readonly #end = new AbortController()
  #overLimit: HostError | null = null
  #follower: WireTask | null = null
  #taskId: string | null
  #isOver = false
  readonly #inputs: CallInputs
  readonly #late: LateListener = {
    onLateAnswer: (result) => this.#takeLateAnswer(result),
    onLateProgress: (progress) => this.#progressed(progress)
  }

  constructor(request: ToolCallRequest, options: ToolCallOptions) {
    this.#request = request
    this.#options = options
    this.#inputs = countInputRounds(options.inputs, request.toolName)
    this.#abilities = readTaskAbilities(options.client)
    this.#taskId = request.task?.taskId ?? null
    this.#feed = createProgressFeed(options.onProgress)
    this.#clocks = new CallClocks({
      timeoutMs: request.timeoutMs,
      maxTotalTimeoutMs: request.maxTotalTimeoutMs,
      now: options.now,
      onNear: options.onLimitNear,
      onEnd: (reason, limitMs) => this.#expire(reason, limitMs)
    })
  }

  get clocks(): Pick<CallClocks, 'keepWaiting' | 'pause' | 'resume'> {
    return this.#clocks
  }

  /** The id of the task that the call became; null if none. */
  get taskId(): string | null {
    return this.#taskId
  }

  /** True if the user or a limit ended the call. */
  get isGivenUp(): boolean {
    return this.#end.signal.aborted
  }

  async run(): Promise<ToolCallOutcome> {
    try {
      const result = await this.#obtain()
      this.#feed.flush()
      return await this.#toOutcome(result)
    } catch (error) {
      if (this.#end.signal.aborted || this.#follower?.isStuck === true) this.#cancelTask()
      if (this.#end.signal.aborted && this.#overLimit === null) return { type: 'cancelled' }
      return { type: 'failed', failure: toFailure(this.#overLimit ?? this.#toCallFailure(error)) }
    } finally {
      this.#isOver = true
      this.#clocks.stop()
      this.#feed.stop()
      this.#options.lateMessages.end(this.#late)
    }
  }

  /** Cancels the call at the server. The outcome is `cancelled`. */
  cancel(): void {
    this.#end.abort('The user stopped the call')
  }

  /** Handles a status notification of the task. */
  taskHeard(task: Task): void {
    this.#follower?.heard(task)
  }

  /** Returns the unchecked result. */
  async #obtain(): Promise<unknown> {
    if (this.#request.task !== null) return await this.#follow(this.#request.task.taskId, null)
    const { client, tool } = this.#options
    const isAskedFor = isCalledAsTask(tool, this.#abilities)
    const result = await sendToolCall({
      client,
      tool,
      inputs: this.#inputs,
      callId: this.#request.callId,
      toolName: this.#request.toolName,
      arguments: this.#request.arguments,
      traceparent: this.#request.traceparent,
      taskTtlMs: isAskedFor ? Math.max(leastTaskTtlMs, this.#request.maxTotalTimeoutMs) : null,
      signal: this.#end.signal,
      onProgress: (progress) => this.#progressed(progress),
      late: this.#late
    })
    const task = this.#readCreatedTask(result)
    return task === null ? result : await this.#follow(task.view.taskId, task)
  }

  #readCreatedTask(result: unknown): Task | null {
    if (this.#abilities === null) return null
    return readCreatedTask(result, isCalledAsTask(this.#options.tool, this.#abilities))
  }

  async #follow(taskId: string, task: Task | null): Promise<unknown> {
    this.#taskId = taskId
    const follower = this.#createFollower(taskId)
    this.#follower = follower
    const news = this.#options.earlyNewsOf(taskId)
    if (news !== null) follower.heard(news)
    return await follower.follow(task)
  }

  #createFollower(taskId: string): WireTask {
    const { client, onTask, now } = this.#options
    const { callId, toolName } = this.#request
    if (this.#abilities === null) {
      throw new HostError('TOOL_ERROR', say('mcp.tasksUnknown', { tool: toolName }))
    }
    return new WireTask(taskId, {
      client,
      form: this.#abilities.form,
      callId,
      toolName,
      inputs: this.#inputs,
      signal: this.#end.signal,
      onChange: onTask,
      onHeard: (quietMs) => this.#clocks.heard(quietMs),
      now
    })
  }

  #progressed(progress: Progress): void {
    if (this.#isOver) return
    this.#clocks.heard()
    this.#feed.push(progress)
  }

  #expire(reason: TimeLimit['reason'], limitMs: number): void {
    const values = { tool: this.#request.toolName, seconds: inSeconds(limitMs) }
    const said = reason === 'silence' ? say('mcp.toolSilent', values) : say('mcp.toolUnfinished', values)
    this.#overLimit = new HostError('TOOL_TIMEOUT', said)
    // The library throws errors of its own type unchanged and sends their text to the server as the reason.
    this.#end.abort(new SdkError(SdkErrorCode.RequestTimeout, 'The time limit was reached'))
  }

  #cancelTask(): void {
    if (this.#abilities?.canCancel === true) void this.#follower?.cancel() // never rejects
  }

  /** Reports the answer to a call that was given up: too late for the call, but still of use to the user. */
  #takeLateAnswer(result: unknown): void {
    const task = this.#readCreatedTask(result)
    if (task !== null) {
      this.#follower = this.#createFollower(task.view.taskId)
      return this.#cancelTask()
    }
    void this.#tellLate(result) // never rejects
  }

  async #tellLate(result: unknown): Promise<void> {
    const outcome = await this.#toOutcome(result)
    if (outcome.type === 'completed' && !isQuestion(result)) this.#options.onLateAnswer(outcome)
  }

  #toOutcome(result: unknown): Promise<ToolCallOutcome> {
    const { tool, checks } = this.#options
    return toOutcome(result, { toolName: this.#request.toolName, tool, checks })
  }

  #toCallFailure(error: unknown): HostError {
    if (error instanceof HostError) return error
    const { toolName } = this.#request
    if (error instanceof ProtocolError && !isLostAnswer(error)) {
      return fromRpcError(error, (words) => say('mcp.callRefused', { tool: toolName, words }))
    }
    const explained = this.#options.explain(error)
    if (explained !== null) return explained
    if (error instanceof ProtocolError) return ofLostAnswer(toolName)
    const said = say('mcp.callFailed', { tool: toolName, words: toErrorText(error) })
    return new HostError('SERVER_PROTOCOL', said, { cause: error })
  }
}

function isQuestion(result: unknown): boolean {
  return (result as { resultType?: unknown }).resultType === 'input_required'
}

function inSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10
}

function ofLostAnswer(toolName: string): HostError {
  return new HostError('SERVER_RESTARTED', say('mcp.answerLost', { tool: toolName }))
}
