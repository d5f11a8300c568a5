/**
 * Keeps a server's lists for as long as the server allows, so that showing them twice needs one request. A list that is
 * announced as changed is dropped at once.
 *
 * @spec 2026-07-28 server/utilities/caching
 */

/** The longest time, even if a server allows more. */
const longestMs = 24 * 60 * 60 * 1_000

export interface ReadList<T> {
  readonly items: readonly T[]
  /** For how long the list may be kept; 0: not at all. */
  readonly ttlMs: number
}

export class ListCache {
  readonly #now: () => number
  readonly #kept = new Map<string, { readonly items: readonly unknown[]; readonly until: number }>()
  /** Incremented when a list is dropped: a list that is being read at that time is outdated when it arrives. */
  #generation = 0

  /** `now` in milliseconds of any clock. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The kept list of that name, or the result of `load`. */
  async read<T>(name: string, load: () => Promise<ReadList<T>>): Promise<T[]> {
    const kept = this.#kept.get(name)
    if (kept !== undefined && this.#now() < kept.until) return [...kept.items] as T[]
    const generation = this.#generation
    const { items, ttlMs } = await load()
    if (ttlMs > 0 && generation === this.#generation) {
      this.#kept.set(name, { items, until: this.#now() + Math.min(ttlMs, longestMs) })
    }
    return [...items]
  }

  /** Drops all lists whose names begin with this. */
  forget(beginning: string): void {
    this.#generation += 1
    for (const name of this.#kept.keys()) if (name.startsWith(beginning)) this.#kept.delete(name)
  }
}
