/**
 * The requests that we sent over one connection: which wait for an answer, and what became of the last ones, so that
 * a second answer, a late one and one to nothing can be told apart.
 */
type RequestId = string | number

/** Of ended requests. */
const keptCount = 1_000

export type RequestState = 'open' | 'answered' | 'given up' | 'unknown'

export class PendingRequests {
  readonly #open = new Map<RequestId, string>()
  /** The oldest first. */
  readonly #ended = new Map<RequestId, 'answered' | 'given up'>()

  open(id: RequestId, method: string): void {
    this.#open.set(id, method)
  }

  stateOf(id: RequestId): RequestState {
    return this.#open.has(id) ? 'open' : (this.#ended.get(id) ?? 'unknown')
  }

  /** The id of a request of ours that a server gives back as a text, or as a number, where it was the other. */
  idOf(id: RequestId): RequestId {
    if (this.stateOf(id) !== 'unknown') return id
    const other = typeof id === 'number' ? String(id) : Number(id)
    return id !== '' && this.stateOf(other) !== 'unknown' ? other : id
  }

  /** The method of an open request, which from now on is answered; null when none is open. */
  answer(id: RequestId): string | null {
    return this.#end(id, 'answered')
  }

  /** Nobody waits for the answer any more. False when nobody did. */
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
