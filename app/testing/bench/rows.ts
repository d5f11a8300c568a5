/** What a group of the bench measures, and how often. `scripts/bench` computes medians, ratios and budgets. */

/** One figure: Parley's value for each repetition, and its limit or baseline. */
export type BenchRow = Figure & (Floor | Limit)

interface Figure {
  readonly name: string
  readonly unit: string
  readonly ours: readonly number[]
  /** The largest good ratio; null: the figure has no limit. */
  readonly budget: number | null
  /**
   * What a time depends on, for comparison with a time of another hour. `load`, the default: the speed of the computer
   * and its other work. `speed`: only the speed of the computer, like processor time, and like the minimum of times
   * that are too short to be interrupted. `waiting`: partly neither, because frames, timers and the disk have their own
   * pace, and a page's tasks are only reported from 50 ms.
   */
  readonly follows?: 'load' | 'speed' | 'waiting'
}

/** Measured together with Parley's values, in the same order. */
interface Floor {
  readonly theirs: readonly number[]
}

interface Limit {
  readonly limit: number
}

export interface Effort {
  readonly runs: number
  /** Only shows that the figures can be measured: few repetitions, no warm-up. */
  readonly isShort: boolean
}

/** How often to measure, and how many of those only warm up. */
export function countBenchRounds({ runs, isShort }: Effort): {
  readonly all: number
  readonly warmUps: number
} {
  return isShort ? { all: runs, warmUps: 0 } : { all: runs + 1, warmUps: 1 }
}
