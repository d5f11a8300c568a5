/**
 * What connected servers say about themselves and their tools. A model reads it before anything else and may copy it
 * into a call. `next-request.ts` and `system-prompt.ts` format it for the model.
 */
import { collectSchemaTexts } from '../../base/schema-texts'
import type { DefinitionText } from '../../provenance/interface'
import type { CatalogTool, ServerInstructions } from '../../servers/interface'

/** Also part of function declarations for scripts: the names and texts of the output schema. */
export function resultTexts(catalog: readonly CatalogTool[]): readonly DefinitionText[] {
  return catalog.flatMap(({ serverName, name: toolName, outputSchema }) => {
    if (outputSchema === null) return []
    const { texts, names } = collectSchemaTexts(outputSchema)
    return [{ serverName, toolName, text: [...texts, ...names].join('\n') }]
  })
}

/** A changed tool of the catalog is a new object. */
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
