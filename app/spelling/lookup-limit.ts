/** How many new words may be looked up: a compromised page may ask endlessly. */
import { spellingLimits } from '../contract/settings/spelling-limits'

/** `take` returns the allowed part of the given number of lookups. */
export function createLookupLimit(now: () => number): { readonly take: (words: number) => number } {
  const most = spellingLimits.newWordsPerMinute
  let left: number = most
  let at = now()
  return {
    take: (words) => {
      const passed = Math.max(0, now() - at)
      at = now()
      left = Math.min(most, left + (passed / 60_000) * most)
      const taken = Math.min(words, Math.floor(left))
      left -= taken
      return taken
    }
  }
}
