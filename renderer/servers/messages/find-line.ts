/** The line at which a JSON pointer leads into a value, in its JSON with an indent of two. From 0. Pure. */
export function findLine(value: unknown, pointer: string): number {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  let line = 0
  let inner = value
  for (const step of steps) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, step)) return line
    for (const [key, other] of Object.entries(inner)) {
      line += key === step ? 1 : countLines(other)
      if (key === step) break
    }
    inner = (inner as Record<string, unknown>)[step]
  }
  return line
}

function countLines(value: unknown): number {
  const json = JSON.stringify(value, null, 2) as string | undefined
  return json === undefined ? 0 : json.split('\n').length
}
