/** What the parts of a model's reply become in a message. */
import type { Message, MessagePart } from '../../contract/conversations'
import type { CatalogTool } from '../../servers/interface'

interface Replied {
  readonly step: number
  readonly catalog: readonly CatalogTool[]
}

/** Of a call that the model has begun to write. */
export function emptyCall() {
  return {
    type: 'tool-call' as const,
    arguments: {},
    isEditedByPerson: false,
    state: 'preparing' as const,
    progress: null,
    content: [],
    structuredContent: null,
    isError: false,
    failure: null,
    startedAt: null,
    endedAt: null
  }
}

/** The tools of these names, as a list to choose from. */
export function toSuggestions(names: readonly string[], reply: Replied): MessagePart {
  const tools = names.flatMap((name) => reply.catalog.filter((tool) => tool.modelToolName === name))
  return {
    type: 'tool-suggestions',
    step: reply.step,
    tools: tools.map(({ serverName, name, description }) => ({ serverName, name, description }))
  }
}

export function addUsage(sum: Message['usage'], more: Message['usage']): Message['usage'] {
  if (sum === null || more === null) return sum ?? more
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    outputTokens: sum.outputTokens + more.outputTokens
  }
}
