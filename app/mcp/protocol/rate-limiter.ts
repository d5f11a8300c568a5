/** Limits how often something may happen: at once up to `burst` times, over time `perSecond`. */

/** Limits for unsolicited messages of a server and lines of its log. */
export const unsolicitedLimits = { burst: 2_000, perSecond: 200 }

/** Returns a function that says whether it may happen now. `now` in milliseconds. */
export function createRateLimiter(
  limits: { readonly burst: number; readonly perSecond: number },
  now: () => number
): () => boolean {
  let left = limits.burst
  let last = now()
  return () => {
    const at = now()
    left = Math.min(limits.burst, left + ((at - last) / 1_000) * limits.perSecond)
    last = at
    if (left < 1) return false
    left -= 1
    return true
  }
}
