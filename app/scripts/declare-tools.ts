/** Tools as functions that a script can call: their names in the script, and their description for the model. */
import type { JsonObject } from '../contract/json'
import { renderComment, renderSchemaType } from './schema-type'

export interface DeclaredTool {
  /** Unique over all servers: letters, digits, `_` and `-`. */
  readonly modelToolName: string
  readonly serverName: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | null
}

const shownDescription = 1_000

/**
 * By function name. Names that are identifiers are kept; others are converted, with a number if the result is in use.
 */
export function nameToolFunctions<T extends DeclaredTool>(tools: readonly T[]): ReadonlyMap<string, T> {
  const functions = new Map<string, T>()
  const others: T[] = []
  for (const tool of tools) {
    if (isIdentifier(tool.modelToolName)) functions.set(tool.modelToolName, tool)
    else others.push(tool)
  }
  for (const tool of others) functions.set(freeName(tool.modelToolName, functions), tool)
  return functions
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__'
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name.replace(/[^\w$]/g, '_').replace(/^(?=\d|$)/, '_')
  const first = isIdentifier(plain) ? plain : `${plain}_`
  for (let count = 1; ; count += 1) {
    const wanted = count === 1 ? first : `${first}_${count}`
    if (!taken.has(wanted)) return wanted
  }
}

/** One member of the object `tools`, in two lines. */
export function declareFunction(name: string, tool: DeclaredTool): string {
  const { serverName, description, inputSchema, outputSchema } = tool
  const args = renderSchemaType(inputSchema)
  const mark = hasNeeds(inputSchema) ? '' : '?'
  const result = outputSchema === null ? 'string' : renderSchemaType(outputSchema)
  const words = renderComment(description, shownDescription)
  const comment = `/** ${renderComment(JSON.stringify(serverName), 100)}${words === '' ? '' : `: ${words}`} */`
  return `  ${comment}\n  ${name}(args${mark}: ${args}): Promise<${result}>`
}

function hasNeeds({ required }: JsonObject): boolean {
  return Array.isArray(required) && required.length > 0
}
