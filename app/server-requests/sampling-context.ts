/**
 * The text that `includeContext` would add to a sampling request: from the conversation in which the server asks, its
 * own tool calls or everything. The user reads exactly this text before it is sent.
 */
import { visibleText } from '../base/visible-text'
import type { ContentBlock } from '../contract/content-blocks'
import type { Message, MessagePart, ToolCallPart } from '../contract/conversations'
import type { SamplingRequest } from '../contract/requests'
import type { ServerRequestOrigin, ServerRequestContext } from './request-context'

/** In characters. The newest part is kept. */
const contextLimit = 50_000
const resultLimit = 5_000

/** What would be added. `own`: the server's part of it, if it asks for more. null: nothing. */
interface FoundContext {
  readonly whole: string | null
  readonly own: string | null
}

/** Nothing if no context is requested, or if the conversation is unknown. */
export async function readContext(
  { includeContext }: SamplingRequest,
  { conversationId, serverName }: ServerRequestOrigin,
  context: Pick<ServerRequestContext, 'readMessages' | 'log'>
): Promise<FoundContext> {
  if (includeContext === 'none' || conversationId === null) return { whole: null, own: null }
  try {
    const messages = await context.readMessages(conversationId)
    const describe = (include: SamplingRequest['includeContext']) =>
      describeContext(messages, include, serverName)
    return {
      whole: describe(includeContext),
      own: includeContext === 'all-servers' ? describe('this-server') : null
    }
  } catch (error) {
    context.log.warn('the context of a sampling request could not be read', { error })
    return { whole: null, own: null }
  }
}

/** null if nothing would be added. */
function describeContext(
  messages: readonly Message[],
  include: SamplingRequest['includeContext'],
  serverName: string
): string | null {
  if (include === 'none') return null
  const isWanted = (part: MessagePart): boolean =>
    include === 'all-servers' || (part.type === 'tool-call' && part.serverName === serverName)
  const lines = messages.flatMap(({ role, parts }) =>
    parts.filter(isWanted).flatMap((part) => describePart(part, role) ?? [])
  )
  return lines.length === 0 ? null : keepNewest(visibleText(lines.join('\n')))
}

function describePart(part: MessagePart, role: Message['role']): string | null {
  switch (part.type) {
    case 'text':
      return `${role === 'user' ? 'Person' : 'Assistant'}: ${part.text}`
    case 'tool-call':
      return describeCall(part)
    case 'resource':
      return `Resource ${part.name} of ${part.serverName}: ${cut(part.contents.map(({ text }) => text ?? '').join('\n'))}`
    case 'prompt':
      return `Prompt ${part.name} of ${part.serverName}: ${cut(describe(part.messages.map(({ content }) => content)))}`
    case 'file':
      return `File ${part.name} from the user: ${cut(part.text ?? `[${part.mimeType}]`)}`
    case 'thinking':
    case 'tool-request':
    case 'tool-suggestions':
    case 'note':
      return null
  }
}

/** A running call, such as the one during which the server asks, has no result yet. */
function describeCall(call: ToolCallPart): string | null {
  if (call.state !== 'done' || call.serverName === null) return null
  const tool = `${call.serverName} ${call.toolName}`
  return `Tool ${tool} with ${cut(JSON.stringify(call.arguments))}: ${cut(describe(getReadable(call)))}`
}

/** A server doesn't get what the user withheld from the model. */
function getReadable({ content, review }: ToolCallPart): readonly ContentBlock[] {
  return review === undefined || review.decision === 'passed' ? content : (review.content ?? [])
}

function describe(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n')
}

function cut(text: string): string {
  return text.length <= resultLimit ? text : `${text.slice(0, resultLimit)}…`
}

function keepNewest(text: string): string {
  return text.length <= contextLimit ? text : `[earlier left out]\n${text.slice(-contextLimit)}`
}
