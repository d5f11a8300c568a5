/**
 * The messages of a server that match a filter. Positions count from the first match and never change, so a list that is
 * being read stays in place while messages arrive and old ones are removed. Each message is tested once.
 */
import type { KeptMessage } from './kept-message'
import { createMatcher, hasWords, type FilterTerm } from './message-filter'
import type { MessageRing } from './message-ring'
import type { ShownMessages } from './shown-messages'

/** What one slice may take: about as many characters that are searched for words. */
const sliceCost = 2_000_000
/** Removing secrets takes this many times as long as searching for words. */
const redactionCost = 50

export class FilteredMessages {
  readonly #ring: MessageRing
  readonly #matches: (message: KeptMessage) => boolean
  readonly #shown: ShownMessages
  readonly #termCount: number
  readonly #wordedCount: number
  /** Of the matches from position `first` on. */
  #numbers: number[] = []
  #first = 0
  /** The number of the next message to test, and of the one after the last. */
  #next = 0
  #until = 0
  /** These are known only after a message has arrived, so the test is made again. */
  readonly #isSettledLate: boolean

  constructor(ring: MessageRing, terms: readonly FilterTerm[], shown: ShownMessages) {
    this.#ring = ring
    this.#shown = shown
    this.#matches = createMatcher(terms, shown.show)
    this.#termCount = terms.length
    this.#wordedCount = terms.filter(hasWords).length
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

  /** Tests messages for a while. False: there are more. */
  update(): boolean {
    const { start, end } = this.#ring
    const gone = this.#numbers.findIndex((number) => number >= start)
    const removed = gone < 0 ? this.#numbers.length : gone
    if (removed > 0) {
      this.#numbers = this.#numbers.slice(removed)
      this.#first += removed
    }
    if (this.#next >= this.#until) {
      this.#until = end
      if (this.#isSettledLate) [this.#numbers, this.#next] = [[], start]
    }
    this.#next = Math.max(this.#next, start)
    const before = this.#shown.characters
    let searched = 0
    const isCheap = () => searched + redactionCost * (this.#shown.characters - before) < sliceCost
    for (; isCheap() && this.#next < this.#until; this.#next += 1) {
      const kept = this.#ring.get(this.#next)
      if (kept === undefined) continue
      if (this.#matches(kept)) this.#numbers.push(this.#next)
      searched += this.#termCount + this.#wordedCount * (kept.text?.length ?? 0)
    }
    return this.#next >= this.#until
  }
}
