/** Runs `work` after `delayMs` on the real clock. The returned function cancels it. */
export function schedule(work: () => void, delayMs: number): () => void {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
}
