/** The tools of all connected servers, found by names and by names that look like them; made anew when they change. */
import type { KnownTool, KnownTools } from './interface'

export interface KnownToolsOptions {
  /** The same list again while nothing changed. */
  readonly list: () => readonly KnownTool[]
  /** Names of all configured servers. */
  readonly serverNames: () => readonly string[]
  /** Equal for names that look alike. */
  readonly skeletonOf: (name: string) => string
}

const mostSkeletons = 10_000

export function createKnownTools({ list, serverNames, ...options }: KnownToolsOptions): KnownTools {
  const skeletons = new Map<string, string>()
  const skeletonOf = (name: string): string => {
    const known = skeletons.get(name) ?? options.skeletonOf(name)
    if (skeletons.size > mostSkeletons) skeletons.clear()
    skeletons.set(name, known)
    return known
  }
  let indexed: readonly KnownTool[] | null = null
  let bySkeleton: ReadonlyMap<string, readonly KnownTool[]> = new Map()
  let byName: ReadonlyMap<string, readonly KnownTool[]> = new Map()
  const refresh = (): void => {
    const tools = list()
    if (tools === indexed) return
    indexed = tools
    bySkeleton = groupBy(tools, ({ name }) => skeletonOf(name))
    byName = groupBy(tools, ({ name }) => name)
  }
  return {
    ofServer: (serverName) => list().filter((tool) => tool.serverName === serverName),
    find: (serverName, toolName) => {
      refresh()
      return byName.get(toolName)?.find((tool) => tool.serverName === serverName)
    },
    likeServer: (serverName) => {
      const skeleton = skeletonOf(serverName)
      return serverNames().filter((name) => name !== serverName && skeletonOf(name) === skeleton)
    },
    likeTool: (toolName) => {
      refresh()
      return bySkeleton.get(skeletonOf(toolName)) ?? []
    },
    ownersOf: (toolName) => {
      refresh()
      return (byName.get(toolName) ?? []).map(({ serverName }) => serverName)
    }
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
