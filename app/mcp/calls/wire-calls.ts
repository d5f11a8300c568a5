/**
 * The calls that run on one connection: found by their ids, cancelled, given more time, and stopped in time while
 * the person is asked something. What a single call does is in `tool-call.ts`.
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

export interface RunningCallsOptions {
  readonly events: Pick<McpEvents, 'progressed' | 'limitNear' | 'taskChanged' | 'answeredLate'>
  readonly inputs: CallInputs
  readonly checks: Pick<SchemaChecks, 'find'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** All its messages share one line: which call one came with is not known, and need not be followed. */
  readonly isOnOneLine: boolean
  readonly toolOf: (name: string) => ToolView | undefined
  /** A failure that the connection knows more of than the call: it ended, the network failed. */
  readonly explain: (error: unknown) => HostError | null
  /** The call has its outcome; `isGivenUp`: by the person, or by a limit. */
  readonly onEnd: (callId: string, isGivenUp: boolean) => void
}

/** What the calls go over at the moment. */
export interface CallLine {
  readonly client: Client
  readonly transport: Pick<TolerantTransport, 'lateMessages'>
}

export class WireCalls {
  readonly #options: RunningCallsOptions
  readonly #running = new Map<string, WireToolCall>()
  /** News of tasks that no call has become yet: they may overtake the answer that makes it one. The oldest first. */
  readonly #unclaimed = new Map<string, Task>()
  #pauses = 0

  constructor(options: RunningCallsOptions) {
    this.#options = options
  }

  /** Of the calls that run. */
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

  /** Whether the call is one of these. */
  cancel(callId: string): boolean {
    const call = this.#running.get(callId)
    call?.cancel()
    return call !== undefined
  }

  /** Whether the call is one of these. */
  keepWaiting(callId: string): boolean {
    const call = this.#running.get(callId)
    call?.clocks.keepWaiting()
    return call !== undefined
  }

  /** The time of all calls stands still until the returned function is called. */
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

  /** The call that has become this task; null when none has. */
  findByTask(taskId: string): string | null {
    const found = [...this.#running].find(([, call]) => call.taskId === taskId)
    return found?.[0] ?? null
  }

  /** Hears what the server says unasked of its tasks. @spec 2025-11-25 basic/utilities/tasks#task-status-notification */
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
