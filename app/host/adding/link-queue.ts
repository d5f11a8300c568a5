/**
 * Links that wait until no other addition is shown: a few, each once. The user is notified once about links beyond the
 * limit.
 */

/** A user who opens more at once didn't read the first. */
const mostWaiting = 3

export class LinkQueue {
  readonly #waiting: string[] = []
  #hasTold = false
  readonly #tellMany: () => void

  constructor(tellMany: () => void) {
    this.#tellMany = tellMany
  }

  add(link: string): void {
    if (this.#waiting.includes(link)) return
    if (this.#waiting.length < mostWaiting) {
      this.#waiting.push(link)
      return
    }
    if (!this.#hasTold) this.#tellMany()
    this.#hasTold = true
  }

  /** Null: none is waiting. */
  next(): string | null {
    const link = this.#waiting.shift() ?? null
    if (link === null) this.#hasTold = false
    return link
  }

  /** Puts back a link that was taken too early. */
  putBack(link: string): void {
    this.#waiting.unshift(link)
  }
}
