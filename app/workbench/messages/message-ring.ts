/** Messages by number, of which the oldest are removed. Adding and removing take the same time at any length. */
import type { KeptMessage } from './kept-message'

/** Removed messages leave gaps at the beginning, which are closed once they are half of the list. */
const shortestGap = 1_024

export class MessageRing {
  #messages: (KeptMessage | undefined)[] = []
  #gap = 0
  /** The number of `#messages[0]`. */
  #base = 0
  #cleared = 0
  #characters = 0

  /** The number of the next message. */
  get end(): number {
    return this.#base + this.#messages.length
  }

  /** The number of the oldest message. */
  get start(): number {
    return this.#base + this.#gap
  }

  get length(): number {
    return this.#messages.length - this.#gap
  }

  get characters(): number {
    return this.#characters
  }

  /** How many have been removed since it was cleared. */
  get removed(): number {
    return this.start - this.#cleared
  }

  get first(): KeptMessage | undefined {
    return this.#messages[this.#gap]
  }

  get(number: number): KeptMessage | undefined {
    return this.#messages[number - this.#base]
  }

  add(message: KeptMessage): void {
    this.#messages.push(message)
    this.#characters += message.text?.length ?? 0
  }

  removeFirst(): KeptMessage | undefined {
    const { first } = this
    if (first === undefined) return undefined
    this.#characters -= first.text?.length ?? 0
    this.#messages[this.#gap] = undefined
    this.#gap += 1
    if (this.#gap > shortestGap && this.#gap * 2 > this.#messages.length) this.#close()
    return first
  }

  /** The next message gets the next number. */
  clear(): void {
    this.#gap = this.#messages.length
    this.#close()
    this.#cleared = this.#base
    this.#characters = 0
  }

  #close(): void {
    this.#base += this.#gap
    this.#messages = this.#messages.slice(this.#gap)
    this.#gap = 0
  }
}
