/**
 * The receipt of an answer: everything sent and received for it. Sent data comes from the ledger, questions and
 * results from the stored conversation. Pure.
 */
import type { Grant } from '../../../app/contract/grants'
import type { LedgerEntry } from '../../../app/contract/ledger'
import type { Message, MessagePart, ToolCallPart, Usage } from '../../../app/contract/conversations'
import { describeDecision } from '../../parts/describe-ledger'

/** Data that was sent. */
export interface SentItem extends Pick<
  LedgerEntry,
  'at' | 'recipientType' | 'recipient' | 'kind' | 'subject' | 'bytes' | 'excerpt' | 'position'
> {
  readonly decidedBy: string
}

export interface CalledTool {
  readonly callId: string
  readonly server: string | null
  readonly tool: string
  readonly state: ToolCallPart['state']
  readonly arguments: ToolCallPart['arguments']
  /** Null: it was never sent. */
  readonly decidedBy: string | null
  readonly isEdited: boolean
  readonly tookMs: number | null
  /** Characters received. */
  readonly resultSize: number
}

/** An attachment that was read for the message. */
export interface ReadItem {
  readonly type: 'file' | 'resource' | 'prompt'
  readonly name: string
  /** Null: a user's file. */
  readonly server: string | null
  readonly size: number
}

export interface Receipt {
  readonly model: string | null
  readonly at: number
  readonly tookMs: number | null
  readonly usage: Usage | null
  readonly currency: string
  readonly sent: readonly SentItem[]
  readonly calls: readonly CalledTool[]
  readonly read: readonly ReadItem[]
}

export interface ReceiptSource {
  readonly answer: Message
  /** The message that it answers; null if missing. */
  readonly question: Message | null
  readonly entries: readonly LedgerEntry[]
  readonly grants: readonly Grant[]
  readonly currency: string
}

export function buildReceipt({ answer, question, entries, grants, currency }: ReceiptSource): Receipt {
  const wordsOf = (entry: LedgerEntry) =>
    describeDecision(
      entry,
      grants.find(({ id }) => id === entry.decision)
    )
  const oldestFirst = entries.toSorted((one, other) => one.position - other.position)
  const calls = answer.parts.filter((part) => part.type === 'tool-call')
  const sentFor = (callId: string) =>
    oldestFirst.find((entry) => entry.kind === 'tool call' && entry.callId === callId)
  return {
    model: answer.model,
    at: answer.createdAt,
    tookMs: answer.tookMs ?? null,
    usage: answer.usage,
    currency,
    sent: oldestFirst.map((entry) => ({ ...sentItem(entry), decidedBy: wordsOf(entry) })),
    calls: calls.map((call) => {
      const entry = sentFor(call.callId)
      return { ...calledTool(call), decidedBy: entry === undefined ? null : wordsOf(entry) }
    }),
    read: (question?.parts ?? []).flatMap(readItem)
  }
}

function sentItem(entry: LedgerEntry) {
  const { position, at, recipientType, recipient, kind, subject, bytes, excerpt } = entry
  return { position, at, recipientType, recipient, kind, subject, bytes, excerpt }
}

function calledTool(call: ToolCallPart) {
  const { callId, serverName, toolName, state, startedAt, endedAt, content, structuredContent } = call
  return {
    callId,
    server: serverName,
    tool: toolName,
    state,
    arguments: call.arguments,
    isEdited: call.isEditedByPerson,
    tookMs: startedAt === null || endedAt === null ? null : endedAt - startedAt,
    resultSize:
      call.kept?.length ?? sizeOf(content) + (structuredContent === null ? 0 : sizeOf(structuredContent))
  }
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) && value.length === 0 ? 0 : JSON.stringify(value).length
}

function readItem(part: MessagePart): readonly ReadItem[] {
  switch (part.type) {
    case 'file':
      return [{ type: 'file', name: part.name, server: null, size: part.size }]
    case 'resource': {
      const size = part.contents.reduce((sum, { text, blob }) => sum + (text ?? blob ?? '').length, 0)
      return [{ type: 'resource', name: part.uri, server: part.serverName, size }]
    }
    case 'prompt':
      return [{ type: 'prompt', name: part.name, server: part.serverName, size: sizeOf(part.messages) }]
    default:
      return []
  }
}

/** How much each recipient got, largest first. */
export function amounts(receipt: Receipt): readonly { readonly recipient: string; readonly bytes: number }[] {
  const sums = new Map<string, number>()
  for (const { recipient, bytes } of receipt.sent) sums.set(recipient, (sums.get(recipient) ?? 0) + bytes)
  return [...sums].map(([recipient, bytes]) => ({ recipient, bytes })).toSorted((a, b) => b.bytes - a.bytes)
}
