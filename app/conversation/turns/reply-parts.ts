/** Parts of an answer as they are made of what a model sends. Pure. */
import type { Message, MessagePart, NotePart } from '../../contract/conversations'
import type { ModelPart } from '../../models/model'
import type { CatalogTool } from '../../servers/interface'
import { say } from '../../texts/render-localized'

interface ReplyPlace {
  readonly step: number
  readonly catalog: readonly CatalogTool[]
}

export type LeftOutPart = ModelPart & { readonly type: 'tool-left-out' | 'document-left-out' }

interface LeftOutPlace {
  readonly step: number
  /** Of a tool: whose it is, and how its server calls it. */
  readonly serverName: string | null
  readonly toolName: string
}

/** The person learns which tool the model does without, or of which document it reads the words and not the pages. */
export function leftOutNote({ type, name, reason }: LeftOutPart, { step, ...tool }: LeftOutPlace): NotePart {
  const isTool = type === 'tool-left-out'
  const text = isTool
    ? say('conversation.toolLeftOut', { tool: tool.toolName, reason })
    : say('conversation.documentLeftOut', { name, reason })
  return { type: 'note', step, serverName: isTool ? tool.serverName : null, text, isForModel: false }
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

/** What the provider read of the request, beside what it was taken for: the next one is judged by it. */
export function readRequestSize(estimated: number, usage: Message['usage']): Pick<Message, 'requestSize'> {
  return usage === null ? {} : { requestSize: { read: usage.inputTokens, estimated } }
}
