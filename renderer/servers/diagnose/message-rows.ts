/** What a message between Parley and a server is: JSON-RPC read for people who look for a fault. Pure. */
import type { EventPayload } from '../../../app/contract/events'

export type MessageRowSource = EventPayload<'server.traced'>

/** @spec base protocol: requests, responses, notifications; batches in 2025-03-26 only. */
export type MessageKind = 'request' | 'result' | 'failure' | 'notification' | 'batch' | 'unreadable'

export interface MessageRow {
  /** Rises with every message. */
  readonly place: number
  readonly message: MessageRowSource
  readonly kind: MessageKind
  /** Of an answer that of its request; untrusted text. Null where none is known. */
  readonly method: string | null
  readonly requestId: string | null
  /** From a request to its answer, in milliseconds; null where the request was not seen. */
  readonly tookMs: number | null
}

/** Open requests, by connection, direction and id. */
export type OpenRequests = Map<string, { readonly method: string; readonly at: number }>

/** The most that may be open at once: who never answers must not fill the memory. */
const mostOpen = 1_000

/** Notes an open request in `open`, and takes one out that is answered. */
export function toRow(message: MessageRowSource, place: number, open: OpenRequests): MessageRow {
  const unread = { place, message, method: null, requestId: null, tookMs: null }
  if (message.text === null) return { ...unread, kind: 'unreadable' }
  const value: unknown = JSON.parse(message.text)
  if (Array.isArray(value)) return { ...unread, kind: 'batch' }
  if (typeof value !== 'object' || value === null) return { ...unread, kind: 'unreadable' }
  const { id, method } = value as { readonly id?: unknown; readonly method?: unknown }
  const requestId = typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : null
  if (typeof method === 'string') {
    if (requestId === null) return { ...unread, kind: 'notification', method }
    remember(open, keyOf(message, message.direction, requestId), { method, at: message.at })
    return { ...unread, kind: 'request', method, requestId }
  }
  const key = keyOf(message, message.direction === 'in' ? 'out' : 'in', requestId ?? '')
  const asked = open.get(key)
  open.delete(key)
  return {
    ...unread,
    kind: 'error' in value ? 'failure' : 'result',
    method: asked?.method ?? null,
    requestId,
    tookMs: asked === undefined ? null : Math.max(0, message.at - asked.at)
  }
}

function keyOf(
  { connectionId }: MessageRowSource,
  direction: MessageRowSource['direction'],
  requestId: string
): string {
  return `${connectionId} ${direction} ${requestId}`
}

function remember(open: OpenRequests, key: string, request: { method: string; at: number }): void {
  open.set(key, request)
  const [oldest] = open.keys()
  if (open.size > mostOpen && oldest !== undefined) open.delete(oldest)
}

/** Where a connection begins among messages. */
export interface ConnectionStart {
  /** Place of its oldest message that is shown. */
  readonly place: number
  /** Earlier ones of the connection that are no longer kept. */
  readonly removedCount: number
}

/** Of every connection of `rows`; `shown` are those of them that fit the filter. */
export function findConnectionStarts(
  rows: readonly MessageRow[],
  shown: readonly MessageRow[]
): readonly ConnectionStart[] {
  const removed = new Map<string, number>()
  for (const { message } of rows)
    if (!removed.has(message.connectionId)) removed.set(message.connectionId, message.index)
  const places = new Map<string, number>()
  for (const { message, place } of shown)
    if (!places.has(message.connectionId)) places.set(message.connectionId, place)
  return [...places].map(([id, place]) => ({ place, removedCount: removed.get(id) ?? 0 }))
}

export interface MessageFilter {
  readonly direction: MessageRowSource['direction'] | 'both'
  /** What a message has to hold somewhere in its JSON, all of it. */
  readonly words: string
}

export function filterMessages(rows: readonly MessageRow[], filter: MessageFilter): readonly MessageRow[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ message, method }) => {
    if (filter.direction !== 'both' && message.direction !== filter.direction) return false
    const text = `${method ?? ''} ${message.text ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** One message a line, as JSON: when, which way, and what; null where it was too long or too deep to be told. */
export function messageLines(rows: readonly MessageRow[]): string {
  return rows
    .map(({ message: { at, direction, text } }) => {
      const message = text === null ? null : (JSON.parse(text) as unknown)
      return JSON.stringify({ at: new Date(at).toISOString(), direction, message })
    })
    .join('\n')
}
