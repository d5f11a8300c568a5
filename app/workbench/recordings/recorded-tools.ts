/** The tools of a recorded server, and what its calls returned. */
import type { JsonObject, JsonValue } from '../../contract/json'
import { findExchanges, toFields, type Exchange } from './exchanges'
import { RequestMatcher } from './match-request'
import type { Recording } from './recording'

export interface RecordedTool {
  readonly name: string
  readonly title: string | null
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | null
}

export class RecordedTools {
  readonly tools: readonly RecordedTool[]
  readonly #exchanges: readonly Exchange[]
  readonly #matcher: RequestMatcher

  constructor(recording: Recording, serverName: string) {
    this.#exchanges = findExchanges(recording, serverName)
    this.#matcher = new RequestMatcher(this.#exchanges, 'tolerant')
    const { tools = [] } = recording.header.servers.find(({ name }) => name === serverName) ?? {}
    const listed = this.#exchanges.flatMap(({ method, answer }) =>
      method === 'tools/list' ? toList(toFields(answer?.['result'])['tools']) : []
    )
    const called = this.#exchanges.flatMap(({ method, params }) =>
      method === 'tools/call' ? [{ name: params['name'] ?? null }] : []
    )
    this.tools = readTools([...called, ...listed, ...tools])
  }

  /** `{ "result": … }` or `{ "error": … }`; null: it wasn't called so. */
  answer(toolName: string, args: JsonObject): JsonObject | null {
    const called = this.#matcher.find('tools/call', { name: toolName, arguments: args }, true)
    const { taskId } = toFields(toFields(toFields(called?.answer?.['result'])['task']))
    if (taskId === undefined) return called?.answer ?? null
    const fetched = this.#exchanges.find(
      ({ method, params }) => method === 'tasks/result' && params['taskId'] === taskId
    )
    return fetched?.answer ?? null
  }
}

function toList(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(toFields) : []
}

/** The last definition of each. */
function readTools(given: readonly JsonObject[]): readonly RecordedTool[] {
  const byName = new Map<string, RecordedTool>()
  for (const { name, title, description, inputSchema, outputSchema } of given)
    if (typeof name === 'string')
      byName.set(name, {
        name,
        title: typeof title === 'string' ? title : null,
        description: typeof description === 'string' ? description : '',
        inputSchema: inputSchema === undefined ? { type: 'object' } : toFields(inputSchema),
        outputSchema: outputSchema === undefined ? null : toFields(outputSchema)
      })
  return [...byName.values()]
}
