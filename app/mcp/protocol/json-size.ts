/** Whether a JSON value is large, found without writing its text and without recursion. */

/** What one value adds beside its text: quotes, a comma, a colon. */
const marks = 2

/** Whether its JSON has more than about `limit` characters. Looks at no more of it than that. */
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
