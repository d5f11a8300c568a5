/**
 * One list of one connection, read when somebody looks and kept as long as it is sure to be right. What the list
 * holds and who is told of changes is the caller's business.
 */
import { toFailure } from '../../base/host-error'
import { delay } from '../../base/delay'
import type { LocalizedText } from '../../contract/localized-text'
import { quote, say } from '../../texts/render-localized'

/** Who looks at all servers must not wait for the slowest. */
const patienceMs = 5_000

export interface ListingOptions<T> {
  readonly read: () => Promise<T>
  /** Whether the server says when it changes. Where it does not, every look reads it again. */
  readonly isAnnounced: boolean
  /** A reading that a look did not wait for is done: look again. */
  readonly onLate: () => void
}

export interface Look<T> {
  /** Null when it was never read. */
  readonly value: T | null
  /** Why it may not be the newest. */
  readonly problem: LocalizedText | null
}

export class Listing<T> {
  readonly #options: ListingOptions<T>
  #last: Look<T> = { value: null, problem: null }
  /** Whether the next look may have the last reading. */
  #isFresh = false
  #reading: Promise<void> | null = null
  #changes = 0
  #isLate = false

  constructor(options: ListingOptions<T>) {
    this.#options = options
  }

  /** What the last reading gave; null when there was none. */
  get known(): T | null {
    return this.#last.value
  }

  /** The server says that it has changed. */
  changed(): void {
    this.#changes += 1
    this.#isFresh = false
  }

  /** Never rejects. */
  async look(): Promise<Look<T>> {
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
    // A failed reading is worth another try at the next look.
    this.#isFresh = this.#options.isAnnounced && this.#last.problem === null
    return this.#last
  }

  async #read(): Promise<void> {
    let seen = -1
    // A change during the reading leads to one more: the reading may be from before it.
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
