/**
 * The messages of a server that match a filter. Positions count from the first match and never change, so a list that is
 * being read stays in place while messages arrive and old ones are removed. Each message is tested once.
 */
import { createMatcher, type FilterTerm } from './message-filter'
import type { MessageRing } from './message-ring'

export class FilteredMessages {
  readonly #ring: MessageRing
  readonly #matches: ReturnType<typeof createMatcher>
  /** Of the matches from position `first` on. */
  #numbers: number[] = []
  #first = 0
  /** The number of the next message to test. */
  #next = 0
  /** These are known only after a message has arrived, so the test is made again. */
  readonly #isSettledLate: boolean

  constructor(ring: MessageRing, terms: readonly FilterTerm[]) {
    this.#ring = ring
    this.#matches = createMatcher(terms)
    this.#isSettledLate = terms.some(({ field }) => field === 'status' || field === 'round')
  }

  get first(): number {
    return this.#first
  }

  get end(): number {
    return this.#first + this.#numbers.length
  }

  /** -1: there is none. */
  numberAt(position: number): number {
    return this.#numbers[position - this.#first] ?? -1
  }

  positionOf(number: number): number | null {
    const index = this.#numbers.indexOf(number)
    return index < 0 ? null : this.#first + index
  }

  update(): void {
    const { start, end } = this.#ring
    const gone = this.#numbers.findIndex((number) => number >= start)
    const removed = gone < 0 ? this.#numbers.length : gone
    if (removed > 0) {
      this.#numbers = this.#numbers.slice(removed)
      this.#first += removed
    }
    if (this.#isSettledLate) this.#numbers = []
    for (let number = this.#isSettledLate ? start : Math.max(this.#next, start); number < end; number += 1) {
      const kept = this.#ring.get(number)
      if (kept !== undefined && this.#matches(kept)) this.#numbers.push(number)
    }
    this.#next = end
  }
}
