/**
 * The tools of all servers together: the catalog that models get, the search that people use. Made when somebody
 * asks and kept until a server's tools are others; which servers there are is known to `registry.ts`.
 */
import { HostError } from '../../base/host-error'
import type { ToolSummary, ToolView } from '../../contract/servers'
import { buildCatalog } from './catalog'
import type { CatalogTool } from '../interface'
import { createToolSearch } from './tool-search'
import type { ToolSearch } from './tool-search'

export class ToolDirectory {
  readonly #readTools: () => readonly ToolView[]
  #catalog: readonly CatalogTool[] | null = null
  #search: ToolSearch | null = null

  /** `readTools` gives all tools in the order of the settings, those that can not be used included. */
  constructor(readTools: () => readonly ToolView[]) {
    this.#readTools = readTools
  }

  /** The tools are others now. */
  forget(): void {
    this.#catalog = null
    this.#search = null
  }

  catalog(): readonly CatalogTool[] {
    return (this.#catalog ??= buildCatalog(this.#readTools()))
  }

  search(query: string, limit: number): readonly ToolSummary[] {
    return (this.#search ??= createToolSearch(this.#readTools())).find(query, limit)
  }

  /** @throws HostError TOOL_UNKNOWN, TOOL_INVALID_SCHEMA */
  read(serverName: string, toolName: string): CatalogTool {
    const isMeant = (tool: ToolView) => tool.serverName === serverName && tool.name === toolName
    const found = this.catalog().find(isMeant)
    if (found !== undefined) return found
    const listed = this.#readTools().find(isMeant)
    if (listed?.isDisabled === true) {
      const message = `${toolName} of ${serverName} is switched off. Switch it on among the server's tools to use it.`
      throw new HostError('TOOL_UNKNOWN', message)
    }
    if (typeof listed?.problem === 'string') throw new HostError('TOOL_INVALID_SCHEMA', listed.problem)
    throw new HostError('TOOL_UNKNOWN', `${serverName} has no tool called ${toolName} (any more).`)
  }
}
