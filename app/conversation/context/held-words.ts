/**
 * What a model is told of a server whose results the person sees first. Nobody is asked about what a server says of itself
 * and its tools, so nothing of it goes past the person: its instructions stay out, and a tool that changed is told in
 * the words that were approved with a call, or else in those that it came with, until a call of it is allowed.
 */
import type { ConsentGate } from '../../consent/interface'
import type { ToolDefinition } from '../../contract/consents'
import type { CatalogTool, ServerInstructions } from '../../servers/interface'

export interface HeldWordsOptions {
  readonly isReviewed: (serverName: string) => boolean
  /** The tool as the person approved it last. */
  readonly approvedTool: ConsentGate['approvedTool']
}

type Words = Pick<ToolDefinition, 'description' | 'inputSchema'>

export class HeldWords {
  readonly #options: HeldWordsOptions
  /** By server and tool, as it was when the person began to look at the results. */
  readonly #first = new Map<string, CatalogTool>()

  constructor(options: HeldWordsOptions) {
    this.#options = options
  }

  tools(catalog: readonly CatalogTool[]): readonly CatalogTool[] {
    return catalog.map((tool) => {
      const words = this.#wordsFor(tool)
      return words === tool
        ? tool
        : { ...tool, description: words.description, inputSchema: words.inputSchema }
    })
  }

  instructions(all: readonly ServerInstructions[]): readonly ServerInstructions[] {
    return all.filter(({ serverName }) => !this.#options.isReviewed(serverName))
  }

  /** Whether a model was told of it in other words than it has now. */
  isHeld(tool: CatalogTool): boolean {
    return this.#wordsFor(tool) !== tool
  }

  /** The tool itself where its words may be told. */
  #wordsFor(tool: CatalogTool): Words {
    const { serverName, name, definitionHash } = tool
    const key = JSON.stringify([serverName, name])
    if (!this.#options.isReviewed(serverName)) {
      this.#first.delete(key)
      return tool
    }
    const approved = this.#options.approvedTool(serverName, name)
    if (approved !== null) return approved.hash === definitionHash ? tool : approved.definition
    const first = this.#first.get(key) ?? tool
    this.#first.set(key, first)
    return first.definitionHash === definitionHash ? tool : first
  }
}
