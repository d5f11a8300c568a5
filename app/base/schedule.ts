/** Delayed work on the real clock, for code that takes its clock as a parameter. */

/** Runs `work` after `delayMs`; the returned function calls it off. */
export function schedule(work: () => void, delayMs: number): () => void {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
}
