/** What a group of the bench measures, and how much of it. Medians, ratios and budgets are made of it by `scripts/bench`. */

/** One figure: a value of ours and one of what it is held against for each repetition, in the same order. */
export interface Row {
  readonly name: string
  readonly unit: string
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
  /** The largest ratio that is still good; null where there is only a figure to tell. */
  readonly budget: number | null
}

export interface Effort {
  readonly runs: number
  /** Shows that the figures come out and nothing about how good they are: few repetitions, no warming up. */
  readonly isShort: boolean
}

/** How often to measure, and how many times of those only warm the code up. */
export function countRounds({ runs, isShort }: Effort): { readonly all: number; readonly warmUps: number } {
  return isShort ? { all: runs, warmUps: 0 } : { all: runs + 1, warmUps: 1 }
}

/** The smallest value that so large a share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
