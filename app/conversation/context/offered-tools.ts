/** Which tools a model is offered when there are more than it can choose from well. */
import type { Said } from '../../contract/said'
import { say } from '../../texts/said'
import type { CatalogTool } from '../../servers/interface'

const mostOfferedTools = 128

/**
 * The catalog, or of a larger one as many tools of each server as there is room for, in the catalog's order.
 * Servers take turns, so that one with thousands of tools does not push out the others.
 */
export function chooseOfferedTools(catalog: readonly CatalogTool[]): readonly CatalogTool[] {
  if (catalog.length <= mostOfferedTools) return catalog
  const byServer = groupByServer(catalog)
  const chosen = new Set<CatalogTool>()
  for (let round = 0; chosen.size < mostOfferedTools; round += 1) {
    for (const tools of byServer) {
      const next = tools[round]
      if (next !== undefined && chosen.size < mostOfferedTools) chosen.add(next)
    }
  }
  return catalog.filter((tool) => chosen.has(tool))
}

function groupByServer(catalog: readonly CatalogTool[]): readonly (readonly CatalogTool[])[] {
  const groups = new Map<string, CatalogTool[]>()
  for (const tool of catalog) {
    const group = groups.get(tool.serverName)
    if (group === undefined) groups.set(tool.serverName, [tool])
    else group.push(tool)
  }
  return [...groups.values()]
}

/** Says so when a model is not offered all tools: once for each number, because every turn has the same. */
export function createToolCountNotice(tell: (text: Said) => void): (toolCount: number) => void {
  let told = 0
  return (toolCount) => {
    if (toolCount > mostOfferedTools && toolCount !== told)
      tell(say('conversation.toolsOffered', { offered: mostOfferedTools, all: toolCount }))
    told = toolCount
  }
}
