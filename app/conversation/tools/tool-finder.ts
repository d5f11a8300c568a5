/** The search index of the tools that models know, rebuilt after they change, outside the request. */
import { setImmediate } from 'node:timers/promises'
import type { CatalogTool } from '../../servers/interface'
import { ToolIndex } from './tool-index'

/** Tools indexed before other work gets its turn, which is a few milliseconds. */
const readAtOnce = 250

export class ToolFinder {
  #tools: readonly CatalogTool[] = []
  #index: Promise<ToolIndex<CatalogTool>> = Promise.resolve(new ToolIndex())

  /** Makes these tools searchable. Searches wait for the new index. */
  use(tools: readonly CatalogTool[]): void {
    if (areSame(tools, this.#tools)) return
    this.#tools = tools
    this.#index = this.#read(tools)
  }

  /** Best first. */
  async find(query: string, limit: number): Promise<readonly CatalogTool[]> {
    const index = await this.#index
    return index.find(query, limit)
  }

  async #read(tools: readonly CatalogTool[]): Promise<ToolIndex<CatalogTool>> {
    const index = new ToolIndex<CatalogTool>()
    for (const [place, tool] of tools.entries()) {
      if (place % readAtOnce === 0) await setImmediate()
      if (this.#tools !== tools) break // only a search for the newer index still waits
      index.add(tool)
    }
    return this.#tools === tools ? index : this.#index
  }
}

/** A changed tool of the catalog is a new object. */
function areSame(some: readonly CatalogTool[], others: readonly CatalogTool[]): boolean {
  return (
    some === others || (some.length === others.length && some.every((tool, index) => tool === others[index]))
  )
}
