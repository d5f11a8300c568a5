/**
 * A figure that looks worse than the committed one is measured again, and is worse only where it is so each time: a moment in
 * which the machine was elsewhere passes, a regression stays. A whole group is measured again, as its figures share what they
 * are measured on.
 */
import { isWorse, timesAsBad } from './committed.mjs'

/** After the first time. Three times by chance is rare even for a figure that scatters by more than the tolerance. */
const moreTimes = 2

/**
 * The figures of all groups, each the best of the times that it was measured.
 * @param {Map<string, import('./committed.mjs').Figure[]>} groups by name
 * @param {readonly import('./committed.mjs').Figure[]} committed
 * @param {(group: string, names: readonly string[]) => Promise<import('./committed.mjs').Figure[]>} measure a group, because of
 *   the figures of these names; without any where it brings none
 */
export async function measureAgain(groups, committed, measure) {
  const known = new Map(committed.map((figure) => [figure.name, figure]))
  const looksWorse = (now) => known.has(now.name) && isWorse(now, known.get(now.name))
  const badness = (now) => (known.has(now.name) ? timesAsBad(now, known.get(now.name)) : 1)
  const best = new Map(groups)
  for (let time = 0; time < moreTimes; time++)
    for (const [group, figures] of best) {
      const worse = figures.filter(looksWorse)
      if (worse.length === 0) continue
      const next = new Map(
        (
          await measure(
            group,
            worse.map(({ name }) => name)
          )
        ).map((figure) => [figure.name, figure])
      )
      best.set(
        group,
        figures.map((figure) => {
          const other = next.get(figure.name)
          return other !== undefined && badness(other) < badness(figure) ? other : figure
        })
      )
    }
  return best
}
