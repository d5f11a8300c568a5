/**
 * The requests that were sent over one connection: which are open, and how the last ones ended. Distinguishes a second
 * answer, a late one, and an answer to no request.
 */
type RequestId = string | number

/** Number of ended requests. */
const keptCount = 1_000

export type RequestState = 'open' | 'answered' | 'given up' | 'unknown'

export class PendingRequests {
  readonly #open = new Map<RequestId, string>()
  /** Oldest first. */
  readonly #ended = new Map<RequestId, 'answered' | 'given up'>()

  open(id: RequestId, method: string): void {
    this.#open.set(id, method)
  }

  stateOf(id: RequestId): RequestState {
    return this.#open.has(id) ? 'open' : (this.#ended.get(id) ?? 'unknown')
  }

  /** The id of a request if a server returns a numeric id as a string, or a string as a number. */
  idOf(id: RequestId): RequestId {
    if (this.stateOf(id) !== 'unknown') return id
    const other = typeof id === 'number' ? String(id) : Number(id)
    return id !== '' && this.stateOf(other) !== 'unknown' ? other : id
  }

  /** Marks the request as answered and returns its method; null if it isn't open. */
  answer(id: RequestId): string | null {
    return this.#end(id, 'answered')
  }

  /** Marks the request as given up. False if it wasn't open. */
  giveUp(id: RequestId): boolean {
    return this.#end(id, 'given up') !== null
  }

  #end(id: RequestId, how: 'answered' | 'given up'): string | null {
    const method = this.#open.get(id) ?? null
    if (method === null) return null
    this.#open.delete(id)
    this.#ended.set(id, how)
    const [oldest] = this.#ended.keys()
    if (this.#ended.size > keptCount && oldest !== undefined) this.#ended.delete(oldest)
    return method
  }
}
