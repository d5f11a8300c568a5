/**
 * Records in a message what the server and the host exchanged during a call: notes, the rounds of one exchange in one
 * note, and the models that were called for the server. This module doesn't know who asks.
 */
import type { CallModel } from '../../contract/tool-calls'
import type { Exchange, Message, NotePart, ToolCallPart } from '../../contract/conversations'
import { addPart, findCall } from './transcript'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

export interface CallNote {
  readonly serverName: string
  readonly text: LocalizedText
  /** Number of the round, from 1, of something asked inside a result. */
  readonly round?: number
  readonly closedFolder?: NotePart['closedFolder']
}

/** Added at the end of the message. The rounds of a call are joined in the note of its first round. */
export function addCallNote(
  message: Message,
  callId: string,
  { serverName, text, round, closedFolder }: CallNote
): Message {
  const call = findCall(message, callId)
  const note = { type: 'note', step: call?.step ?? 0, serverName, isForModel: false } as const
  if (round === undefined)
    return addPart(message, { ...note, text, ...(closedFolder !== undefined && { closedFolder }) })
  const entry = { round, text }
  const index = message.parts.findIndex((part) => part.type === 'note' && part.exchange?.callId === callId)
  const before = message.parts[index]
  if (before?.type === 'note' && before.exchange !== undefined) {
    const extended = addEntry(before, before.exchange, entry)
    return { ...message, parts: message.parts.with(index, extended) }
  }
  const toolName = call?.toolName ?? ''
  const exchange = { callId, toolName, entries: [entry] }
  return addPart(message, {
    ...note,
    text: say('conversation.askedDuringCall', { tool: toolName }),
    exchange
  })
}

function addEntry(note: NotePart, exchange: Exchange, entry: Exchange['entries'][number]): NotePart {
  return { ...note, exchange: { ...exchange, entries: [...exchange.entries, entry] } }
}

/** null: the model is no longer being called. */
export function withAskedModel(call: ToolCallPart, requestId: string, model: string | null): ToolCallPart {
  const { askedModels = [], ...rest } = call
  const others = askedModels.filter((asked) => asked.requestId !== requestId)
  const now: CallModel[] = model === null ? others : [...others, { requestId, model }]
  return now.length === 0 ? rest : { ...rest, askedModels: now }
}
