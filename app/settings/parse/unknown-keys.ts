/** Reports keys that can't mean what the author meant: `__proto__`, repeated keys, likely misspellings. */
import type { Node } from 'jsonc-parser'
import { listProperties } from '../document/json-document'
import type { JsonPath } from '../document/json-document'
import type { ProblemCollector } from '../document/problem-list'
import { say } from '../../texts/render-localized'
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

/** Checks the whole file below `node`. `parse-servers.ts` reports repeated entries of servers. */
export function reportOddKeys(node: Node, path: JsonPath, problems: ProblemCollector): void {
  if (node.type === 'array') {
    for (const [index, item] of (node.children ?? []).entries())
      reportOddKeys(item, [...path, index], problems)
    return
  }
  const isServerMap = path.length === 1 && path[0] === 'mcpServers'
  const seen = new Set<string>()
  for (const { key, keyNode, value } of listProperties(node)) {
    const keyPath = [...path, key]
    if (key === '__proto__' && !isServerMap) {
      problems.warning(keyPath, say('settings.protoIgnored'), keyNode)
    } else if (seen.has(key) && !isServerMap) {
      problems.warning(keyPath, say('settings.keyTwice', { key }), keyNode)
    }
    seen.add(key)
    reportOddKeys(value, keyPath, problems)
  }
}

/** Warns of unknown keys of one object that look like known keys which it doesn't have. */
export function reportMisspellings(
  place: { readonly node: Node; readonly path: JsonPath },
  known: readonly string[],
  problems: ProblemCollector
): void {
  const properties = listProperties(place.node)
  const present = new Set(properties.map(({ key }) => key))
  const missing = known.filter((key) => !present.has(key))
  for (const { key, keyNode } of properties) {
    const intended = known.includes(key) ? null : findIntendedKey(key, missing)
    if (intended === null) continue
    problems.warning([...place.path, key], say('settings.keyMisspelled', { key, intended }), keyNode)
  }
}

/** The known key, or null if the key isn't a misspelling. */
function findIntendedKey(key: string, known: readonly string[]): string | null {
  const other = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined
  if (other !== undefined && known.includes(other)) return other
  const plain = plainForm(key)
  const limit = key.length <= 5 ? 1 : 2
  return known.find((candidate) => editDistance(plain, plainForm(candidate)) <= limit) ?? null
}

function plainForm(key: string): string {
  return key.toLowerCase().replace(/[-_\s]/g, '')
}
