/** The tools of all connected servers, looked up by name and by look-alike name. Rebuilt when the tools change. */
import { createSkeleton } from '../../base/skeleton'
import type { KnownTool, KnownTools } from '../interface'

export interface KnownToolsOptions {
  /** Returns the same list until something changes. */
  readonly list: () => readonly KnownTool[]
  /** Absent: no server announces changes. */
  readonly isChanging?: KnownTools['isChanging']
  /** Names of all configured servers. */
  readonly serverNames: () => readonly string[]
}

const mostSkeletons = 10_000

export function createKnownTools({
  list,
  serverNames,
  isChanging = () => false
}: KnownToolsOptions): KnownTools {
  const skeletons = new Map<string, string>()
  const lookOf = (name: string): string => {
    const known = skeletons.get(name) ?? createSkeleton(name)
    if (skeletons.size > mostSkeletons) skeletons.clear()
    skeletons.set(name, known)
    return known
  }
  // Every decision looks tools up by name, but only questions need look-alike names.
  const byServer = indexOf(list, ({ serverName }) => serverName)
  const byName = indexOf(list, ({ name }) => name)
  const bySkeleton = indexOf(list, ({ name }) => lookOf(name))
  return {
    ofServer: byServer,
    isChanging,
    find: (serverName, toolName) => byName(toolName).find((tool) => tool.serverName === serverName),
    likeServer: (serverName) => {
      const skeleton = lookOf(serverName)
      return serverNames().filter((name) => name !== serverName && lookOf(name) === skeleton)
    },
    likeTool: (toolName) => bySkeleton(lookOf(toolName)),
    ownersOf: (toolName) => byName(toolName).map(({ serverName }) => serverName)
  }
}

/** Looks tools up by a key. Each list is indexed only once. */
function indexOf(
  list: KnownToolsOptions['list'],
  keyOf: (tool: KnownTool) => string
): (key: string) => readonly KnownTool[] {
  let indexed: readonly KnownTool[] | null = null
  let groups: ReadonlyMap<string, readonly KnownTool[]> = new Map()
  return (key) => {
    const tools = list()
    if (tools !== indexed) groups = groupBy(tools, keyOf)
    indexed = tools
    return groups.get(key) ?? []
  }
}

function groupBy(
  tools: readonly KnownTool[],
  keyOf: (tool: KnownTool) => string
): ReadonlyMap<string, readonly KnownTool[]> {
  const groups = new Map<string, KnownTool[]>()
  for (const tool of tools) {
    const key = keyOf(tool)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [tool])
    else group.push(tool)
  }
  return groups
}
