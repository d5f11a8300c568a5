/** Links that wait until nothing else lies before the person: a few, each once. What comes beyond is said, once. */

/** Somebody who opens more at once didn't read the first. */
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

  /** Null: none waits. */
  next(): string | null {
    const link = this.#waiting.shift() ?? null
    if (link === null) this.#hasTold = false
    return link
  }

  /** It was not its turn yet. */
  putBack(link: string): void {
    this.#waiting.unshift(link)
  }
}
