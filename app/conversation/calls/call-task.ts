/**
 * Calls that became tasks on a server outlive their turn. If Parley quit meanwhile, the task is followed again as soon
 * as its server is connected, and its result is added to the stored answer. Open tasks are one fact of the history, so
 * that no conversation has to be opened for them.
 */
import { z } from 'zod'
import { HostError, toFailure } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { ToolCallPart } from '../../contract/conversations'
import type { HistoryStore } from '../../history/interface'
import type { Servers, ServerToolCall } from '../../servers/interface'
import type { LateCallUpdates } from './late-call-updates'
import type { CallPlace } from './turn-calls'
import { endCall, toCallEnd } from './call-end'
import type { KeptResults } from './kept-results'
import type { ConversationEvent } from '../messages/conversation-event'
import { isForReview, reviewEnd } from './result-review'
import type { PassResult } from './result-review'
import { createSerializedWrites } from '../messages/serialized-writes'
import { isOpenTask, withTimeLimit } from '../messages/transcript'

const factName = 'open-tasks'
const mostTasks = 200

const taskPlace = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  callId: z.string(),
  serverName: z.string()
})

export interface TaskPlace extends CallPlace {
  readonly serverName: string
}

export interface CallTaskOptions extends PassResult {
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  readonly servers: Pick<Servers, 'list' | 'callTool'>
  readonly changes: LateCallUpdates
  /**
   * Settles what an earlier crash left open in the conversation. @throws HostError CONVERSATION_UNKNOWN,
   * HISTORY_UNAVAILABLE
   */
  readonly settle: (conversationId: string) => Promise<void>
  readonly results: Pick<KeptResults, 'shorten'>
  readonly emit: (event: ConversationEvent) => void
  readonly now: () => number
  readonly log: Logger
}

interface OpenTask {
  readonly place: TaskPlace
  /** Whether its turn is still running and follows it. */
  readonly isInTurn: boolean
  /** Set while it is followed here. */
  following: AbortController | null
}

export class CallTask {
  readonly #options: CallTaskOptions
  readonly #open = new Map<string, OpenTask>()
  readonly #saver = createSerializedWrites(
    () => this.#save(),
    (error) => this.#options.log.warn('The list of open tasks could not be saved', { error })
  )
  #isDisposed = false

  constructor(options: CallTaskOptions) {
    this.#options = options
  }

  /** Resumes the tasks that were open when Parley quit. Never rejects. Data that can't be read is ignored. */
  async start(): Promise<void> {
    const json = await this.#options.history.readFact(factName).catch(() => null)
    for (const place of parsePlaces(json)) {
      if (this.#open.has(place.callId)) continue
      this.#open.set(place.callId, { place, isInTurn: false, following: null })
    }
    for (const { name, state } of this.#options.servers.list()) {
      if (state === 'connected') this.serverConnected(name)
    }
  }

  serverConnected(serverName: string): void {
    for (const task of this.#open.values()) {
      if (task.isInTurn || task.following !== null || task.place.serverName !== serverName) continue
      // Not awaited: its end is added to the transcript.
      void this.#follow(task).catch((error: unknown) => this.#report(error))
    }
  }

  /** Call when a call of a running turn has become a task. */
  opened(place: TaskPlace): void {
    if (this.#open.has(place.callId) || this.#open.size >= mostTasks) return
    this.#open.set(place.callId, { place, isInTurn: true, following: null })
    void this.#saver.save() // never rejects
  }

  /** Call when a call has ended. */
  ended(callId: string): void {
    if (this.#isDisposed || !this.#open.delete(callId)) return
    void this.#saver.save() // never rejects
  }

  /** Cancels a task that is followed here or waits for its server. */
  cancel(callId: string): void {
    const task = this.#open.get(callId)
    if (task === undefined || task.isInTurn) return
    if (task.following === null) void this.#settle(task, { state: 'cancelled' }) // never rejects
    else task.following.abort()
  }

  /** Call when a conversation is deleted. */
  forget(conversationId: string): void {
    for (const { place } of [...this.#open.values()].filter((task) => isOf(task, conversationId))) {
      this.#open.get(place.callId)?.following?.abort()
      this.ended(place.callId)
    }
  }

  /** Leaves all tasks to their servers, to be followed at the next start. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    await this.#saver.save()
  }

  async #follow(task: OpenTask): Promise<void> {
    const { changes, servers } = this.#options
    const controller = new AbortController()
    task.following = controller
    try {
      await this.#options.settle(task.place.conversationId)
      const call = await changes.read(task.place)
      if (call === null || !isOpenTask(call)) return this.ended(task.place.callId)
      const outcome = await servers.callTool(this.#callOf(call, task.place, controller.signal))
      if (this.#isDisposed || isLost(outcome)) return // resumes when its server is connected again
      const ended = { ...task.place, toolName: call.toolName }
      const end = await this.#options.results.shorten(task.place, toCallEnd(outcome))
      const isReviewed = isForReview(end, ended, this.#options)
      const { signal } = controller
      await this.#settle(
        task,
        isReviewed ? await reviewEnd(end, { call: ended, signal, gate: this.#options }) : end
      )
    } catch (error) {
      if (!isGone(error)) throw error
      this.ended(task.place.callId)
    } finally {
      task.following = null
    }
  }

  #callOf(call: ToolCallPart, place: TaskPlace, signal: AbortSignal): ServerToolCall {
    const { changes, emit } = this.#options
    const { conversationId, messageId, callId, serverName } = place
    // `apply` never rejects.
    const change = (work: (call: ToolCallPart) => ToolCallPart) => {
      if (!this.#isDisposed) void changes.apply(place, (now) => (isOpenTask(now) ? work(now) : now))
    }
    return {
      callId,
      serverName,
      toolName: call.toolName,
      arguments: call.arguments,
      task: call.task ?? null,
      signal,
      onProgress: (progress) =>
        emit({ name: 'tool-call.progressed', payload: { conversationId, messageId, callId, progress } }),
      onLimitNear: (timeLimit) => change((now) => withTimeLimit(now, timeLimit)),
      onTask: (task) => change((now) => ({ ...now, task })),
      onLateAnswer: (answer) => void changes.addLateAnswer(place, answer)
    }
  }

  async #settle({ place }: OpenTask, end: Partial<ToolCallPart>): Promise<void> {
    const { changes, now } = this.#options
    await changes.apply(place, (call) => endCall(call, end, now()))
    this.ended(place.callId)
  }

  async #save(): Promise<void> {
    const places = [...this.#open.values()].map(({ place }) => place)
    await this.#options.history.writeFact(factName, JSON.stringify(places))
  }

  #report(error: unknown): void {
    const { code, message } = toFailure(error)
    this.#options.log.warn(
      'A task could not be followed',
      code === 'INTERNAL' ? { error } : { code, message }
    )
  }
}

type Outcome = Awaited<ReturnType<Servers['callTool']>>

function isLost(outcome: Outcome): boolean {
  return outcome.type === 'failed' && /^SERVER_(?:RESTARTED|NOT_CONNECTED)$/.test(outcome.failure.code)
}

function isGone(error: unknown): boolean {
  return error instanceof HostError && error.code === 'CONVERSATION_UNKNOWN'
}

function isOf({ place }: OpenTask, conversationId: string): boolean {
  return place.conversationId === conversationId
}

function parsePlaces(json: string | null): readonly TaskPlace[] {
  try {
    const parsed = z
      .array(taskPlace)
      .max(mostTasks)
      .safeParse(JSON.parse(json ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return [] // not Parley's data: nothing is followed
  }
}
