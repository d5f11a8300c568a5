/** Work for later on the real clock, for whoever is handed the clock from outside. */

/** Runs `work` after `delayMs`; the returned function calls it off. */
export function schedule(work: () => void, delayMs: number): () => void {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
}
