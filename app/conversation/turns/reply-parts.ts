/** Converts a model's reply to parts of an answer. Pure. */
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
  /** For a tool: its server, and the server's name for it. */
  readonly serverName: string | null
  readonly toolName: string
}

/** Tells the user which tool the model can't use, or of which document it reads the text instead of the pages. */
export function leftOutNote({ type, name, reason }: LeftOutPart, { step, ...tool }: LeftOutPlace): NotePart {
  const isTool = type === 'tool-left-out'
  const text = isTool
    ? say('conversation.toolLeftOut', { tool: tool.toolName, reason })
    : say('conversation.documentLeftOut', { name, reason })
  return { type: 'note', step, serverName: isTool ? tool.serverName : null, text, isForModel: false }
}

/** Tools to choose from, offered by Direct mode. */
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
    // A sum with an unknown part would be too low.
    ...(sum.cost !== undefined && more.cost !== undefined && { cost: sum.cost + more.cost })
  }
}

/** What the provider counted for the request, next to the estimate. The next estimate is corrected by it. */
export function readRequestSize(estimated: number, usage: Message['usage']): Pick<Message, 'requestSize'> {
  return usage === null ? {} : { requestSize: { read: usage.inputTokens, estimated } }
}
