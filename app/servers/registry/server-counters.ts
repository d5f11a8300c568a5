/** Counts calls of one server since Parley started, by outcome. */
import { schedule } from '../../base/schedule'
import type { ServerCounts } from '../../contract/servers'
import type { ToolCallOutcome } from '../../mcp/interface'

/** The number of calls for the median time. */
const timedCalls = 50
/** Calls in quick succession are reported once. */
const tellAfterMs = 300

export interface ServerCountersOptions {
  readonly now: () => number
  /** The counts have changed. */
  readonly onCounted: () => void
}

export class ServerCounters {
  readonly #options: ServerCountersOptions
  readonly #durations: number[] = []
  #calls = 0
  #failedCalls = 0
  #restarts = 0
  #lastCallAt: number | null = null
  #isToBeTold = false

  constructor(options: ServerCountersOptions) {
    this.#options = options
  }

  view(): ServerCounts {
    return {
      calls: this.#calls,
      failedCalls: this.#failedCalls,
      restarts: this.#restarts,
      lastCallAt: this.#lastCallAt,
      medianMs: medianOf(this.#durations)
    }
  }

  /**
   * Counts a call from its start. The returned function takes its outcome, null if it has none. A call that the user
   * stopped counts neither as failed nor for the median time.
   */
  begin(): (outcome: ToolCallOutcome | null) => void {
    const startedAt = this.#options.now()
    this.#calls += 1
    this.#lastCallAt = startedAt
    return (outcome) => {
      if (outcome === null) return
      const isCompleted = outcome.type === 'completed'
      if (outcome.type === 'failed' || (isCompleted && outcome.isError)) this.#failedCalls += 1
      if (isCompleted) {
        this.#durations.push(this.#options.now() - startedAt)
        if (this.#durations.length > timedCalls) this.#durations.shift()
      }
      this.#tell()
    }
  }

  /** It ended unexpectedly and is restarted. */
  restarted(): void {
    this.#restarts += 1
  }

  #tell(): void {
    if (this.#isToBeTold) return
    this.#isToBeTold = true
    schedule(() => {
      this.#isToBeTold = false
      this.#options.onCounted()
    }, tellAfterMs)
  }
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 2)
}
