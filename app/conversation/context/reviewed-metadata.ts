/**
 * What a model reads about a server whose results the user reviews: only the metadata that the user allowed. New
 * metadata is shown to the user before the next request. Until then the model gets the version allowed before, and a
 * tool that was never allowed isn't offered.
 */
import type { MetadataReview } from '../../consent/interface'
import type { CatalogTool, ServerInstructions } from '../../servers/interface'

export interface ReviewedMetadataOptions {
  readonly isReviewed: (serverName: string) => boolean
  readonly gate: MetadataReview
}

/** The current metadata of the servers. */
export interface MetadataNow {
  readonly catalog: readonly CatalogTool[]
  readonly instructions: readonly ServerInstructions[]
}

type Approved = NonNullable<ReturnType<MetadataReview['tool']>>

interface Told {
  readonly approved: Approved
  readonly tool: CatalogTool
}

/** Metadata that keeps changing is withheld until the user sends another message. */
const mostChanges = 5

export class ReviewedMetadata {
  readonly #options: ReviewedMetadataOptions
  /** A tool with its earlier definition stays the same object, because other code identifies it by that. */
  readonly #told = new WeakMap<CatalogTool, Told>()

  constructor(options: ReviewedMetadataOptions) {
    this.#options = options
  }

  /** Shows the user new metadata until there is none. @throws the reason of `signal` */
  async show(read: () => MetadataNow, signal: AbortSignal): Promise<void> {
    for (let changes = 0; changes < mostChanges; changes += 1) {
      const offered = this.#reviewedIn(read())
      const answered = await Promise.all(offered.map((one) => this.#options.gate.show(one, signal)))
      if (!answered.includes(true)) return
    }
  }

  tools(catalog: readonly CatalogTool[]): readonly CatalogTool[] {
    if (!catalog.some(({ serverName }) => this.#options.isReviewed(serverName))) return catalog
    return catalog.flatMap((tool) => this.#toldOf(tool) ?? [])
  }

  instructions(all: readonly ServerInstructions[]): readonly ServerInstructions[] {
    const { isReviewed, gate } = this.#options
    return all.flatMap((one) => {
      if (!isReviewed(one.serverName)) return [one]
      const text = gate.instructions(one.serverName)
      return text === null ? [] : [{ ...one, text }]
    })
  }

  /** Whether models got a different definition than the tool has now. */
  isHeld(tool: CatalogTool): boolean {
    return this.#toldOf(tool) !== tool
  }

  /** What a model would read about the reviewed servers, or could find. */
  #reviewedIn({ catalog, instructions }: MetadataNow) {
    const { isReviewed } = this.#options
    const tools = catalog.filter(({ serverName }) => isReviewed(serverName))
    const said = new Map(instructions.map(({ serverName, text }) => [serverName, text]))
    const names = new Set([...said.keys(), ...tools.map(({ serverName }) => serverName)])
    return [...names].filter(isReviewed).map((serverName) => ({
      serverName,
      instructions: said.get(serverName) ?? null,
      tools: tools.filter((tool) => tool.serverName === serverName)
    }))
  }

  /** The tool itself if its definition is allowed; null: nothing may be sent. */
  #toldOf(tool: CatalogTool): CatalogTool | null {
    const { isReviewed, gate } = this.#options
    if (!isReviewed(tool.serverName)) return tool
    const approved = gate.tool(tool.serverName, tool.name)
    if (approved === null) return null
    if (approved.hash === tool.definitionHash) return tool
    const told = this.#told.get(tool)
    if (told?.approved === approved) return told.tool
    const { title, description, inputSchema, outputSchema } = approved.definition
    const made = { ...tool, title, description, inputSchema, outputSchema }
    this.#told.set(tool, { approved, tool: made })
    return made
  }
}
