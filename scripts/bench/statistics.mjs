/**
 * Medians and ratios. A ratio is the median of the ratios of each repetition, so that a slow moment of the
 * machine, which hits both sides of a repetition, cancels out.
 */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2
}

/** The smallest value that so large a share of the values does not exceed. */
export function percentile(values, share) {
  if (values.length === 0) throw new Error('nothing was measured')
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
}

/** A row with a limit, for a figure that waits for frames, timers or the disk. */
export const limitedRow = ({ name, unit = 'ms', ours, limit }) => ({
  name,
  unit,
  ours,
  limit,
  budget: 1,
  follows: 'waiting'
})

/**
 * One row of the table. `ours` and `theirs` hold one value a repetition, in the same order; instead of `theirs` a row may have
 * a `limit`. `budget` is the largest ratio that is still good; null where there is only a figure to tell. What else the row
 * says of itself stays with the figure.
 */
export function figure({ ours, theirs, limit, budget, ...row }) {
  const floors = theirs ?? ours.map(() => limit)
  const ratio = median(ours.map((value, index) => value / floors[index]))
  return {
    ...row,
    value: round(median(ours)),
    reference: round(median(floors)),
    isLimit: theirs === undefined,
    ratio: round(ratio),
    budget,
    ok: budget === null || ratio <= budget
  }
}

export const round = (value) => Number(value.toPrecision(4))
