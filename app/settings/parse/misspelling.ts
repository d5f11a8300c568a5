/**
 * Finds the known key that an unknown one was probably meant to be. Unknown keys are allowed: other apps have theirs.
 */

import { editDistance } from '../../base/edit-distance'

/** Keys that other apps use for something that Parley names differently. */
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

/** The known key, or null if the key isn't a misspelling. */
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
