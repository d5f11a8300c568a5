/**
 * Follows one task to its end: polls at the server's pace, shows its questions to the user, and fetches the result.
 * `task-wire.ts` reads the forms of tasks.
 *
 * @spec 2025-11-25 basic/utilities/tasks
 */
import { ProtocolError } from '@modelcontextprotocol/client'
import type { Client } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { TaskView } from '../../contract/tool-calls'
import type { LocalizedText } from '../../contract/localized-text'
import { sendRawRequest } from './send-request'
import type { CallInputs } from './call-inputs'
import { isLostAnswer } from '../transports/tolerant-transport'
import type { JsonFields } from '../protocol/json-fields'
import { toErrorText } from '../protocol/error-text'
import { fromRpcError } from './rpc-error'
import { readTaskErrorData, isFinal, readTask, readTaskReason } from '../protocol/task-wire'
import type { Task, TaskAbilities } from '../protocol/task-wire'
import { say } from '../../texts/render-localized'

/** Disables the library's limits; the call's clocks end it. */
const noLimitMs = 2_147_483_647
const cancelLimitMs = 10_000
const endLimitMs = 1_000
/** Between two polls: the default when the server names no interval, and the minimum. */
const poll = { defaultMs: 1_000, leastMs: 100 }
/** How often a result may be lost before the task fails. */
const lossLimit = 3
/** The error of a server that doesn't know the task. */
const invalidParams = -32_602

interface EarlyResult {
  result: { readonly raw: unknown } | null
}

export interface WireTaskOptions {
  readonly client: Client
  readonly form: TaskAbilities['form']
  readonly callId: string
  readonly toolName: string
  readonly inputs: CallInputs
  /** Fires at the end of the call, in any state of the task. */
  readonly signal: AbortSignal
  readonly onChange: (task: TaskView) => void
  /** Called at each sign of the server. No further sign is expected for `quietMs`. */
  readonly onHeard: (quietMs: number) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export class WireTask {
  readonly #options: WireTaskOptions
  readonly #taskId: string
  readonly #followedSince: number
  #told = ''
  /** The state from the latest status notification. */
  #news: Task | null = null
  #wake = (): void => {}
  /** The `tasks/result` request of a task that waits for input. Its stream brings the questions. */
  #early: EarlyResult | null = null
  #hasEarlyFailed = false
  /** Keys of questions that were put to the user. */
  readonly #asked = new Set<string>()
  #failure: Error | null = null
  readonly #ended = new AbortController()

  constructor(taskId: string, options: WireTaskOptions) {
    this.#taskId = taskId
    this.#options = options
    this.#followedSince = options.now()
  }

  /**
   * Returns what the tool's result would have been. `first`: the state if known; null polls for it.
   * @throws HostError TOOL_ERROR (failed, cancelled by the server, no longer known), and errors of the library
   */
  async follow(first: Task | null): Promise<unknown> {
    try {
      let task = first ?? (await this.#ask(0))
      for (;;) {
        this.#tell(task.view)
        if (this.#early?.result) {
          await this.#tellLast(task.view)
          return this.#early.result.raw
        }
        // In the extension, a state includes the result, but the message that creates the task doesn't.
        const isComplete = this.#options.form === 'core' || task !== first
        if (isFinal(task.view) && isComplete) return await this.#collect(task)
        if (this.#failure !== null) throw this.#failure
        this.#serveInput(task)
        task = await this.#ask(isFinal(task.view) ? 0 : this.#waitMs(task.view))
      }
    } finally {
      this.#ended.abort()
    }
  }

  /** True if a required answer can't be given, so that the task would never end. */
  get isStuck(): boolean {
    return this.#failure !== null
  }

  /** A status notification. It replaces the next poll. */
  heard(task: Task): void {
    this.#news = task
    this.#wake()
  }

  /** Cancels the task at the server and reports its state after that. Never rejects. */
  async cancel(): Promise<void> {
    const signal = AbortSignal.timeout(cancelLimitMs)
    try {
      const answer = readTask(await this.#request('tasks/cancel', {}, signal))
      if (answer !== null) return this.#tell(answer.view)
      await this.#tellState(signal) // the extension's answer includes no state
    } catch {
      // The call has its outcome already. A server that can't cancel, or is gone, doesn't change it.
    }
  }

  /** The result may arrive before the last state. Reports that state if the server sends it quickly. */
  async #tellLast(known: TaskView): Promise<void> {
    if (!isFinal(known)) await this.#tellState(AbortSignal.timeout(endLimitMs)).catch(() => {})
  }

  async #tellState(signal: AbortSignal): Promise<void> {
    const task = readTask(await this.#request('tasks/get', {}, signal))
    if (task !== null) this.#tell(task.view)
  }

  #takeNews(): Task | null {
    const news = this.#news
    this.#news = null
    return news
  }

  #tell(view: TaskView): void {
    const told = JSON.stringify(view)
    if (told !== this.#told) this.#options.onChange(view)
    this.#told = told
    this.#options.onHeard(this.#waitMs(view))
  }

  /** The next state, after a wait that a notification may end. Polls again if the answer is lost. */
  async #ask(waitMs: number): Promise<Task> {
    for (let pauseMs = waitMs; ; pauseMs = poll.defaultMs) {
      if (pauseMs > 0) await this.#pause(pauseMs)
      const task = this.#takeNews() ?? (await this.#askOnce())
      if (task !== null) return task
    }
  }

  /** Null when the answer was lost. */
  async #askOnce(): Promise<Task | null> {
    try {
      const task = readTask(await this.#request('tasks/get', {}))
      // A notification right behind the answer is heard before this line runs.
      if ((this.#news?.updatedAt ?? 0) <= (task?.updatedAt ?? Infinity)) this.#news = null
      if (task !== null) return task
    } catch (error) {
      if (isLostAnswer(error)) return null
      throw error instanceof ProtocolError ? this.#toUnknown(error) : error
    }
    const { toolName } = this.#options
    throw new HostError('SERVER_PROTOCOL', say('mcp.taskOdd', { tool: toolName }))
  }

  /** Gives up without `notifications/cancelled`, which doesn't apply to tasks. */
  #request(method: string, params: JsonFields, signal = this.#options.signal): Promise<unknown> {
    const request = { method, params: { taskId: this.#taskId, ...params } }
    const options = {
      client: this.#options.client,
      signal: new AbortController().signal,
      timeoutMs: noLimitMs
    }
    return untilAborted(sendRawRequest(request, options), signal)
  }

  #toUnknown(error: ProtocolError): HostError {
    const { toolName } = this.#options
    if (error.code !== invalidParams)
      return fromRpcError(error, (words) => say('mcp.taskUnreadable', { tool: toolName, words }))
    const data = { rpcCode: error.code }
    const said = say('mcp.taskForgotten', { tool: toolName, words: toErrorText(error) })
    return new HostError('TOOL_ERROR', said, { cause: error, data })
  }

  /** Waits for the time to pass, or for a notification. */
  #pause(waitMs: number): Promise<void> {
    const { signal } = this.#options
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        this.#wake = () => {}
      }
      const stop = () => {
        finish()
        reject(signal.reason as Error)
      }
      const wake = () => {
        finish()
        resolve()
      }
      const timer = setTimeout(wake, waitMs)
      this.#wake = wake
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      else if (this.#news !== null || this.#failure !== null) wake()
    })
  }

  /** The server's pace, or less near the end of a task's life so that the server doesn't forget it. */
  #waitMs({ pollIntervalMs, ttlMs }: TaskView): number {
    const wanted = Math.min(noLimitMs, Math.max(poll.leastMs, pollIntervalMs ?? poll.defaultMs))
    if (ttlMs === null) return wanted
    const leftMs = this.#followedSince + ttlMs * 0.9 - this.#options.now()
    return leftMs > 0 ? Math.min(wanted, Math.max(poll.leastMs, leftMs)) : wanted
  }

  #serveInput({ view, inputRequests }: Task): void {
    if (view.status !== 'input_required') {
      this.#hasEarlyFailed = false
      return
    }
    if (this.#options.form === 'core') return this.#openResult()
    const fresh = Object.entries(inputRequests).filter(([key]) => !this.#asked.has(key))
    if (fresh.length === 0) return
    for (const [key] of fresh) this.#asked.add(key)
    this.#answer(Object.fromEntries(fresh)).catch((error: unknown) => {
      if (this.#ended.signal.aborted) return // the questions ended with the call
      this.#failure = error instanceof Error ? error : new Error(String(error))
      this.#wake()
    })
  }

  async #answer(inputRequests: JsonFields): Promise<void> {
    const { inputs, callId } = this.#options
    const signal = AbortSignal.any([this.#options.signal, this.#ended.signal])
    const inputResponses = await inputs.answer(inputRequests, { callId, signal })
    if (!signal.aborted) await this.#request('tasks/update', { inputResponses })
    this.#wake()
  }

  /** @spec 2025-11-25 basic/utilities/tasks#input-required-status */
  #openResult(): void {
    if (this.#early !== null || this.#hasEarlyFailed) return
    const early: EarlyResult = { result: null }
    this.#early = early
    this.#request('tasks/result', {}).then(
      (raw) => {
        early.result = { raw }
        this.#wake()
      },
      () => {
        // The state of the task, or the next poll, shows why it failed.
        this.#early = null
        this.#hasEarlyFailed = true
        this.#wake()
      }
    )
  }

  async #collect({ view, result, error }: Task): Promise<unknown> {
    const { form, toolName } = this.#options
    if (view.status === 'cancelled') {
      const words = readTaskReason(view.statusMessage)
      const said =
        words === null
          ? say('mcp.taskCancelled', { tool: toolName })
          : say('mcp.taskCancelledSaying', { tool: toolName, words })
      throw new HostError('TOOL_ERROR', said)
    }
    if (form === 'extension') {
      if (view.status === 'completed') return result
      throw new HostError('TOOL_ERROR', this.#toFailed(view, error?.['message']), {
        data: readTaskErrorData(error)
      })
    }
    return await this.#fetchResult(view)
  }

  #toFailed(view: TaskView, message: unknown): LocalizedText {
    const tool = this.#options.toolName
    const words = readTaskReason(view.statusMessage, message)
    return words === null ? say('mcp.taskFailed', { tool }) : say('mcp.taskFailedSaying', { tool, words })
  }

  async #fetchResult(view: TaskView): Promise<unknown> {
    for (let losses = 1; ; losses += 1) {
      try {
        return await this.#request('tasks/result', {})
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error
        if (isLostAnswer(error) && losses < lossLimit) continue
        if (view.status !== 'failed') throw this.#toUnknown(error)
        const data = { rpcCode: error.code }
        throw new HostError('TOOL_ERROR', this.#toFailed(view, error.message), { cause: error, data })
      }
    }
  }
}
