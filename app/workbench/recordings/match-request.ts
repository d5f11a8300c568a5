/** Finds the recorded exchange that answers a request. */
import { sortKeys } from '../../base/sort-keys'
import type { JsonObject } from '../../contract/json'
import type { Exchange } from './exchanges'

/** `exact`: the recorded requests in their order. `tolerant`: in any order, and as often as the client likes. */
export type PlayMode = 'exact' | 'tolerant'

const handshakeMethods: ReadonlySet<string> = new Set(['initialize', 'server/discover'])
/** Their parameters say what the client wishes, which doesn't change the answer. */
const wishes: ReadonlySet<string> = new Set(['subscriptions/listen', 'logging/setLevel'])
/** How often a client asks depends on the time, so their order doesn't count. */
const polls: ReadonlySet<string> = new Set(['ping', 'tasks/get', 'tasks/result'])

export class RequestMatcher {
  readonly #exchanges: readonly Exchange[]
  /** By method, then by what `toKey` returns. Computed once, as a recording may be long. */
  readonly #requests: Index
  readonly #notifications: Index
  readonly #mode: PlayMode
  readonly #used = new Set<Exchange>()

  constructor(exchanges: readonly Exchange[], mode: PlayMode) {
    this.#exchanges = exchanges
    this.#requests = indexExchanges(exchanges.filter(({ id }) => id !== null))
    this.#notifications = indexExchanges(exchanges.filter(({ id }) => id === null))
    this.#mode = mode
  }

  /** A request or, with `id` null in the recording, a notification. Null: nothing in the recording fits. */
  find(method: string, params: JsonObject, isRequest: boolean): Exchange | null {
    const ofMethod = (isRequest ? this.#requests : this.#notifications).get(method)
    if (ofMethod === undefined) return null
    if (handshakeMethods.has(method)) return findHandshake(ofMethod.all, params)
    const found =
      this.#mode === 'exact' && isRequest && !polls.has(method)
        ? this.#next(method, params)
        : this.#best(ofMethod, method, params)
    if (found !== null) this.#used.add(found)
    return found
  }

  /** What an exact client must request next; null: nothing. */
  expected(): Exchange | null {
    return (
      this.#exchanges.find(
        (exchange) =>
          exchange.id !== null &&
          !this.#used.has(exchange) &&
          !handshakeMethods.has(exchange.method) &&
          !polls.has(exchange.method)
      ) ?? null
    )
  }

  #next(method: string, params: JsonObject): Exchange | null {
    const expected = this.expected()
    if (expected?.method !== method) return null
    return wishes.has(method) || toKey(expected.params) === toKey(params) ? expected : null
  }

  /** The first one that wasn't used yet, else the last. */
  #best({ all, same, alike }: OfMethod, method: string, params: JsonObject): Exchange | null {
    const fitting =
      same.get(toKey(params)) ?? alike.get(toKey(withoutInputs(params))) ?? (wishes.has(method) ? all : [])
    return fitting.find((exchange) => !this.#used.has(exchange)) ?? fitting.at(-1) ?? null
  }
}

interface OfMethod {
  readonly all: Exchange[]
  readonly same: Map<string, Exchange[]>
  /** Without what users or models answered. */
  readonly alike: Map<string, Exchange[]>
}

type Index = ReadonlyMap<string, OfMethod>

function indexExchanges(exchanges: readonly Exchange[]): Index {
  const index = new Map<string, OfMethod>()
  for (const exchange of exchanges) {
    const { method, params } = exchange
    const ofMethod: OfMethod = index.get(method) ?? { all: [], same: new Map(), alike: new Map() }
    index.set(method, ofMethod)
    ofMethod.all.push(exchange)
    addTo(ofMethod.same, toKey(params), exchange)
    addTo(ofMethod.alike, toKey(withoutInputs(params)), exchange)
  }
  return index
}

function addTo(groups: Map<string, Exchange[]>, key: string, exchange: Exchange): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [exchange])
  else group.push(exchange)
}

/** A client may have offered several revisions until the server accepted one. */
function findHandshake(exchanges: readonly Exchange[], params: JsonObject): Exchange | null {
  const answered = exchanges.filter(({ answer }) => answer !== null)
  const isSame = ({ params: { protocolVersion } }: Exchange) => protocolVersion === params['protocolVersion']
  return (
    answered.find((exchange) => isSame(exchange) && exchange.answer?.['result'] !== undefined) ??
    answered.findLast(({ answer }) => answer?.['result'] !== undefined) ??
    answered.at(-1) ??
    null
  )
}

/** What users or models answered during the request. */
function withoutInputs({ inputResponses: _, ...params }: JsonObject): JsonObject {
  return params
}

/**
 * The parameters as text. The order of their members doesn't matter. Without `_meta`, which describes the client and the
 * request. Without empty arguments: some clients leave them out.
 */
export function toKey(params: JsonObject): string {
  const { _meta, ...others } = params
  const { arguments: args } = others
  if (typeof args === 'object' && args !== null && Object.keys(args).length === 0) delete others['arguments']
  return JSON.stringify(sortKeys(others))
}
