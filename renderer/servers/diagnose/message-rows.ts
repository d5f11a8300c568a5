/** Describes a message between Parley and a server: JSON-RPC, explained for debugging. Pure. */
import type { EventPayload } from '../../../app/contract/bridge/events'

export type MessageRowSource = EventPayload<'server.traced'>

/** @spec base protocol: requests, responses, notifications; batches in 2025-03-26 only. */
export type MessageKind = 'request' | 'result' | 'failure' | 'notification' | 'batch' | 'unreadable'

export interface MessageRow {
  /** Increases with every message. */
  readonly place: number
  readonly message: MessageRowSource
  readonly kind: MessageKind
  /** For an answer, its request's method; untrusted text. Null if unknown. */
  readonly method: string | null
  readonly requestId: string | null
  /** From a request to its answer, in milliseconds; null if the request was not seen. */
  readonly tookMs: number | null
}

/** Open requests, by connection, direction and id. */
export type OpenRequests = Map<string, { readonly method: string; readonly at: number }>

/** The most open requests, because requests without answers must not fill the memory. */
const mostOpen = 1_000

/** Adds an open request to `open`, and removes an answered one. */
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
  /** Index of its oldest shown message. */
  readonly place: number
  /** Number of its earlier messages that are no longer kept. */
  readonly removedCount: number
}

/** For every connection in `rows`; `shown` are the rows that match the filter. */
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
  /** Text that a message's JSON must contain. */
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

/** One message per line, as JSON: time, direction and message; null if it was too long or too deep to show. */
export function messageLines(rows: readonly MessageRow[]): string {
  return rows
    .map(({ message: { at, direction, text } }) => {
      const message = text === null ? null : (JSON.parse(text) as unknown)
      return JSON.stringify({ at: new Date(at).toISOString(), direction, message })
    })
    .join('\n')
}
