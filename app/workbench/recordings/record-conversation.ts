/** A conversation of the history as a recording: what you wrote, what the model replied, and what its calls returned. */
import type { ContentBlock } from '../../contract/content-blocks'
import type { Message, ToolCallPart } from '../../contract/conversations'
import type { JsonObject } from '../../contract/json'
import type { RecordedReply, RecordedServer, RecordingEntry } from './recording'

export interface ConversationEntries {
  readonly servers: readonly RecordedServer[]
  readonly entries: readonly RecordingEntry[]
}

/** `messages`: one branch, oldest first, with complete results. */
export function recordConversation(messages: readonly Message[]): ConversationEntries {
  const startedAt = messages[0]?.createdAt ?? 0
  const entries = messages.flatMap((message) => {
    const at = message.createdAt - startedAt
    return message.role === 'user' ? [toTurn(message, at)] : toReplies(message, at)
  })
  const names = new Set(entries.flatMap((entry) => (entry.type === 'result' ? [entry.server] : [])))
  const servers = [...names].map(
    (name) => ({ name, info: null, revision: null, transport: 'stdio' }) as const
  )
  return { servers, entries }
}

function toTurn({ parts }: Message, at: number): RecordingEntry {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const attachments = parts.filter(({ type }) => type === 'file' || type === 'resource' || type === 'prompt')
  return { type: 'turn', at, text: texts.join('\n\n'), attachments: attachments.length }
}

/** One reply for each step, and after it the results of its calls. Parley's own tools belong to no server. */
function toReplies({ parts, model }: Message, at: number): RecordingEntry[] {
  const steps = [...new Set(parts.flatMap((part) => ('step' in part ? [part.step] : [])))]
  return steps.flatMap((step) => {
    const own = parts.filter((part) => 'step' in part && part.step === step)
    const texts = own.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    const calls = own.filter(
      (part): part is ToolCallPart => part.type === 'tool-call' && part.serverName !== null
    )
    if (texts.length === 0 && calls.length === 0) return []
    const reply: RecordedReply = {
      type: 'reply',
      at,
      model: model ?? '',
      text: texts.join(''),
      calls: calls.map(({ callId, serverName, toolName, modelToolName, arguments: args }) => ({
        callId,
        server: serverName ?? '',
        tool: toolName,
        name: modelToolName,
        arguments: args
      }))
    }
    return [reply, ...calls.map((call) => toResult(call, at))]
  })
}

function toResult(call: ToolCallPart, at: number): RecordingEntry {
  const { callId, serverName } = call
  return {
    type: 'result',
    at: (call.endedAt ?? 0) - (call.startedAt ?? 0) + at,
    callId,
    server: serverName ?? '',
    answer: toAnswer(call)
  }
}

const internalError = -32_603

function toAnswer(call: ToolCallPart): JsonObject | null {
  const { state, content, structuredContent, isError, resultMeta, failure } = call
  if (state === 'failed') {
    const code = failure?.data?.['rpcCode']
    return {
      error: { code: typeof code === 'number' ? code : internalError, message: failure?.message ?? '' }
    }
  }
  if (state !== 'done') return null
  return {
    result: {
      content: content.map(toWire),
      ...(structuredContent !== null && { structuredContent }),
      ...(isError && { isError }),
      ...(resultMeta !== undefined && { _meta: resultMeta })
    }
  }
}

/** A block as a server sends it. */
function toWire(block: ContentBlock): JsonObject {
  if (block.type === 'unknown') return block.raw as JsonObject
  const { annotations, ...others } = block
  const { audience = [], priority = null } = annotations ?? {}
  const hints = {
    ...(audience.length > 0 && { audience }),
    ...(priority !== null && { priority })
  }
  const known = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)) as JsonObject
  const wire: JsonObject =
    block.type === 'resource'
      ? { type: 'resource', resource: withoutType(known) }
      : block.type === 'resource-link'
        ? { ...known, type: 'resource_link' }
        : known
  return Object.keys(hints).length === 0 ? wire : { ...wire, annotations: hints }
}

function withoutType({ type: _, ...others }: JsonObject): JsonObject {
  return others
}
