/** The index of the tools that models are told of: made when they are others than before, beside the request and not for it. */
import { setImmediate } from 'node:timers/promises'
import type { CatalogTool } from '../../servers/interface'
import { ToolIndex } from './tool-index'

/** Some milliseconds of reading; then others have their turn. */
const readAtOnce = 250

export class ToolFinder {
  #tools: readonly CatalogTool[] = []
  #index: Promise<ToolIndex<CatalogTool>> = Promise.resolve(new ToolIndex())

  /** From now on these are found. Who searches meanwhile waits for them. */
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
      if (this.#tools !== tools) break // nobody waits for it but who asks for the newer one
      index.add(tool)
    }
    return this.#tools === tools ? index : this.#index
  }
}

/** A tool of the catalog is another object when it has changed. */
function areSame(some: readonly CatalogTool[], others: readonly CatalogTool[]): boolean {
  return (
    some === others || (some.length === others.length && some.every((tool, index) => tool === others[index]))
  )
}
