/** Who hears every message between Parley and one server: its log, where one is broken, and a trace while it is followed. */
import type { McpEvents, TracedMessage } from '../interface'
import { escapeBytes } from '../protocol/escape-bytes'
import { isDeeperThan } from '../protocol/json-depth'
import type { LogServerLine } from '../protocol/server-log'
import type { MessageTap } from '../transports/tolerant-transport'

/** Deeper ones can't be written as JSON. */
const depthLimit = 1_000
/** Of one message in a trace, in characters. */
const textLimit = 1_048_576

/** Puts messages that a server should not have sent into its log. */
export function logOddities(log: LogServerLine): MessageTap {
  return (_direction, message, oddity) => {
    if (oddity === null) return
    const text = toText(message)
    log('life', 'warning', `The server ${oddity}${text === null ? '.' : `: ${escapeBytes(text)}`}`)
  }
}

export interface TraceOptions {
  readonly of: Pick<TracedMessage, 'serverName' | 'connectionId'>
  /** Asked for each message: nothing is written for nobody. */
  readonly isFollowed: () => boolean
  readonly tell: McpEvents['traced']
  readonly now: () => number
}

export function traceMessages({ of, isFollowed, tell, now }: TraceOptions): MessageTap {
  return (direction, message, oddity) => {
    if (!isFollowed()) return
    const text = toText(message)
    const kept = text === null || text.length > textLimit ? null : text
    tell({ ...of, at: now(), direction, text: kept, size: text?.length ?? null, oddity })
  }
}

/** Null for what nests too deeply: what comes in is not checked yet. */
function toText(message: unknown): string | null {
  return isDeeperThan(message, depthLimit) ? null : JSON.stringify(message)
}
