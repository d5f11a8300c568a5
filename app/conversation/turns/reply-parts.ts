/** Parts of an answer as they are made of what a model sends. Pure. */
import type { Message, MessagePart, NotePart } from '../../contract/conversations'
import { scriptToolName, searchToolName } from '../../contract/content/tool-room'
import type { CatalogTool } from '../../servers/interface'
import { quote, say } from '../../texts/said'
import type { RequestedCall } from '../calls/tool-step'
import { findCall } from '../messages/transcript'
import type { ChosenTools } from '../tools/chosen-tools'

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

interface Receivers {
  readonly searches: readonly RequestedCall[]
  readonly scripts: readonly RequestedCall[]
  readonly ofServers: readonly RequestedCall[]
}

/** What is asked of Parley itself, and what of servers. A script is Parley's also where it is off, so that it is said why. */
export function byReceiver(
  requested: readonly RequestedCall[],
  message: Message,
  { isSearched }: ChosenTools
): Receivers {
  const nameOf = ({ callId }: RequestedCall) => findCall(message, callId)?.modelToolName
  const searches = isSearched ? requested.filter((one) => nameOf(one) === searchToolName) : []
  const scripts = requested.filter((one) => nameOf(one) === scriptToolName)
  const own = new Set([...searches, ...scripts])
  return { searches, scripts, ofServers: requested.filter((one) => !own.has(one)) }
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
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    outputTokens: sum.outputTokens + more.outputTokens
  }
}
