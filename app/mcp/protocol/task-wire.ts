/**
 * Reads tasks in both wire formats: revision 2025-11-25 and the extension
 * `io.modelcontextprotocol/tasks`. `wire-task.ts` follows them.
 *
 * @spec 2025-11-25 basic/utilities/tasks
 */
import type { Client } from '@modelcontextprotocol/client'
import { cutText } from '../../base/cut-text'
import { taskStatuses } from '../../contract/tool-calls'
import type { TaskView } from '../../contract/tool-calls'
import type { ToolView } from '../../contract/servers'
import { isJsonFields, textOrNull, toTextOrNull } from './json-fields'
import type { JsonFields } from './json-fields'
import { readLenientNumber } from './lenient-values'
import { toErrorText } from './error-text'
import { taskRevision } from './revisions'

/** In `_meta` of messages that belong to a task: `{ taskId }`. */
export const relatedTask = 'io.modelcontextprotocol/related-task'

/** In characters. An id is sent back unchanged, so a longer one can't be used. */
const limits = { taskId: 1_024, message: 1_000 }

export interface Task {
  readonly view: TaskView
  /** The extension sends result, error and questions with the state; null if there is none. */
  readonly result: unknown
  readonly error: JsonFields | null
  readonly inputRequests: JsonFields
  /** Milliseconds since the epoch of the server's clock; null: the server doesn't say. */
  readonly updatedAt: number | null
}

/** Null for all other values. */
export function readTask(raw: unknown): Task | null {
  if (!isJsonFields(raw)) return null
  const { taskId, error, inputRequests } = raw
  const named = raw['status'] === 'canceled' ? 'cancelled' : raw['status']
  const status = taskStatuses.find((known) => known === named)
  const isUsable = typeof taskId === 'string' && taskId !== '' && taskId.length <= limits.taskId
  if (!isUsable || status === undefined) return null
  const message = toTextOrNull(raw['statusMessage'])
  return {
    view: {
      taskId,
      status,
      statusMessage: message === null ? null : cutText(message, limits.message),
      pollIntervalMs: durationOrNull(raw['pollIntervalMs'] ?? raw['pollInterval']),
      ttlMs: durationOrNull(raw['ttlMs'] ?? raw['ttl'])
    },
    result: raw['result'] ?? null,
    error: isJsonFields(error) ? error : null,
    inputRequests: isJsonFields(inputRequests) ? inputRequests : {},
    updatedAt: timeOrNull(raw['lastUpdatedAt'])
  }
}

function timeOrNull(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}

function durationOrNull(value: unknown): number | null {
  const milliseconds = readLenientNumber(value)
  return milliseconds !== null && milliseconds >= 0 ? milliseconds : null
}

/** The task that a call became; null if the result is none. `isAskedFor`: whether Parley requested a task. */
export function readCreatedTask(result: unknown, isAskedFor: boolean): Task | null {
  if (!isJsonFields(result)) return null
  if (result['resultType'] === 'task') return readTask(result)
  return isAskedFor ? readTask(result['task']) : null
}

export function isFinal({ status }: TaskView): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

export interface TaskAbilities {
  readonly form: 'core' | 'extension'
  /** True if Parley may request a task. In the extension only the server decides. */
  readonly canCall: boolean
  readonly canCancel: boolean
  readonly canList: boolean
}

/**
 * Null if the server can't support tasks. In the newest revision each answer shows it again, and declarations don't
 * matter.
 * @spec 2025-11-25 basic/utilities/tasks#capabilities
 */
export function readTaskAbilities(client: Client): TaskAbilities | null {
  if (client.getProtocolEra() === 'modern')
    return { form: 'extension', canCall: false, canCancel: true, canList: false }
  const tasks = client.getServerCapabilities()?.tasks
  if (client.getNegotiatedProtocolVersion() !== taskRevision || tasks === undefined) return null
  return {
    form: 'core',
    canCall: tasks.requests?.tools?.call !== undefined,
    canCancel: tasks.cancel !== undefined,
    canList: tasks.list !== undefined
  }
}

/** @spec 2025-11-25 server/tools#execution */
export function isCalledAsTask(tool: ToolView | undefined, abilities: TaskAbilities | null): boolean {
  if (abilities?.canCall !== true) return false
  return tool?.taskSupport === 'required' || tool?.taskSupport === 'optional'
}

/** The messages of the task and of its error, joined if they differ; null if there are none. */
export function readTaskReason(status: string | null, message?: unknown): string | null {
  const words = [status, textOrNull(message)].filter((said) => said !== null && said !== '').map(toErrorText)
  const told = words.filter((said, index) => !words.slice(0, index).some((before) => before.includes(said)))
  return told.length === 0 ? null : told.join(': ')
}

/** Data for a failure. */
export function readTaskErrorData(error: Task['error']): Readonly<Record<string, unknown>> {
  return typeof error?.['code'] === 'number' ? { rpcCode: error['code'] } : {}
}
