/**
 * Follows one task to its end: asks for its state at the server's pace, brings what the task asks for before the
 * person, and fetches the result. The forms that tasks have are read in `task-wire.ts`.
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

/** The clocks of the call end it, not the library's. */
const noLimitMs = 2_147_483_647
const cancelLimitMs = 10_000
const endLimitMs = 1_000
/** Between two questions for the state: where the server does not say, and the least. */
const poll = { defaultMs: 1_000, leastMs: 100 }
/** Times that a result may get lost on the way. */
const lossLimit = 3
/** What a server answers that does not know the task. */
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
  /** The end of the call, whatever the task does. */
  readonly signal: AbortSignal
  readonly onChange: (task: TaskView) => void
  /** A sign of the server; the next one can't be expected for this long. */
  readonly onHeard: (quietMs: number) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export class WireTask {
  readonly #options: WireTaskOptions
  readonly #taskId: string
  readonly #followedSince: number
  #told = ''
  /** A state that the server sent unasked. */
  #news: Task | null = null
  #wake = (): void => {}
  /** `tasks/result` of a task that waits for input: its stream brings the questions. */
  #early: EarlyResult | null = null
  #hasEarlyFailed = false
  /** Keys of questions that are with the person, or were. */
  readonly #asked = new Set<string>()
  #failure: Error | null = null
  readonly #ended = new AbortController()

  constructor(taskId: string, options: WireTaskOptions) {
    this.#taskId = taskId
    this.#options = options
    this.#followedSince = options.now()
  }

  /**
   * What the tool's result would have been. `first`: the state as far as it is known; null: it is asked for.
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
        // The extension sends the result with the state, but not with the news that a task was created.
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

  /** An answer that the task waits for can't be given: it will not come to an end by itself. */
  get isStuck(): boolean {
    return this.#failure !== null
  }

  /** A state that the server sent unasked: the next question for it can be spared. */
  heard(task: Task): void {
    this.#news = task
    this.#wake()
  }

  /** Asks the server to stop; what the task is then is told. Never rejects. */
  async cancel(): Promise<void> {
    const signal = AbortSignal.timeout(cancelLimitMs)
    try {
      const answer = readTask(await this.#request('tasks/cancel', {}, signal))
      if (answer !== null) return this.#tell(answer.view)
      await this.#tellState(signal) // the extension's answer does not say
    } catch {
      // The call has its outcome; a server that can't cancel, or is gone, changes nothing about it.
    }
  }

  /** The result may be there before the last state, which is told where that is quick. */
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

  /** The next state, after a wait that news may cut short. A state that is lost on the way is asked for again. */
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
      this.#news = null // what was asked for is newer
      if (task !== null) return task
    } catch (error) {
      if (isLostAnswer(error)) return null
      throw error instanceof ProtocolError ? this.#toUnknown(error) : error
    }
    const { toolName } = this.#options
    throw new HostError('SERVER_PROTOCOL', say('mcp.taskOdd', { tool: toolName }))
  }

  /** Given up without `notifications/cancelled`, which is not for tasks. */
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

  /** Until the time is over, or something happens before. */
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

  /** The server's pace, and at the end of a task's life before the server forgets it. */
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
      if (this.#ended.signal.aborted) return // the questions went with the call
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
        // Why it failed shows in the state of the task, or at the next question for it.
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
