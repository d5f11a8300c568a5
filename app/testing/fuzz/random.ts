/** Repeatable randomness: the same seed gives the same numbers. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number
  /** @throws Error for an empty list */
  pick<T>(from: readonly T[]): T
  /** True once in that many times on average. */
  once(inTimes: number): boolean
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return {
    below,
    once: (inTimes) => below(inTimes) === 0,
    pick: (from) => {
      const index = below(from.length)
      if (!(index in from)) throw new Error('There is nothing to pick from.')
      return from[index] as (typeof from)[number]
    }
  }
}
