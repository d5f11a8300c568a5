/**
 * What came of connections, told so that a server in a loop can't bury everything else: the first to a place at once, those
 * that follow it closely together.
 */
import type { Reached } from '../../contract/consent/reach'
import { targetText } from '../../net/host-rules'
import type { Target } from '../../net/host-rules'

type Ended = Pick<Reached, 'outcome' | 'reason' | 'bytesUp' | 'bytesDown'>

export interface ReachedNews {
  add(target: Target, ended: Ended): void
  /** Tells what is held back. */
  flush(): void
}

const togetherMs = 1_000
/** Places whose news are held back; of more the first go at once. */
const mostHeld = 200

export function createReachedNews({
  tell,
  now
}: {
  readonly tell: (reached: Reached) => void
  readonly now: () => number
}): ReachedNews {
  /** By place and outcome; null: told a moment ago, and nothing came since. */
  const held = new Map<string, Reached | null>()
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

function sum(one: Reached, other: Reached): Reached {
  return {
    ...other,
    count: one.count + other.count,
    bytesUp: one.bytesUp + other.bytesUp,
    bytesDown: one.bytesDown + other.bytesDown
  }
}
