/** Parts of an answer as they are made of what a model sends. Pure. */
import type { Message, MessagePart, NotePart } from '../../contract/conversations'
import type { CatalogTool } from '../../servers/interface'
import { quote, say } from '../../texts/said'

interface ReplyPlace {
  readonly step: number
  readonly catalog: readonly CatalogTool[]
}

interface LeftOut {
  readonly serverName: string | null
  readonly toolName: string
  /** In the provider's words. */
  readonly reason: string
}

/** The person learns which tool the model does without. */
export function leftOutNote({ serverName, toolName, reason }: LeftOut, step: number): NotePart {
  const text = say('conversation.toolLeftOut', { tool: toolName, reason: quote(reason) })
  return { type: 'note', step, serverName, text, isForModel: false }
}

/** Direct's own: tools to choose from. */
export function toSuggestions(names: readonly string[], { step, catalog }: ReplyPlace): MessagePart {
  const tools = names.flatMap((name) => catalog.filter((tool) => tool.modelToolName === name))
  return {
    type: 'tool-suggestions',
    step,
    tools: tools.map(({ serverName, name, description }) => ({ serverName, name, description }))
  }
}

export function addUsage(sum: Message['usage'], more: Message['usage']): Message['usage'] {
  if (sum === null || more === null) return sum ?? more
  const read = (sum.cacheReadTokens ?? 0) + (more.cacheReadTokens ?? 0)
  const written = (sum.cacheWriteTokens ?? 0) + (more.cacheWriteTokens ?? 0)
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    outputTokens: sum.outputTokens + more.outputTokens,
    ...(read > 0 && { cacheReadTokens: read }),
    ...(written > 0 && { cacheWriteTokens: written }),
    // A sum of which a part is not known would say too little.
    ...(sum.cost !== undefined && more.cost !== undefined && { cost: sum.cost + more.cost })
  }
}
