/** Measures how deeply a JSON value nests, without recursion: a hostile value could overflow the stack. */

/** True if objects and arrays nest more than `limit` levels. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value].filter(isComposite)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((item) => (Object.values(item) as unknown[]).filter(isComposite))
  }
  return false
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
