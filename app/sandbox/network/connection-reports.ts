/**
 * Reports of connections, limited so that a server in a loop can't hide the others: the first to a host at once, those
 * shortly after it together.
 */
import type { ServerConnection } from '../../contract/consent/network-access'
import { targetText } from '../../net/hostname-rules'
import type { HostTarget } from '../../net/hostname-rules'

type Ended = Pick<ServerConnection, 'outcome' | 'reason' | 'bytesUp' | 'bytesDown'>

export interface ConnectionReports {
  add(target: HostTarget, ended: Ended): void
  /** Sends waiting reports. */
  flush(): void
}

const togetherMs = 1_000
/** Hosts whose reports wait; beyond that, first reports are sent at once. */
const mostHeld = 200

export function createConnectionReports({
  tell,
  now
}: {
  readonly tell: (reached: ServerConnection) => void
  readonly now: () => number
}): ConnectionReports {
  /** By host and outcome; null: reported a moment ago, and nothing since. */
  const held = new Map<string, ServerConnection | null>()
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    timer = null
    const waiting = [...held.values()].filter((each) => each !== null)
    held.clear()
    waiting.forEach(tell)
  }
  return {
    add: (target, ended) => {
      const key = `${ended.outcome} ${targetText(target)}`
      const reached = { ...target, ...ended, count: 1, at: now() }
      const before = held.get(key)
      if (before === undefined) {
        tell(reached)
        if (held.size >= mostHeld) flush()
        held.set(key, null)
      } else held.set(key, before === null ? reached : sum(before, reached))
      timer ??= setTimeout(flush, togetherMs).unref()
    },
    flush: () => {
      if (timer !== null) clearTimeout(timer)
      flush()
    }
  }
}

function sum(one: ServerConnection, other: ServerConnection): ServerConnection {
  return {
    ...other,
    count: one.count + other.count,
    bytesUp: one.bytesUp + other.bytesUp,
    bytesDown: one.bytesDown + other.bytesDown
  }
}
