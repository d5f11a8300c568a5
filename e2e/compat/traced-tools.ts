/** The tools that a server listed, as the trace of its messages has them. */
import fs from 'node:fs'

export interface ListedTool {
  readonly name: string
  readonly inputSchema?: Readonly<Record<string, unknown>>
}

interface TracedList {
  readonly connectionId: string
  readonly message?: { readonly result?: { readonly tools?: readonly ListedTool[] } }
}

/** From the last connection that lists tools, all pages. `from`: how long the trace was before. */
export function listedTools(traceFile: string, from: number): readonly ListedTool[] {
  const text = fs.readFileSync(traceFile).subarray(from).toString('utf8')
  const lines = text.split('\n').filter((line) => line.includes('"tools":['))
  const lists = lines
    .map((line) => JSON.parse(line) as TracedList)
    .filter(({ message }) => Array.isArray(message?.result?.tools))
  const last = lists.at(-1)?.connectionId
  const found = lists
    .filter(({ connectionId }) => connectionId === last)
    .flatMap(({ message }) => message?.result?.tools ?? [])
  return [...new Map(found.map((tool) => [tool.name, tool])).values()]
}

export function takesNothing({ inputSchema = {} }: ListedTool): boolean {
  const { properties = {} } = inputSchema
  return Object.keys(properties as object).length === 0
}
