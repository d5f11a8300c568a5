/** What a group of the bench measures, and how much of it. Medians, ratios and budgets are made of it by `scripts/bench`. */

/** One figure: a value of ours for each repetition, and what they are held against. */
export type BenchRow = Figure & (Floor | Limit)

interface Figure {
  readonly name: string
  readonly unit: string
  readonly ours: readonly number[]
  /** The largest ratio that is still good; null where there is only a figure to tell. */
  readonly budget: number | null
  /**
   * What a time grows with, by which it is compared with the time of another hour. `load`, where nothing is said: with the slowness of
   * the machine and with what else wants its processors. `speed`: with its slowness alone, as time of the processor does, and
   * the least of times that are so short that hardly one is interrupted. `waiting`: in part with neither, as frames, timers
   * and the disk keep their own time, and tasks of a page are only told from 50 ms on.
   */
  readonly follows?: 'load' | 'speed' | 'waiting'
}

/** Measured beside ours, in the same order. */
interface Floor {
  readonly theirs: readonly number[]
}

interface Limit {
  readonly limit: number
}

export interface Effort {
  readonly runs: number
  /** Shows that the figures come out and nothing about how good they are: few repetitions, no warming up. */
  readonly isShort: boolean
}

/** How often to measure, and how many times of those only warm the code up. */
export function countBenchRounds({ runs, isShort }: Effort): {
  readonly all: number
  readonly warmUps: number
} {
  return isShort ? { all: runs, warmUps: 0 } : { all: runs + 1, warmUps: 1 }
}
