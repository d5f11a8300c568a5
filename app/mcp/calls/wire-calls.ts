/**
 * The running calls of one connection, by id. They can be cancelled, given more time, and paused while the user answers
 * a question. A single call is in `tool-call.ts`.
 */
import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { HostError } from '../../base/host-error'
import type { ToolView } from '../../contract/servers'
import type { CallInputs } from './call-inputs'
import { withCallContext } from './call-context'
import type { TolerantTransport } from '../transports/tolerant-transport'
import type { McpEvents, ToolCallOutcome, ToolCallRequest } from '../interface'
import { readTask } from '../protocol/task-wire'
import type { Task } from '../protocol/task-wire'
import { WireToolCall } from './tool-call'
import type { SchemaChecks } from '../schemas/schema-checks'

const unclaimedLimit = 20

export interface WireCallsOptions {
  readonly events: Pick<McpEvents, 'progressed' | 'limitNear' | 'taskChanged' | 'answeredLate'>
  readonly inputs: CallInputs
  readonly checks: Pick<SchemaChecks, 'find'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** True if all messages share one stream, so that the call of a message is unknown. */
  readonly isOnOneLine: boolean
  readonly toolOf: (name: string) => ToolView | undefined
  /** The failure if the connection knows the cause: it ended, the network failed. */
  readonly explain: (error: unknown) => HostError | null
  /** Called with the outcome. `isGivenUp`: the user or a limit ended the call. */
  readonly onEnd: (callId: string, isGivenUp: boolean) => void
}

/** What the connection currently provides for its calls. */
export interface CallLine {
  readonly client: Client
  readonly transport: Pick<TolerantTransport, 'lateMessages'>
}

export class WireCalls {
  readonly #options: WireCallsOptions
  readonly #running = new Map<string, WireToolCall>()
  /**
   * Status notifications of tasks that aren't a call's yet: one may arrive before the result that creates the task.
   * Oldest first.
   */
  readonly #unclaimed = new Map<string, Task>()
  #pauses = 0

  constructor(options: WireCallsOptions) {
    this.#options = options
  }

  /** Ids of the running calls. */
  ids(): readonly string[] {
    return [...this.#running.keys()]
  }

  async run(request: ToolCallRequest, { client, transport }: CallLine): Promise<ToolCallOutcome> {
    const { callId, toolName } = request
    const { events, inputs, checks, now, toolOf, explain, isOnOneLine } = this.#options
    const call = new WireToolCall(request, {
      client,
      lateMessages: transport.lateMessages,
      tool: toolOf(toolName),
      inputs,
      checks,
      now,
      explain,
      earlyNewsOf: (taskId) => this.#claim(taskId),
      onProgress: (progress) => events.progressed({ callId, progress }),
      onLimitNear: (timeLimit) => events.limitNear({ callId, timeLimit }),
      onTask: (task) => events.taskChanged({ callId, task }),
      onLateAnswer: (outcome) => events.answeredLate({ callId, outcome })
    })
    if (this.#pauses > 0) call.clocks.pause()
    this.#running.set(callId, call)
    try {
      return await (isOnOneLine ? call.run() : withCallContext(callId, () => call.run()))
    } finally {
      this.#running.delete(callId)
      this.#options.onEnd(callId, call.isGivenUp)
    }
  }

  /** False if the call isn't one of these. */
  cancel(callId: string): boolean {
    const call = this.#running.get(callId)
    call?.cancel()
    return call !== undefined
  }

  /** False if the call isn't one of these. */
  keepWaiting(callId: string): boolean {
    const call = this.#running.get(callId)
    call?.clocks.keepWaiting()
    return call !== undefined
  }

  /** Stops the clocks of all calls until the returned function is called. */
  pause(): () => void {
    this.#pauses += 1
    if (this.#pauses === 1) for (const { clocks } of this.#running.values()) clocks.pause()
    let isResumed = false
    return () => {
      if (isResumed) return
      isResumed = true
      this.#pauses -= 1
      if (this.#pauses === 0) for (const { clocks } of this.#running.values()) clocks.resume()
    }
  }

  /** The call that became this task; null if none. */
  findByTask(taskId: string): string | null {
    const found = [...this.#running].find(([, call]) => call.taskId === taskId)
    return found?.[0] ?? null
  }

  /** Handles status notifications of tasks. @spec 2025-11-25 basic/utilities/tasks#task-status-notification */
  listen(client: Client): void {
    const anything = z.looseObject({})
    const hear = (params: unknown) => {
      const task = readTask(params)
      if (task !== null) this.#hear(task)
    }
    client.setNotificationHandler('notifications/tasks/status', { params: anything }, hear)
    client.setNotificationHandler('notifications/tasks', { params: anything }, hear)
  }

  #hear(task: Task): void {
    const { taskId } = task.view
    const callId = this.findByTask(taskId)
    if (callId !== null) return this.#running.get(callId)?.taskHeard(task)
    this.#unclaimed.set(taskId, task)
    const [oldest] = this.#unclaimed.keys()
    if (this.#unclaimed.size > unclaimedLimit && oldest !== undefined) this.#unclaimed.delete(oldest)
  }

  #claim(taskId: string): Task | null {
    const task = this.#unclaimed.get(taskId) ?? null
    this.#unclaimed.delete(taskId)
    return task
  }
}
