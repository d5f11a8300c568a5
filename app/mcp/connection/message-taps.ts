/** The listeners to every message between Parley and one server: its log, for broken ones, and the trace. */
import type { McpEvents, TracedMessage } from '../interface'
import { escapeBytes } from '../protocol/escape-bytes'
import { batchPlaceOf } from '../transports/incoming'
import { isDeeperThan } from '../protocol/json-depth'
import { isLargerThan } from '../protocol/json-size'
import { isJsonFields } from '../protocol/json-fields'
import type { ArrivedMessage } from '../../workbench/messages/message-store'
import type { LogServerLine } from '../protocol/wire-log'
import type { MessageTap } from '../transports/tolerant-transport'

/** Deeper messages can't be written as JSON. */
const depthLimit = 1_000
/** Characters of one message in a trace. */
const textLimit = 1_048_576
/** Characters of one message that is kept. */
const keptTextLimit = 262_144

/** Logs messages that a server should not have sent. */
export function logOddities(log: LogServerLine): MessageTap {
  return (_direction, message, oddity) => {
    if (oddity === null) return
    const text = toText(message)
    log('life', 'warning', `The server ${oddity}${text === null ? '.' : `: ${escapeBytes(text)}`}`)
  }
}

/** Methods that name what they ask for, and the parameter with the name. */
const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'resources/read': 'uri',
  'prompts/get': 'name',
  'tasks/get': 'taskId',
  'tasks/result': 'taskId'
}
const mostOpen = 1_000

/**
 * Logs which request failed or was cancelled, by the id that both sides use, so that it can be found in the server's
 * own log.
 */
export function logFailedRequests(log: LogServerLine): MessageTap {
  const open = new Map<unknown, string>()
  const tell = (id: unknown, level: 'notice' | 'warning', end: string) => {
    const what = open.get(id)
    if (open.delete(id)) log('life', level, `Request ${String(id)} (${what}) ${end}`)
  }
  return (direction, message) => {
    // Incoming messages are unchecked at this point.
    const any: unknown = message
    if (!isJsonFields(any)) return
    const { id, method, params, error } = any
    const about = isJsonFields(params) ? params : {}
    if (direction === 'in') {
      if (method !== undefined) return
      if (isJsonFields(error))
        tell(id, 'warning', `was refused with ${wordsOf(error['code'])}: ${wordsOf(error['message'])}`)
      open.delete(id)
    } else if (method === 'notifications/cancelled') {
      tell(about['requestId'], 'notice', `was taken back: ${wordsOf(about['reason'])}`)
    } else if (typeof method === 'string' && named[method] !== undefined && id !== undefined) {
      open.set(id, `${method} ${wordsOf(about[named[method]])}`)
      if (open.size > mostOpen) open.delete(open.keys().next().value)
    }
  }
}

/** Makes text of others harmless for display in the log. */
function wordsOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '(nothing)'
  return escapeBytes(String(value))
}

export interface TraceOptions {
  readonly of: Pick<TracedMessage, 'serverName' | 'connectionId'>
  /** Read for each message: messages are only reported while a listener wants them. */
  readonly isFollowed: () => boolean
  readonly tell: McpEvents['traced']
  readonly keep: (message: ArrivedMessage) => void
  readonly now: () => number
}

export function traceMessages({ of, isFollowed, tell, keep, now }: TraceOptions): MessageTap {
  let count = 0
  return (direction, message, oddity) => {
    const about = { ...of, index: count, at: now(), direction, oddity }
    const kept = { ...about, message, batch: batchPlaceOf(message) }
    count += 1
    // A large message that no listener follows isn't serialized, so it costs as little as a small one.
    if (!isFollowed() && isLargerThan(message, keptTextLimit))
      return keep({ ...kept, text: null, size: null })
    const text = toText(message)
    const size = text?.length ?? null
    keep({ ...kept, text: within(text, keptTextLimit), size })
    if (isFollowed()) tell({ ...about, text: within(text, textLimit), size })
  }
}

function within(text: string | null, limit: number): string | null {
  return text === null || text.length > limit ? null : text
}

/** Null if the message nests too deeply: incoming messages are unchecked at this point. */
function toText(message: unknown): string | null {
  return isDeeperThan(message, depthLimit) ? null : JSON.stringify(message)
}
