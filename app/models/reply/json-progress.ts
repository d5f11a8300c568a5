/**
 * Tracks JSON that arrives in pieces: whether its value has begun, and whether it is complete. Reads each character
 * once.
 */
export class JsonProgress {
  #depth = 0
  #isInText = false
  #isEscaped = false
  #hasBegun = false
  #isWhole = false

  /** Whether anything except white space has arrived. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Whether an object, a list or a string is complete. Numbers and literals have no visible end. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** The index after the end of the value; -1 while it is incomplete. Text after the end is not read. */
  feed(text: string): number {
    for (let index = 0; index < text.length; index++) {
      if (this.#isWhole) return index
      this.#take(text[index] as string)
    }
    return this.#isWhole ? text.length : -1
  }

  #take(character: string): void {
    if (this.#isInText) return this.#takeInText(character)
    if (character.trim() === '') return
    this.#hasBegun = true
    if (character === '"') this.#isInText = true
    else if (character === '{' || character === '[') this.#depth++
    else if (character === '}' || character === ']') this.#close()
  }

  #takeInText(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === '\\') this.#isEscaped = true
    else if (character === '"') {
      this.#isInText = false
      this.#isWhole = this.#depth === 0
    }
  }

  #close(): void {
    this.#depth = Math.max(0, this.#depth - 1)
    this.#isWhole = this.#depth === 0
  }
}
