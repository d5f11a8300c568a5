/**
 * One list of one connection, read when it is shown and kept while it is known to be current. The caller knows the
 * content and who listens to changes.
 */
import { toFailure } from '../../base/host-error'
import { delay } from '../../base/delay'
import type { LocalizedText } from '../../contract/localized-text'
import { quote, say } from '../../texts/render-localized'

/** Reading all servers must not wait for the slowest one. */
const patienceMs = 5_000

export interface ListingOptions<T> {
  readonly read: () => Promise<T>
  /** True if the server announces changes. If not, each use reads the list again. */
  readonly isAnnounced: boolean
  /** A read that the caller didn't wait for is done, so the caller should look again. */
  readonly onLate: () => void
}

export interface ListResult<T> {
  /** Null if it was never read. */
  readonly value: T | null
  /** Why it may be outdated. */
  readonly problem: LocalizedText | null
}

export class Listing<T> {
  readonly #options: ListingOptions<T>
  #last: ListResult<T> = { value: null, problem: null }
  /** True if the next use may have the last result. */
  #isFresh = false
  #reading: Promise<void> | null = null
  #changes = 0
  #isLate = false

  constructor(options: ListingOptions<T>) {
    this.#options = options
  }

  /** The last result; null if there is none. */
  get known(): T | null {
    return this.#last.value
  }

  /** The server announced a change. */
  changed(): void {
    this.#changes += 1
    this.#isFresh = false
  }

  /** Never rejects. */
  async look(): Promise<ListResult<T>> {
    if (!this.#isFresh) {
      const stopWaiting = new AbortController()
      this.#reading ??= this.#read().finally(() => (this.#reading = null))
      await Promise.race([this.#reading, delay(patienceMs, stopWaiting.signal)])
      stopWaiting.abort()
    }
    if (this.#reading !== null && !this.#isFresh) {
      this.#isLate = true
      return { value: this.#last.value, problem: say('servers.listOld') }
    }
    // After a failure the next use tries again.
    this.#isFresh = this.#options.isAnnounced && this.#last.problem === null
    return this.#last
  }

  async #read(): Promise<void> {
    let seen = -1
    // A change during the read causes one more, because the result may be from before it.
    while (seen !== this.#changes) {
      seen = this.#changes
      this.#last = await this.#options.read().then(
        (value) => ({ value, problem: null }),
        (error: unknown) => {
          const { message, said = quote(message) } = toFailure(error)
          return { value: this.#last.value, problem: said }
        }
      )
    }
    this.#isFresh = true
    if (!this.#isLate) return
    this.#isLate = false
    this.#options.onLate()
  }
}
