/**
 * The tools of all servers together: the catalog for models, and the list and the search for users. Built at first use
 * and kept until a server's tools change. `server-registry.ts` knows the servers.
 */
import { HostError } from '../../base/host-error'
import type { ToolSummary, ToolView } from '../../contract/servers'
import { buildCatalog, listModelTools } from './catalog'
import type { CatalogTool } from '../interface'
import { createToolSearch } from './tool-search'
import type { ToolSearch } from './tool-search'
import { say } from '../../texts/render-localized'

/** The list of one server, including unusable tools. */
interface ListedTools {
  readonly tools: readonly ToolView[]
  readonly areToolsChanging: boolean
}

export class ToolDirectory {
  #servers: ReadonlyMap<string, ListedTools> = new Map()
  #usable: readonly CatalogTool[] | null = null
  #catalog: readonly CatalogTool[] | null = null
  #search: ToolSearch | null = null

  /** Sets the servers, in the order of the settings. */
  use(servers: ReadonlyMap<string, ListedTools>): void {
    this.#servers = servers
    this.forget()
  }

  /** The tools of a server have changed. */
  forget(): void {
    this.#usable = null
    this.#catalog = null
    this.#search = null
  }

  /** Of all configured servers. */
  serverNames(): readonly string[] {
    return [...this.#servers.keys()]
  }

  /** True if the server announced that its tools differ from the catalog. */
  isChanging(serverName: string): boolean {
    return this.#servers.get(serverName)?.areToolsChanging === true
  }

  /** For models. */
  catalog(): readonly CatalogTool[] {
    return (this.#catalog ??= listModelTools(this.usable()))
  }

  /** For the user, and for decisions about calls. */
  usable(): readonly CatalogTool[] {
    return (this.#usable ??= buildCatalog(this.#listed()))
  }

  search(query: string, limit: number): readonly ToolSummary[] {
    return (this.#search ??= createToolSearch(this.#listed())).find(query, limit)
  }

  /** @throws HostError TOOL_UNKNOWN, TOOL_INVALID_SCHEMA */
  read(serverName: string, toolName: string): CatalogTool {
    const isMeant = (tool: ToolView) => tool.serverName === serverName && tool.name === toolName
    const found = this.usable().find(isMeant)
    if (found !== undefined) return found
    const listed = this.#listed().find(isMeant)
    const names = { tool: toolName, server: serverName }
    if (listed?.isDisabled === true)
      throw new HostError('TOOL_UNKNOWN', say('servers.toolSwitchedOff', names))
    const problem = listed?.problem ?? null
    if (problem !== null) throw new HostError('TOOL_INVALID_SCHEMA', problem)
    throw new HostError('TOOL_UNKNOWN', say('servers.toolGone', names))
  }

  #listed(): readonly ToolView[] {
    return [...this.#servers.values()].flatMap(({ tools }) => [...tools])
  }
}
