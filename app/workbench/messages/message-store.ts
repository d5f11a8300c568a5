/**
 * The newest messages of every server, from the start of its connections, with an index for filters. Contains texts of
 * servers and users, including secrets: code that shows them must remove the secrets. No clock, no files.
 */
import type { HttpExchange, MessageRow } from '../../contract/workbench/messages'
import { describeMessage, type MessageFacts } from './describe-message'
import { FilteredMessages } from './filtered-messages'
import type { KeptMessage } from './kept-message'
import type { FilterTerm } from './message-filter'
import { MessageRing } from './message-ring'
import { RepeatedRequests } from './repeated-requests'

/** A message as it was sent. */
export interface ArrivedMessage extends Pick<
  MessageRow,
  'connectionId' | 'index' | 'at' | 'direction' | 'size' | 'oddity' | 'batch'
> {
  readonly serverName: string
  /** JSON; null if it is too long or nests too deeply. */
  readonly text: string | null
  /** The parsed message. Not kept. */
  readonly message: unknown
}

export interface StoreLimits {
  /** For all servers together. The server with the most loses its oldest first. */
  readonly messages: number
  /** Characters of JSON, for all servers together. */
  readonly characters: number
}

const usualLimits: StoreLimits = { messages: 100_000, characters: 64_000_000 }
/** Per server, the newest. */
const mostConnections = 3
/** Requests without answers must not fill the memory. */
const mostOpen = 1_000
/** Lists that a window may be reading. */
const mostLists = 8
/** Messages that may arrive between sending one and the beginning of its response. */
const mostBetween = 5_000
/** Names for completion, per server. */
const mostNames = 500

interface ServerMessages {
  readonly ring: MessageRing
  /** By connection id, oldest first: the index of its first message that is kept. */
  readonly connections: Map<string, number>
  /** The revision that each of them uses, by its newest message that names one. */
  readonly revisions: Map<string, string>
  readonly lists: Map<string, FilteredMessages>
  readonly methods: Set<string>
  readonly tools: Set<string>
}

/** A message that was sent over HTTP. */
export interface SentMessage {
  /** null for an answer. */
  readonly method: string | null
  readonly id: string | number | null
  readonly exchange: HttpExchange
}

export interface MessageQuery {
  readonly serverName: string
  readonly terms: readonly FilterTerm[]
}

export interface FoundMessages {
  readonly first: number
  readonly end: number
  readonly from: number
  readonly rows: readonly MessageRow[]
  readonly removed: number
}

export class MessageStore {
  readonly #limits: StoreLimits
  readonly #servers = new Map<string, ServerMessages>()
  /** Requests without an answer, by connection, direction and id. */
  readonly #open = new Map<string, KeptMessage>()
  readonly #repeated = new RepeatedRequests()
  #count = 0
  #characters = 0

  constructor(limits: StoreLimits = usualLimits) {
    this.#limits = limits
  }

  keep(arrived: ArrivedMessage): void {
    const { serverName, text } = arrived
    const server = this.#servers.get(serverName) ?? this.#addServer(serverName)
    const facts = describeMessage(text === null ? undefined : arrived.message)
    const { kind, method, id } = facts
    const kept = createKept(arrived, facts, server.ring.end)
    if (kind === 'request') this.#openRequest(kept, facts)
    else if (id !== null && method === null) this.#answerRequest(kept, facts)
    this.#openConnection(server, kept)
    if (facts.revision !== null) server.revisions.set(kept.connectionId, facts.revision)
    server.ring.add(kept)
    this.#count += 1
    this.#characters += text?.length ?? 0
    if (kept.method !== null && server.methods.size < mostNames) server.methods.add(kept.method)
    if (kept.tool !== null && server.tools.size < mostNames) server.tools.add(kept.tool)
    this.#removeOldest()
  }

  /** `from`: null for the last `count`. */
  find({ serverName, terms }: MessageQuery, from: number | null, count: number): FoundMessages {
    const server = this.#servers.get(serverName)
    if (server === undefined) return { first: 0, end: 0, from: 0, rows: [], removed: 0 }
    const list = this.#listOf(server, terms)
    const start = Math.min(Math.max(from ?? list.end - count, list.first), list.end)
    let before = server.ring.get(list.numberAt(start - 1))?.connectionId
    const rows: MessageRow[] = []
    for (let position = start; position < Math.min(start + count, list.end); position += 1) {
      const kept = server.ring.get(list.numberAt(position))
      if (kept === undefined) break
      const isFirst = kept.connectionId !== before
      before = kept.connectionId
      rows.push(toRow(kept, server, isFirst))
    }
    return { first: list.first, end: list.end, from: start, rows, removed: server.ring.removed }
  }

  /** null: the message isn't in the list. */
  locate({ serverName, terms }: MessageQuery, number: number): number | null {
    const server = this.#servers.get(serverName)
    return server === undefined ? null : this.#listOf(server, terms).positionOf(number)
  }

  read(serverName: string, number: number): KeptMessage | undefined {
    return this.#servers.get(serverName)?.ring.get(number)
  }

  /** null: unknown. */
  readRevision(serverName: string, { connectionId }: KeptMessage): string | null {
    return this.#servers.get(serverName)?.revisions.get(connectionId) ?? null
  }

  /** Adds how a message was sent, before its answer arrives. */
  noteHttp(serverName: string, connectionId: string, { method, id, exchange }: SentMessage): void {
    const ring = this.#servers.get(serverName)?.ring
    if (ring === undefined) return
    const sentId = id === null ? null : JSON.stringify(id)
    for (let number = ring.end - 1; number >= Math.max(ring.start, ring.end - mostBetween); number -= 1) {
      const kept = ring.get(number)
      if (kept?.direction !== 'out' || kept.connectionId !== connectionId || kept.id !== sentId) continue
      // An answer has the method of its request, which isn't in its body.
      if (method !== null && kept.method !== method) continue
      kept.http = exchange
      kept.status = exchange.status
      return
    }
  }

  /** The newest messages in the list, oldest first, up to this many characters. */
  newest({ serverName, terms }: MessageQuery, limit: StoreLimits): readonly KeptMessage[] {
    const server = this.#servers.get(serverName)
    if (server === undefined) return []
    const list = this.#listOf(server, terms)
    const found: KeptMessage[] = []
    let characters = 0
    for (
      let position = list.end - 1;
      position >= list.first && found.length < limit.messages;
      position -= 1
    ) {
      const kept = server.ring.get(list.numberAt(position))
      characters += kept?.text?.length ?? 0
      if (kept === undefined || characters > limit.characters) break
      found.push(kept)
    }
    return found.reverse()
  }

  names(serverName: string): { readonly methods: readonly string[]; readonly tools: readonly string[] } {
    const { methods = new Set<string>(), tools = new Set<string>() } = this.#servers.get(serverName) ?? {}
    return { methods: [...methods].toSorted(), tools: [...tools].toSorted() }
  }

  forget(serverName: string): void {
    const server = this.#servers.get(serverName)
    if (server === undefined) return
    this.#count -= server.ring.length
    this.#characters -= server.ring.characters
    server.ring.clear()
    for (const names of [server.methods, server.tools, server.lists]) names.clear()
  }

  #addServer(serverName: string): ServerMessages {
    const added: ServerMessages = {
      ring: new MessageRing(),
      connections: new Map(),
      revisions: new Map(),
      lists: new Map(),
      methods: new Set(),
      tools: new Set()
    }
    this.#servers.set(serverName, added)
    return added
  }

  #openRequest(request: KeptMessage, facts: MessageFacts): void {
    this.#repeated.number(request, facts)
    this.#open.set(openKey(request, request.direction), request)
    const [oldest] = this.#open.keys()
    if (this.#open.size > mostOpen && oldest !== undefined) this.#open.delete(oldest)
  }

  #answerRequest(answer: KeptMessage, facts: MessageFacts): void {
    const key = openKey(answer, answer.direction === 'in' ? 'out' : 'in')
    const request = this.#open.get(key)
    if (request === undefined) return
    this.#open.delete(key)
    const tookMs = Math.max(0, answer.at - request.at)
    const { method, tool, number, status, http } = request
    if (facts.asksForInput) this.#repeated.expect(request, facts)
    Object.assign(answer, { method, tool, partner: number, status, http, tookMs, round: request.round })
    request.partner = answer.number
  }

  #openConnection(server: ServerMessages, { connectionId, index }: KeptMessage): void {
    const { connections, revisions, ring } = server
    if (connections.has(connectionId)) return
    connections.set(connectionId, index)
    const [oldest] = connections.keys()
    if (connections.size <= mostConnections || oldest === undefined) return
    connections.delete(oldest)
    revisions.delete(oldest)
    // Messages of a connection that overlapped with it go with the limits.
    while (ring.first?.connectionId === oldest) this.#removeFirst(server)
  }

  #removeOldest(): void {
    while (this.#count > this.#limits.messages) this.#removeFirst(this.#largestBy(({ length }) => length))
    while (this.#characters > this.#limits.characters && this.#count > 1)
      this.#removeFirst(this.#largestBy(({ characters }) => characters))
  }

  #largestBy(measure: (ring: MessageRing) => number): ServerMessages {
    return [...this.#servers.values()].reduce((one, other) =>
      measure(other.ring) > measure(one.ring) ? other : one
    )
  }

  #removeFirst({ ring, connections }: ServerMessages): void {
    const removed = ring.removeFirst()
    if (removed === undefined) return
    this.#count -= 1
    this.#characters -= removed.text?.length ?? 0
    if (connections.has(removed.connectionId)) connections.set(removed.connectionId, removed.index + 1)
  }

  #listOf(server: ServerMessages, terms: readonly FilterTerm[]): FilteredMessages {
    const key = JSON.stringify(terms)
    const list = server.lists.get(key) ?? new FilteredMessages(server.ring, terms)
    server.lists.delete(key)
    server.lists.set(key, list)
    const [oldest] = server.lists.keys()
    if (server.lists.size > mostLists && oldest !== undefined) server.lists.delete(oldest)
    list.update()
    return list
  }
}

/** Written out: copied objects need several times the memory, and longer to filter. */
function createKept(arrived: ArrivedMessage, facts: MessageFacts, number: number): KeptMessage {
  return {
    number,
    connectionId: arrived.connectionId,
    index: arrived.index,
    at: arrived.at,
    direction: arrived.direction,
    kind: facts.kind,
    method: facts.method,
    id: facts.id,
    tool: facts.tool,
    tookMs: null,
    size: arrived.size,
    oddity: arrived.oddity,
    partner: null,
    round: null,
    batch: arrived.batch,
    status: null,
    text: arrived.text,
    http: null
  }
}

/** Both sides may use one id. */
function openKey({ connectionId, id }: KeptMessage, direction: 'in' | 'out'): string {
  return `${connectionId} ${direction} ${id}`
}

function toRow(
  { text: _text, http: _http, ...kept }: KeptMessage,
  { connections, ring }: ServerMessages,
  isFirst: boolean
): MessageRow {
  const isPartnerKept = kept.partner !== null && ring.get(kept.partner) !== undefined
  return {
    ...kept,
    partner: isPartnerKept ? kept.partner : null,
    removedBefore: isFirst ? (connections.get(kept.connectionId) ?? 0) : null
  }
}
