/** Limits a call's progress reports: a server may send thousands a second. */
import type { Progress } from '@modelcontextprotocol/client'
import type { CallProgress } from '../../contract/tool-calls'
import { cutText } from '../../base/cut-text'

const everyMs = 50
/** In characters. */
const messageLimit = 1_000

export interface ProgressFeed {
  push(progress: Progress): void
  /** Emits the waiting report. */
  flush(): void
  /** Drops the waiting report. */
  stop(): void
}

/** Emits the first report at once, then at most one every 50 ms, always the newest. */
export function createProgressFeed(emit: (progress: CallProgress) => void): ProgressFeed {
  let held: CallProgress | null = null
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (held !== null) emit(held)
    held = null
  }
  const stop = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    held = null
  }
  const pass = () => {
    timer = held === null ? null : setTimeout(pass, everyMs)
    flush()
  }
  return {
    push: ({ progress, total, message }) => {
      held = {
        progress,
        total: total ?? null,
        message: message === undefined ? null : cutText(message, messageLimit)
      }
      if (timer === null) pass()
    },
    flush,
    stop
  }
}
