/**
 * Requests of a server in revision 2025-11-25 that become tasks, whose results the server fetches later. Tasks are kept
 * for their time to live, also across sessions of their connection. `wire-server-requests.ts` checks and answers the
 * requests.
 *
 * @spec 2025-11-25 basic/utilities/tasks
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { isJsonFields, textOrNull } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { toErrorText } from '../protocol/error-text'
import { taskRevision } from '../protocol/revisions'
import { limitExceeded } from './wire-server-requests'
import type { WireServerRequest, WireOrigin, WireServerRequests } from './wire-server-requests'
import { relatedTask } from '../protocol/task-wire'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** Milliseconds: the default and the maximum. A user may be away for a while. */
const usualLife = 3_600_000
const longestLife = 24 * usualLife
const pollInterval = 1_000
/** Per connection, including finished tasks that are still kept. */
const keptLimit = 100

type Status = 'working' | 'completed' | 'failed' | 'cancelled'
type Outcome = { readonly result: JsonFields } | { readonly error: unknown }

interface ClientTask {
  readonly taskId: string
  readonly ttl: number
  readonly createdAt: string
  lastUpdatedAt: string
  status: Status
  /** A phrase for the server's users; null if the status says everything. */
  statusMessage: string | null
  /** Settles with the request; never rejects. */
  readonly outcome: Promise<Outcome>
  readonly end: AbortController
  readonly expiry: NodeJS.Timeout
}

export interface ClientTasksOptions {
  readonly requests: Pick<WireServerRequests, 'prepare' | 'fulfil'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Must be unguessable: any client that knows an id gets the answer. */
  readonly createId: () => string
}

/** True if the server wants the request as a task, and its revision allows that. */
export function isWantedAsTask({ method, params }: WireServerRequest, revision: string): boolean {
  const canBeTask = method === 'sampling/createMessage' || method === 'elicitation/create'
  return canBeTask && revision === taskRevision && isJsonFields(params) && isJsonFields(params['task'])
}

export function isAboutTasks({ method }: WireServerRequest, revision: string): boolean {
  return revision === taskRevision && method.startsWith('tasks/')
}

export class ClientTasks {
  readonly #options: ClientTasksOptions
  readonly #tasks = new Map<string, ClientTask>()

  constructor(options: ClientTasksOptions) {
    this.#options = options
  }

  /**
   * Answers a request that becomes a task; `tell` sends its status notifications. If it throws a ProtocolError, there
   * is no task.
   */
  begin(
    asked: WireServerRequest,
    origin: Omit<WireOrigin, 'signal' | 'explainEnd'>,
    tell: (task: JsonFields) => void
  ): JsonFields {
    this.#options.requests.prepare(asked)
    if (this.#tasks.size >= keptLimit)
      throw new ProtocolError(limitExceeded, 'Too many tasks; ask again later')
    const task = this.#create(asked, origin)
    this.#tasks.set(task.taskId, task)
    void task.outcome.then((outcome) => {
      if ('result' in outcome) this.#settle(task, 'completed', null)
      else this.#settle(task, 'failed', toErrorText(outcome.error))
      if (this.#tasks.has(task.taskId)) tell(toWire(task))
    })
    return { task: toWire(task) }
  }

  /** Answers a request about tasks. @throws ProtocolError */
  async answer({ method, params }: WireServerRequest): Promise<JsonFields> {
    if (method === 'tasks/list') return this.#list(params)
    const task = this.#find(params)
    switch (method) {
      case 'tasks/get':
        return toWire(task)
      case 'tasks/result':
        return await resultOf(task)
      case 'tasks/cancel':
        return this.#cancel(task)
      default:
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
    }
  }

  /** The connection has ended, so the server can't ask for the tasks any more. */
  close(reason: LocalizedText): void {
    for (const task of [...this.#tasks.values()]) this.#forget(task, reason)
  }

  #create(asked: WireServerRequest, origin: Omit<WireOrigin, 'signal' | 'explainEnd'>): ClientTask {
    const { requests, now, createId } = this.#options
    const end = new AbortController()
    const { signal } = end
    const createdAt = new Date(now()).toISOString()
    const ttl = lifeOf(asked.params)
    const explainEnd = () => signal.reason as LocalizedText
    const outcome = requests.fulfil(asked, { ...origin, signal, explainEnd }).then(
      (result) => ({ result }),
      (error: unknown) => ({ error })
    )
    const expiry = setTimeout(() => this.#forget(task, say('mcp.answerNotFetched')), ttl)
    const task: ClientTask = {
      taskId: createId(),
      ttl,
      createdAt,
      lastUpdatedAt: createdAt,
      status: 'working',
      statusMessage: 'Waiting for the user',
      outcome,
      end,
      expiry
    }
    return task
  }

  /** All on one page: there are never many. */
  #list(params: unknown): JsonFields {
    if (isJsonFields(params) && params['cursor'] !== undefined) throw invalid('There is no such page')
    return { tasks: [...this.#tasks.values()].map(toWire) }
  }

  #find(params: unknown): ClientTask {
    const task = this.#tasks.get((isJsonFields(params) ? textOrNull(params['taskId']) : null) ?? '')
    if (task === undefined) throw invalid('There is no such task')
    return task
  }

  #cancel(task: ClientTask): JsonFields {
    if (task.status !== 'working') throw invalid(`The task is ${task.status} already`)
    this.#settle(task, 'cancelled', null)
    task.end.abort(say('mcp.requestTakenBack'))
    return toWire(task)
  }

  #settle(task: ClientTask, status: Status, statusMessage: string | null): void {
    if (task.status !== 'working') return
    task.status = status
    task.statusMessage = statusMessage
    task.lastUpdatedAt = new Date(this.#options.now()).toISOString()
  }

  #forget(task: ClientTask, reason: LocalizedText): void {
    clearTimeout(task.expiry)
    this.#tasks.delete(task.taskId)
    task.end.abort(reason)
  }
}

/** The result of the original request, once it is available. */
async function resultOf({ taskId, outcome }: ClientTask): Promise<JsonFields> {
  const settled = await outcome
  if ('error' in settled) throw settled.error
  const meta = settled.result['_meta']
  return { ...settled.result, _meta: { ...(isJsonFields(meta) ? meta : {}), [relatedTask]: { taskId } } }
}

function toWire({ taskId, status, statusMessage, createdAt, lastUpdatedAt, ttl }: ClientTask): JsonFields {
  const said = statusMessage === null ? {} : { statusMessage }
  return { taskId, status, ...said, createdAt, lastUpdatedAt, ttl, pollInterval }
}

function lifeOf(params: unknown): number {
  const task = isJsonFields(params) ? params['task'] : null
  const wanted = isJsonFields(task) ? task['ttl'] : null
  return typeof wanted === 'number' && wanted >= 0 ? Math.min(Math.ceil(wanted), longestLife) : usualLife
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
