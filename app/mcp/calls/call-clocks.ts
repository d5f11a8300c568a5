/**
 * The two limits of a call. Any message from the server about the call restarts the silence limit; only the user can
 * extend the total limit. Both clocks stop while a question to the user is open. They warn before they end the call.
 */
import type { TimeLimit } from '../../contract/tool-calls'

export interface CallClocksOptions {
  readonly timeoutMs: number
  readonly maxTotalTimeoutMs: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A limit is near; null when it no longer is. */
  readonly onNear: (timeLimit: TimeLimit | null) => void
  /** Called once. `limitMs`: the limit, including what the user added. */
  readonly onEnd: (reason: TimeLimit['reason'], limitMs: number) => void
}

/** The longest delay of setTimeout. */
const timerLimitMs = 2_147_483_647
const longestWarningMs = 15_000

export class CallClocks {
  readonly #options: CallClocksOptions
  #startedAt: number
  #silenceEndsAt: number
  #totalEndsAt: number
  #told: TimeLimit | null = null
  #timer: NodeJS.Timeout | null = null
  #pauses = 0
  #pausedAt = 0
  #isOver = false

  constructor(options: CallClocksOptions) {
    this.#options = options
    this.#startedAt = options.now()
    this.#silenceEndsAt = this.#startedAt + options.timeoutMs
    this.#totalEndsAt = this.#startedAt + options.maxTotalTimeoutMs
    this.#check()
  }

  /** `quietMs`: for how long no further sign can be expected. */
  heard(quietMs = 0): void {
    const before = this.#silenceEndsAt
    this.#silenceEndsAt = this.#time() + this.#options.timeoutMs + quietMs
    // The timer notices a later end when it fires: thousands of signs a second must not restart a timer each.
    if (this.#told !== null || this.#silenceEndsAt < before) this.#check()
  }

  /** Restarts both clocks. */
  keepWaiting(): void {
    this.#silenceEndsAt = this.#time() + this.#options.timeoutMs
    this.#totalEndsAt = this.#time() + this.#options.maxTotalTimeoutMs
    this.#check()
  }

  /** Stops the clocks until `resume` was called as often as `pause`. */
  pause(): void {
    this.#pauses += 1
    if (this.#pauses > 1) return
    this.#pausedAt = this.#options.now()
    this.#check()
  }

  resume(): void {
    this.#pauses -= 1
    if (this.#pauses > 0) return
    const pausedMs = this.#options.now() - this.#pausedAt
    this.#startedAt += pausedMs
    this.#silenceEndsAt += pausedMs
    this.#totalEndsAt += pausedMs
    this.#check()
  }

  stop(): void {
    this.#isOver = true
    this.#check()
  }

  /** Milliseconds of these clocks, without pauses. */
  #time(): number {
    return this.#pauses > 0 ? this.#pausedAt : this.#options.now()
  }

  #check(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#isOver || this.#pauses > 0) return this.#tell(null)
    const now = this.#options.now()
    const limits = this.#limits()
    const ended = limits.find(({ endsAt }) => endsAt <= now)
    if (ended !== undefined) return this.#end(ended)
    const near = limits.find(({ endsAt, warningMs }) => endsAt - warningMs <= now)
    this.#tell(near === undefined ? null : { reason: near.reason, endsAt: near.endsAt })
    const next = limits.flatMap(({ endsAt, warningMs }) => [endsAt - warningMs, endsAt])
    const waitMs = Math.min(...next.filter((at) => at > now)) - now
    this.#timer = setTimeout(() => this.#check(), Math.min(waitMs, timerLimitMs))
  }

  /** The limit that ends first comes first. */
  #limits(): (TimeLimit & { readonly warningMs: number })[] {
    const { timeoutMs, maxTotalTimeoutMs } = this.#options
    const silence = {
      reason: 'silence',
      endsAt: this.#silenceEndsAt,
      warningMs: toWarning(timeoutMs)
    } as const
    const total = {
      reason: 'total',
      endsAt: this.#totalEndsAt,
      warningMs: toWarning(maxTotalTimeoutMs)
    } as const
    return total.endsAt <= silence.endsAt ? [total, silence] : [silence, total]
  }

  #tell(timeLimit: TimeLimit | null): void {
    const told = this.#told
    if (told?.reason === timeLimit?.reason && told?.endsAt === timeLimit?.endsAt) return
    this.#told = timeLimit
    this.#options.onNear(timeLimit)
  }

  #end({ reason }: TimeLimit): void {
    this.#isOver = true
    this.#tell(null)
    const limitMs = reason === 'silence' ? this.#options.timeoutMs : this.#totalEndsAt - this.#startedAt
    this.#options.onEnd(reason, limitMs)
  }
}

/** The last quarter of a limit, 15 s at most. */
function toWarning(limitMs: number): number {
  return Math.min(limitMs / 4, longestWarningMs)
}
