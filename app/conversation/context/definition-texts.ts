/**
 * What connected servers say of themselves and their tools, as a model reads it before anything else: it may carry
 * such words into a call as well. How it is put to a model is written in `context.ts` and `system-prompt.ts`.
 */
import type { JsonObject, JsonValue } from '../../contract/json'
import type { DefinitionText } from '../../provenance/interface'
import type { CatalogTool, ServerInstructions } from '../../servers/interface'

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
  const made = { serverName, toolName, text: [description, ...describedIn(inputSchema)].join('\n') }
  read.set(tool, made)
  return made
}

/** Titles and descriptions: what else a schema holds are values that calls are made of. */
function describedIn(schema: JsonObject): readonly string[] {
  const words: string[] = []
  const waiting: JsonValue[] = [schema]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, value] of Object.entries(next)) {
      if (typeof value !== 'string') waiting.push(value)
      else if (key === 'description' || key === 'title') words.push(value)
    }
  }
  return words
}
