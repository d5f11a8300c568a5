/** Finds the known key that an unknown one was probably meant to be. Unknown keys are allowed: other hosts have theirs. */

/** Keys that other hosts use for something Parley calls differently. */
const otherNames: Readonly<Record<string, string>> = {
  serverUrl: 'url',
  httpUrl: 'url',
  endpoint: 'url',
  enabled: 'disabled',
  environment: 'env',
  workingDirectory: 'cwd',
  timeout: 'timeoutMs',
  maxTimeout: 'maxTotalTimeoutMs',
  startupTimeout: 'connectTimeoutMs',
  connectionTimeout: 'connectTimeoutMs',
  instructions: 'useInstructions',
  icons: 'showIcons',
  pingInterval: 'pingIntervalMs',
  keepAlive: 'pingIntervalMs',
  servers: 'mcpServers',
  mcp: 'mcpServers'
}

/** The known key, or null when the key is nobody's misspelling. */
export function findIntendedKey(key: string, known: readonly string[]): string | null {
  const other = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined
  if (other !== undefined && known.includes(other)) return other
  const plain = plainForm(key)
  const limit = key.length <= 5 ? 1 : 2
  return known.find((candidate) => editDistance(plain, plainForm(candidate)) <= limit) ?? null
}

function plainForm(key: string): string {
  return key.toLowerCase().replace(/[-_\s]/g, '')
}

/** Letters to insert, drop, replace or swap with their neighbour. */
function editDistance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return 3
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : Infinity
      const replaced = (above[column - 1] ?? 0) + (isSame ? 0 : 1)
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, swapped))
    }
    before = above
    above = current
  }
  return above[to.length] ?? 0
}
