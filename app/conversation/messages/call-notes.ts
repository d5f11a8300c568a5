/**
 * What a call's server and the host had to do with each other while it ran, as part of the message: notes, the rounds
 * of one exchange in one note, and the models that are asked for the server. Who asks is not known here.
 */
import type { CallModel } from '../../contract/tool-calls'
import type { Exchange, Message, NotePart, ToolCallPart } from '../../contract/conversations'
import { addPart, findCall } from './transcript'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

export interface CallNote {
  readonly serverName: string
  readonly text: LocalizedText
  /** Of something that was asked inside a result, from 1. */
  readonly round?: number
  readonly closedFolder?: NotePart['closedFolder']
}

/** Behind what the message holds; the rounds of a call stay together in the note of its first. */
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

/** Null: it is no longer asked. */
export function withAskedModel(call: ToolCallPart, requestId: string, model: string | null): ToolCallPart {
  const { askedModels = [], ...rest } = call
  const others = askedModels.filter((asked) => asked.requestId !== requestId)
  const now: CallModel[] = model === null ? others : [...others, { requestId, model }]
  return now.length === 0 ? rest : { ...rest, askedModels: now }
}
