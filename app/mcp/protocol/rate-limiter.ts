/** Limits how often something may happen: at once up to `burst` times, over time `perSecond`. */

/** Limits for unsolicited messages of a server and lines of its log. */
export const unsolicitedLimits = { burst: 2_000, perSecond: 200 }

/** Returns a function that says whether it may happen now. `now` in milliseconds. */
export function createRateLimiter(
  limits: { readonly burst: number; readonly perSecond: number },
  now: () => number
): () => boolean {
  let remaining = limits.burst
  let last = now()
  return () => {
    const at = now()
    remaining = Math.min(limits.burst, remaining + ((at - last) / 1_000) * limits.perSecond)
    last = at
    if (remaining < 1) return false
    remaining -= 1
    return true
  }
}
