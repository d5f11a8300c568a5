/** The messages of a recorded server as exchanges: what the client sent, what followed, and how it was answered. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json'
import type { Recording, RecordingEntry } from './recording'

/** What the server did: it sent a notification or a request, or waited for the answer to its request `id`. */
export type ServerStep =
  | { readonly type: 'send'; readonly message: JsonObject }
  | { readonly type: 'await'; readonly id: JsonValue }

/** A request or notification of the client. */
export interface Exchange {
  readonly method: string
  readonly params: JsonObject
  /** The recorded id; null for a notification. */
  readonly id: JsonValue
  /** Until the answer, and after it until the client sent something else. */
  readonly before: ServerStep[]
  readonly after: ServerStep[]
  /** The answer as it was sent; null: none was recorded. */
  answer: JsonObject | null
  isCancelled: boolean
}

/** Older ones count as given up, so that no recording makes its player slow. */
const mostOpen = 200

export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId'

/** In the order in which the client sent them. */
export function findExchanges({ entries }: Recording, serverName: string): readonly Exchange[] {
  const state: State = { found: [], open: new Map(), asked: new Map() }
  for (const entry of entries) {
    addCalls(entry, state, serverName)
    if (entry.type !== 'message' || entry.message === null || entry.server !== serverName) continue
    const toKey: ToKey = (id) => `${entry.connection} ${JSON.stringify(id ?? null)}`
    if (entry.direction === 'in') addReceived(entry.message, state, toKey)
    else addSent(entry.message, state, toKey)
  }
  return state.found
}

/** A conversation has the calls of the model instead of messages. */
function addCalls(entry: RecordingEntry, { found, open }: State, serverName: string): void {
  if (entry.type === 'reply')
    for (const { server, callId, tool, arguments: args } of entry.calls) {
      if (server !== serverName) continue
      const params = { name: tool, arguments: args }
      const exchange: Exchange = {
        method: 'tools/call',
        params,
        id: callId,
        before: [],
        after: [],
        answer: null,
        isCancelled: false
      }
      found.push(exchange)
      keep(open, callId, exchange)
    }
  if (entry.type !== 'result' || entry.server !== serverName) return
  const exchange = open.get(entry.callId)
  open.delete(entry.callId)
  if (exchange !== undefined && entry.answer !== null)
    exchange.answer = { jsonrpc: '2.0', id: entry.callId, ...entry.answer }
}

interface State {
  readonly found: Exchange[]
  /** Requests without an answer so far. */
  readonly open: Map<string, Exchange>
  /** Requests of the server that the client hasn't answered, with the exchange in which they were sent. */
  readonly asked: Map<string, Exchange>
}

function keep(open: Map<string, Exchange>, key: string, exchange: Exchange): void {
  open.set(key, exchange)
  const [oldest] = open.keys()
  if (open.size > mostOpen && oldest !== undefined) open.delete(oldest)
}

type ToKey = (id: JsonValue | undefined) => string

function addSent(message: JsonObject, { found, open, asked }: State, toKey: ToKey): void {
  const { method, id = null } = message
  if (typeof method !== 'string') {
    const owner = asked.get(toKey(id))
    asked.delete(toKey(id))
    if (owner !== undefined) stepsOf(owner).push({ type: 'await', id })
    return
  }
  const params = toFields(message['params'])
  if (method === 'notifications/cancelled') {
    const cancelled = open.get(toKey(params['requestId']))
    if (cancelled !== undefined) cancelled.isCancelled = true
  }
  const exchange: Exchange = { method, params, id, before: [], after: [], answer: null, isCancelled: false }
  found.push(exchange)
  if (id !== null) keep(open, toKey(id), exchange)
}

function addReceived(message: JsonObject, { found, open, asked }: State, toKey: ToKey): void {
  const { method, id = null } = message
  if (method === undefined) {
    const answered = open.get(toKey(id))
    open.delete(toKey(id))
    if (answered !== undefined) answered.answer = message
    return
  }
  const waiting = [...open.values()]
  // A stream of subscriptions gets no answer, so what happens during other requests belongs to those.
  const running = waiting.filter((exchange) => exchange.method !== 'subscriptions/listen')
  const owner = waiting.find((exchange) => owns(exchange, message)) ?? running.at(-1) ?? found.at(-1)
  if (owner === undefined) return
  stepsOf(owner).push({ type: 'send', message })
  if (id !== null) keep(asked, toKey(id), owner)
}

/** Progress belongs to the request with its token, and the first message of a stream to the request that opened it. */
function owns({ id, params: sent }: Exchange, { method, params }: JsonObject): boolean {
  const { progressToken, _meta } = toFields(params)
  if (progressToken !== undefined) return toFields(sent['_meta'])['progressToken'] === progressToken
  return method === 'notifications/subscriptions/acknowledged' && toFields(_meta)[subscriptionKey] === id
}

function stepsOf({ id, answer, isCancelled, before, after }: Exchange): ServerStep[] {
  return id !== null && answer === null && !isCancelled ? before : after
}

export function toFields(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
