/**
 * Maps each word in many texts to a number, one number per stem. Texts with only English letters are read letter by
 * letter into one byte array, because a string for every word would cost several times as much as everything else.
 */
import { findStemEnd, isLowerCaseLetter } from './stem'

const [digit0, digit9, capitalA, capitalZ, toSmall, lastAscii] = [48, 57, 65, 90, 32, 127]
/** The maximum share of used slots. */
const fullest = 0.5
const none = -1
/** Numbers per slot. */
const placeSize = 2

export class WordTable {
  /** The numbers of one text, in order. Only the first `#heard` are valid. */
  #found = new Int32Array(1024)
  #heard = 0
  /** All stems in sequence, followed by the word that is being read. */
  #letters = new Uint8Array(1 << 16)
  #used = 0
  /** By number: where its letters begin. They end where the next number's letters begin. */
  readonly #starts: number[] = []
  /** By hash: the number, and the hash itself. On a collision the next free slot is used. */
  #places = emptyPlaces(1 << 15)
  /** Words with other than English letters. */
  readonly #others = new Map<string, number>()

  /** How many numbers there are. */
  get size(): number {
    return this.#starts.length
  }

  /**
   * Each word in a text, including repeated ones. Valid until the next text is read. `isName`: splits `readFile` into
   * two words.
   */
  read(text: string, isName = false): Int32Array {
    this.#heard = 0
    if (!this.#readLetters(text, isName)) {
      this.#heard = 0
      for (const word of splitSearchWords(isName ? splitName(text) : text)) this.#hear(this.#numberOf(word))
    }
    return this.#found.subarray(0, this.#heard)
  }

  /** null: no text has it. */
  find(stem: string): number | null {
    const other = this.#others.get(stem)
    if (other !== undefined) return other
    if (!isAscii(stem)) return null
    const [from, to] = this.#write(stem)
    const number = this.#places[this.#placeOf(from, to, hashOf(this.#letters, from, to))] ?? none
    return number === none ? null : number
  }

  /** False: the text contains letters of other languages. */
  #readLetters(text: string, isName: boolean): boolean {
    this.#makeRoom(text.length)
    const letters = this.#letters
    let from = this.#used
    let to = from
    let isWord = true
    let isAfterSmall = false
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code > lastAscii) return false
      const isCapital = code >= capitalA && code <= capitalZ
      const isSmall = isLowerCaseLetter(code)
      const isDigit = code >= digit0 && code <= digit9
      const isInWord = isCapital || isSmall || isDigit
      if (to > from && (!isInWord || (isName && isCapital && isAfterSmall))) {
        this.#hear(this.#keep(from, to, isWord))
        from = this.#used
        to = from
        isWord = true
      }
      if (isInWord) {
        letters[to++] = isCapital ? code + toSmall : code
        isWord &&= !isDigit
      }
      isAfterSmall = isSmall || isDigit
    }
    if (to > from) this.#hear(this.#keep(from, to, isWord))
    return true
  }

  #hear(word: number): void {
    if (this.#heard === this.#found.length) {
      const longer = new Int32Array(this.#found.length * 2)
      longer.set(this.#found)
      this.#found = longer
    }
    this.#found[this.#heard++] = word
  }

  #numberOf(word: string): number {
    if (isAscii(word)) {
      const [from, to] = this.#write(word)
      return this.#keep(from, to, /^[a-z]+$/.test(word))
    }
    const known = this.#others.get(word)
    if (known !== undefined) return known
    const number = this.#starts.push(this.#used) - 1
    this.#others.set(word, number)
    return number
  }

  /** The number of the word in that range, or a new one. */
  #keep(from: number, to: number, isWord: boolean): number {
    const end = isWord ? findStemEnd(this.#letters, from, to) : to
    const hash = hashOf(this.#letters, from, end)
    const place = this.#placeOf(from, end, hash)
    const known = this.#places[place] ?? none
    if (known !== none) return known
    this.#used = end
    const number = this.#starts.push(from) - 1
    this.#places[place] = number
    this.#places[place + 1] = hash
    if (this.size * placeSize > this.#places.length * fullest) this.#spread()
    return number
  }

  /** The slot of its number, or the free slot for it. */
  #placeOf(from: number, to: number, hash: number): number {
    const last = this.#places.length - 1
    for (let place = (hash * placeSize) & last; ; place = (place + placeSize) & last) {
      const number = this.#places[place] ?? none
      if (number === none) return place
      if (this.#places[place + 1] === hash && this.#isWritten(number, from, to)) return place
    }
  }

  #isWritten(number: number, from: number, to: number): boolean {
    const start = this.#starts[number] ?? 0
    if ((this.#starts[number + 1] ?? this.#used) - start !== to - from) return false
    for (let at = 0; at < to - from; at += 1)
      if (this.#letters[start + at] !== this.#letters[from + at]) return false
    return true
  }

  /** Writes after everything that is kept. */
  #write(word: string): readonly [from: number, to: number] {
    this.#makeRoom(word.length)
    for (let at = 0; at < word.length; at += 1) this.#letters[this.#used + at] = word.charCodeAt(at)
    return [this.#used, this.#used + word.length]
  }

  #makeRoom(length: number): void {
    if (this.#used + length <= this.#letters.length) return
    const longer = new Uint8Array((this.#used + length) * 2)
    longer.set(this.#letters)
    this.#letters = longer
  }

  #spread(): void {
    const before = this.#places
    this.#places = emptyPlaces(before.length * 4)
    const last = this.#places.length - 1
    for (let old = 0; old < before.length; old += placeSize) {
      const [number = none, hash = 0] = [before[old], before[old + 1]]
      if (number === none) continue
      let place = (hash * placeSize) & last
      while (this.#places[place] !== none) place = (place + placeSize) & last
      this.#places[place] = number
      this.#places[place + 1] = hash
    }
  }
}

function emptyPlaces(length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(length).fill(none)
}

/** Numbers beyond it are slower. */
const mostOfHash = 0x1fffffff

/** FNV-1a. */
function hashOf(letters: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (letters[at] ?? 0), 0x01000193)
  return (hash ^ (hash >>> 15)) & mostOfHash
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

/** Splits `readFile` into two words, as `read_file` is. */
export function splitName(name: string): string {
  return name.replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
}

/** In lower case. */
export function splitSearchWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
