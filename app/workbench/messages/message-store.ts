/**
 * The newest messages of every server, from the start of its connections, with an index for filters. Contains texts of
 * servers and users, including secrets: code that shows them must remove the secrets. No clock, no files.
 */
import type { HttpExchange, MessageRow } from '../../contract/workbench/messages'
import { describeMessage, type MessageFacts } from './describe-message'
import { FilteredMessages } from './filtered-messages'
import type { KeptMessage } from './kept-message'
import { hasWords, type FilterTerm } from './message-filter'
import { MessageRing } from './message-ring'
import { mayHaveSecrets } from './redact-message'
import { RepeatedRequests } from './repeated-requests'
import { ShownMessages } from './shown-messages'

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
  /** Requests without an answer, by connection, direction and id. */
  readonly open: Map<string, KeptMessage>
  repeated: RepeatedRequests
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
  /** Known secrets, which terms that search texts can't find. */
  readonly secrets: readonly string[]
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
  /** Without the known secrets of the newest filter. */
  #shown = new ShownMessages([])
  #shownVersion = 0
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
    if (kind === 'request') this.#openRequest(server, kept, facts)
    else if (id !== null && method === null) this.#answerRequest(server, kept, facts)
    this.#openConnection(server, kept)
    if (facts.revision !== null) server.revisions.set(kept.connectionId, facts.revision)
    server.ring.add(kept)
    this.#count += 1
    this.#characters += text?.length ?? 0
    if (kept.method !== null && server.methods.size < mostNames) server.methods.add(kept.method)
    if (kept.tool !== null && server.tools.size < mostNames) server.tools.add(kept.tool)
    this.#removeOldest()
  }

  /**
   * `from`: null for the last `count`. Like every read of a filtered list, this ends after a while, and then returns
   * undefined until enough calls have filtered everything.
   */
  find(query: MessageQuery, from: number | null, count: number): FoundMessages | undefined {
    const server = this.#servers.get(query.serverName)
    if (server === undefined) return { first: 0, end: 0, from: 0, rows: [], removed: 0 }
    const list = this.#listOf(server, query)
    if (!list.update()) return undefined
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
  locate(query: MessageQuery, number: number): number | null | undefined {
    const server = this.#servers.get(query.serverName)
    if (server === undefined) return null
    const list = this.#listOf(server, query)
    return list.update() ? list.positionOf(number) : undefined
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
  newest(query: MessageQuery, limit: StoreLimits): readonly KeptMessage[] | undefined {
    const server = this.#servers.get(query.serverName)
    if (server === undefined) return []
    const list = this.#listOf(server, query)
    if (!list.update()) return undefined
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
    for (const each of [server.methods, server.tools, server.lists, server.open]) each.clear()
    server.repeated = new RepeatedRequests()
  }

  #addServer(serverName: string): ServerMessages {
    const added: ServerMessages = {
      ring: new MessageRing(),
      connections: new Map(),
      revisions: new Map(),
      lists: new Map(),
      methods: new Set(),
      tools: new Set(),
      open: new Map(),
      repeated: new RepeatedRequests()
    }
    this.#servers.set(serverName, added)
    return added
  }

  #openRequest({ open, repeated }: ServerMessages, request: KeptMessage, facts: MessageFacts): void {
    repeated.number(request, facts)
    open.set(openKey(request, request.direction), request)
    const [oldest] = open.keys()
    if (open.size > mostOpen && oldest !== undefined) open.delete(oldest)
  }

  #answerRequest({ open, repeated }: ServerMessages, answer: KeptMessage, facts: MessageFacts): void {
    const key = openKey(answer, answer.direction === 'in' ? 'out' : 'in')
    const request = open.get(key)
    if (request === undefined) return
    open.delete(key)
    const tookMs = Math.max(0, answer.at - request.at)
    const { method, tool, number, status, http } = request
    if (facts.asksForInput) repeated.expect(request, facts)
    Object.assign(answer, { method, tool, partner: number, status, http, tookMs, round: request.round })
    request.partner = answer.number
    // It has names of its request.
    answer.isPlain &&= request.isPlain
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

  #listOf(server: ServerMessages, { terms, secrets }: MessageQuery): FilteredMessages {
    const readsWords = terms.some(hasWords)
    if (readsWords && JSON.stringify(secrets) !== JSON.stringify(this.#shown.secrets)) {
      this.#shown = new ShownMessages(secrets)
      this.#shownVersion += 1
    }
    const key = JSON.stringify([terms, readsWords && this.#shownVersion])
    const list = server.lists.get(key) ?? new FilteredMessages(server.ring, terms, this.#shown)
    server.lists.delete(key)
    server.lists.set(key, list)
    const [oldest] = server.lists.keys()
    if (server.lists.size > mostLists && oldest !== undefined) server.lists.delete(oldest)
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
    isPlain: arrived.text === null || !mayHaveSecrets(arrived.text),
    http: null
  }
}

/** Both sides may use one id. */
function openKey({ connectionId, id }: KeptMessage, direction: 'in' | 'out'): string {
  return `${connectionId} ${direction} ${id}`
}

function toRow(
  { text: _text, http: _http, isPlain: _isPlain, ...kept }: KeptMessage,
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
