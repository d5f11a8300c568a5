/** Says when a view sends so much that it has to be ended. */

/** Messages. A large message counts once for each started 64 KB. */
export const floodLimits = { inOneSecond: 1_000, perSecond: 200, seconds: 3 }

const charactersOfOne = 65_536

/**
 * Returns a function that counts one message, and says whether the view floods: too many messages in one second, or
 * many in each of several seconds in a row. `now` in milliseconds.
 */
export function createFloodCounter(now: () => number): (characters: number) => boolean {
  let second = Math.floor(now() / 1_000)
  let count = 0
  let busySeconds = 0
  return (characters) => {
    const current = Math.floor(now() / 1_000)
    if (current !== second) {
      const isNext = current === second + 1
      busySeconds = isNext && count > floodLimits.perSecond ? busySeconds + 1 : 0
      second = current
      count = 0
    }
    count += Math.max(1, Math.ceil(characters / charactersOfOne))
    const isBusy = count > floodLimits.perSecond
    return count > floodLimits.inOneSecond || (isBusy && busySeconds + 1 >= floodLimits.seconds)
  }
}
