/**
 * Medians and ratios. A ratio is the median of the ratios of each repetition, so that a slow moment of the
 * machine, which hits both sides of a repetition, cancels out.
 */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2
}

/**
 * One row of the table. `ours` and `theirs` hold one value a repetition, in the same order.
 * `budget` is the largest ratio that is still good; null where there is only a figure to tell.
 */
export function figure({ name, unit, ours, theirs, budget }) {
  const ratio = median(ours.map((value, index) => value / theirs[index]))
  return {
    name,
    value: round(median(ours)),
    unit,
    reference: round(median(theirs)),
    ratio: round(ratio),
    budget,
    ok: budget === null || ratio <= budget
  }
}

const round = (value) => Number(value.toPrecision(4))
