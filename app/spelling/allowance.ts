/** How many new words may be looked up: a page that was taken over may ask without end. */
import { spellingLimits } from '../contract/dictionaries/spelling-limits'

/** `take` says how many of so many words may be looked up now. */
export function createAllowance(now: () => number): { readonly take: (words: number) => number } {
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
