/**
 * Finds words that are close together in a text and in a searched text, in any order. This module doesn't know the
 * authors. The caller decides which words count.
 */
import type { Range } from './ranges'
import type { Word } from './folded-words'

/** Words in more places say little about their origin. */
const mostPlaces = 12
/** This many words are grouped, and groups overlap by half. */
const cellLength = 8
/** From one hit to the next: one other word may be in between. */
const largestGap = 2
const fewestWords = 3
const fewestLetters = 12
const mostSteps = 3_000_000
const stepsAtOnce = 30_000

export interface IndexedWords extends Range {
  readonly id: number
}

/** 0: a removed text. */
export const userText = 1
export const ownText = 2
export const foreignText = 3

/** By the number of a text. */
export interface JudgedTexts {
  /** A word of the user belongs only to the user. A word that the receiver's own text had first isn't foreign. */
  readonly kinds: Uint8Array
  /** Which came first. */
  readonly ranks: Float64Array
}

/**
 * The fields of an entry: the previous entry in the same slot, plus 1; the word; its position, counted by word; its
 * text; its count.
 */
const width = 5

export class WordIndex {
  #newest = new Int32Array(1 << 12)
  #entries = new Int32Array(1 << 12)
  #count = 0
  #position = 0
  readonly #removed = new Set<number>()

  /** `id`: a small unused number. */
  add(id: number, words: readonly Word[]): void {
    this.#reserve(this.#count + words.length)
    for (const { hash } of words) this.#enter(hash, this.#position++, id)
    this.#position += 2 * cellLength
  }

  /** `tidy` reuses its space. */
  remove(id: number): void {
    this.#removed.add(id)
  }

  tidy(): void {
    if (this.#removed.size === 0) return
    const entries = this.#entries
    const count = this.#count
    this.#newest.fill(0)
    this.#count = 0
    for (let at = 0; at < width * count; at += width) {
      const [hash = 0, position = 0, id = 0] = entries.subarray(at + 1, at + 4)
      if (!this.#removed.has(id)) this.#enter(hash, position, id)
    }
    this.#removed.clear()
  }

  /** @returns ranges of `words`' units; several texts may have the same one */
  *search(words: readonly Word[], texts: JudgedTexts): Generator<number, readonly IndexedWords[]> {
    const cells = new Cells(2 * Math.ceil(this.#position / cellLength) + 4)
    const hit: Hit = { id: 0, position: 0, index: 0, start: 0, end: 0 }
    let steps = 0
    let paid = 0
    for (let index = 0; index < words.length && steps < mostSteps; index++) {
      const { hash, start, end } = words[index] as Word
      const places = this.#placesOf(hash)
      steps += places.length + 1
      Object.assign(hit, { index, start, end })
      const own = firstOwn(places, texts)
      for (let at = 0; at < places.length && own >= 0; at += 2) {
        const id = places[at] as number
        if (texts.kinds[id] !== foreignText || (texts.ranks[id] as number) >= own) continue
        hit.id = id
        hit.position = places[at + 1] as number
        cells.take(hit)
      }
      if (steps - paid < stepsAtOnce) continue
      yield steps - paid
      paid = steps
    }
    return cells.found()
  }

  /** Text and position alternate. Empty if there are too many. */
  #placesOf(hash: number): readonly number[] {
    const places: number[] = []
    let link = this.#newest[hash & (this.#newest.length - 1)] as number
    for (; link !== 0; link = this.#entries[width * (link - 1)] as number) {
      const at = width * (link - 1)
      if (this.#entries[at + 1] !== hash) continue
      // The newest entry has the count.
      if ((this.#entries[at + 4] as number) > mostPlaces) return []
      places.push(this.#entries[at + 3] as number, this.#entries[at + 2] as number)
    }
    return places
  }

  #enter(hash: number, position: number, id: number): void {
    const at = width * this.#count++
    const slot = hash & (this.#newest.length - 1)
    this.#entries[at] = this.#newest[slot] as number
    this.#entries[at + 1] = hash
    this.#entries[at + 2] = position
    this.#entries[at + 3] = id
    this.#entries[at + 4] = this.#countOf(hash) + 1
    this.#newest[slot] = this.#count
  }

  #countOf(hash: number): number {
    let link = this.#newest[hash & (this.#newest.length - 1)] as number
    while (link !== 0 && this.#entries[width * (link - 1) + 1] !== hash) {
      link = this.#entries[width * (link - 1)] as number
    }
    return link === 0 ? 0 : (this.#entries[width * (link - 1) + 4] as number)
  }

  #reserve(count: number): void {
    if (width * count > this.#entries.length) {
      const entries = new Int32Array(2 * width * count)
      entries.set(this.#entries)
      this.#entries = entries
    }
    if (count <= this.#newest.length) return
    let size = this.#newest.length
    while (size < 2 * count) size *= 2
    this.#newest = new Int32Array(size)
    const all = this.#count
    this.#count = 0
    for (let at = 0; at < width * all; at += width) {
      const [hash = 0, position = 0, id = 0] = this.#entries.subarray(at + 1, at + 4)
      this.#enter(hash, position, id)
    }
  }
}

/** The place of the first own text that has the word; -1: the user wrote it. */
function firstOwn(places: readonly number[], { kinds, ranks }: JudgedTexts): number {
  let first = Number.POSITIVE_INFINITY
  for (let at = 0; at < places.length; at += 2) {
    const id = places[at] as number
    if (kinds[id] === userText) return -1
    if (kinds[id] === ownText) first = Math.min(first, ranks[id] as number)
  }
  return first
}

/** One object is reused for the whole search, because there are many hits. */
interface Hit {
  id: number
  /** In the text. */
  position: number
  /** Of the searched word, and its range. */
  index: number
  start: number
  end: number
}

/** Searched words that are close to each other and belong to one cell of a text. */
interface Run {
  readonly id: number
  readonly start: number
  end: number
  lastIndex: number
  lastPosition: number
  isNextTo: boolean
  letters: number
  /** One bit for each word in the cell. */
  words: number
}

class Cells {
  /** By cell, the run that continues in it, plus 1. */
  readonly #latest: Int32Array
  readonly #runs: Run[] = []

  constructor(count: number) {
    this.#latest = new Int32Array(count)
  }

  take(hit: Hit): void {
    const half = cellLength / 2
    this.#takeIn(2 * Math.floor(hit.position / cellLength), hit.position % cellLength, hit)
    this.#takeIn(
      2 * Math.floor((hit.position + half) / cellLength) + 1,
      (hit.position + half) % cellLength,
      hit
    )
  }

  found(): readonly IndexedWords[] {
    return this.#runs.filter(isDistinctive).map(({ id, start, end }) => ({ id, start, end }))
  }

  #takeIn(cell: number, bit: number, { id, position, index, start, end }: Hit): void {
    const run = this.#runs[(this.#latest[cell] as number) - 1]
    if (run === undefined || index - run.lastIndex > largestGap) {
      this.#latest[cell] = this.#runs.push({
        id,
        start,
        end,
        lastIndex: index,
        lastPosition: position,
        isNextTo: true,
        letters: end - start,
        words: 1 << bit
      })
      return
    }
    if ((run.words & (1 << bit)) !== 0) return
    // The same word at another position in the cell isn't another word.
    if (run.lastIndex !== index) run.letters += end - start
    run.isNextTo &&= index - run.lastIndex === 1 && Math.abs(position - run.lastPosition) === 1
    if (run.lastIndex !== index) run.words |= 1 << bit
    run.end = end
    run.lastIndex = index
    run.lastPosition = position
  }
}

function isDistinctive({ words, letters, isNextTo }: Run): boolean {
  let count = 0
  for (let remaining = words; remaining !== 0; remaining &= remaining - 1) count++
  return letters >= fewestLetters && (count >= fewestWords || (count === 2 && isNextTo))
}
