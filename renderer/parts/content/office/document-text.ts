/** Collects a document's text, and names its problems. */

export type OfficeRefusal = 'kind' | 'damaged' | 'large' | 'long' | 'empty'

export class OfficeProblem extends Error {
  readonly why: OfficeRefusal

  constructor(why: OfficeRefusal) {
    super(why)
    this.why = why
  }
}

/** Ends as soon as it is too much for a message: a few bytes of a table can describe millions of cells. */
export class OfficeText {
  readonly #limit: number
  readonly #pieces: string[] = []
  #length = 0
  #hasWords = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** @throws OfficeProblem long */
  add(text: string): void {
    this.#count(text)
    this.#hasWords ||= /\S/.test(text)
  }

  /** Text that separates words or names a part; a document with only that is empty. @throws OfficeProblem long */
  mark(text: string): void {
    this.#count(text)
  }

  /** @throws OfficeProblem empty */
  toText(): string {
    if (!this.#hasWords) throw new OfficeProblem('empty')
    return this.#pieces
      .join('')
      .replaceAll(/[ \t]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  }

  #count(text: string): void {
    this.#length += text.length
    if (this.#length > this.#limit) throw new OfficeProblem('long')
    this.#pieces.push(text)
  }
}
