/** Checks whether a JSON value is large, without serializing it and without recursion. */

/** Characters that a value adds to its text: quotes, a comma, a colon. */
const marks = 2

/** True if its JSON has more than about `limit` characters. Stops at the limit. */
export function isLargerThan(value: unknown, limit: number): boolean {
  const open: unknown[] = [value]
  let characters = 0
  while (open.length > 0 && characters <= limit) {
    const next = open.pop()
    characters += marks + (typeof next === 'string' ? next.length : 0)
    // Items of an array that is longer than the limit aren't copied.
    if (Array.isArray(next)) characters += next.length
    if (typeof next === 'object' && next !== null && characters <= limit) pushParts(next, open)
  }
  return characters > limit
}

function pushParts(value: object, open: unknown[]): void {
  if (Array.isArray(value)) for (const item of value as readonly unknown[]) open.push(item)
  else for (const name in value) open.push(name, (value as Record<string, unknown>)[name])
}
