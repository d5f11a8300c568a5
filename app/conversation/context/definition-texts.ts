/**
 * What connected servers say of themselves and their tools, as a model reads it before anything else: it may carry
 * such words into a call as well. How it is put to a model is written in `context.ts` and `system-prompt.ts`.
 */
import { collectSchemaTexts } from '../../base/schema-texts'
import type { DefinitionText } from '../../provenance/interface'
import type { CatalogTool, ServerInstructions } from '../../servers/interface'

/** What functions of scripts are declared with besides: the names and words of what they give back. */
export function resultTexts(catalog: readonly CatalogTool[]): readonly DefinitionText[] {
  return catalog.flatMap(({ serverName, name: toolName, outputSchema }) => {
    if (outputSchema === null) return []
    const { texts, names } = collectSchemaTexts(outputSchema)
    return [{ serverName, toolName, text: [...texts, ...names].join('\n') }]
  })
}

/** A tool of the catalog is another object when it has changed. */
const read = new WeakMap<CatalogTool, DefinitionText>()

export function definitionTexts(
  catalog: readonly CatalogTool[],
  instructions: readonly ServerInstructions[]
): readonly DefinitionText[] {
  const ofServers = instructions.map(({ serverName, text }) => ({ serverName, toolName: null, text }))
  return [...ofServers, ...catalog.map(ofTool)]
}

function ofTool(tool: CatalogTool): DefinitionText {
  const { serverName, name: toolName, description, inputSchema } = tool
  const known = read.get(tool)
  if (known !== undefined) return known
  const { texts, names } = collectSchemaTexts(inputSchema)
  const made = { serverName, toolName, text: [description, ...texts, ...names].join('\n') }
  read.set(tool, made)
  return made
}
