/**
 * Finds what texts have in common with a searched text, in folded form: an index over groups of units, which grows with
 * new texts. Each hit is compared unit by unit, so there are no false hits. This module doesn't know the authors. Long
 * work is split: its generators yield the number of steps they took.
 */
import type { Folded } from './fold-text'
import { addRange } from './ranges'
import type { Range } from './ranges'

/**
 * Units per group. The index contains every second group, so that any common passage that is one unit longer contains
 * one.
 */
const groupLength = 8
const stride = 2

/** Per search. Texts made to match everywhere are not compared further. */
const mostSteps = 12_000_000
/** Between two pauses. */
const stepsAtOnce = 20_000
/**
 * The link of an entry: the previous entry with the same number, plus 1. The bits above it count the whitespace around
 * and inside it.
 */
const linkBits = 28
const linkMask = (1 << linkBits) - 1

/** Minimum length of a passage that shows its origin, and of one that is already known, as `PassageIndex` counts. */
export const shortestPassage = 12
export const shortestKnown = 9

export interface Passages extends Pick<Folded, 'units' | 'gaps'> {
  /**
   * From here on, every second pair of positions is searched. This is enough for 12 units, because one of each pair is
   * in the index.
   */
  readonly sparseFrom?: number
}

export interface FoundPassage {
  /** By text, the ranges of the searched text that it contains, ascending, each long enough. */
  readonly ranges: ReadonlyMap<number, readonly Range[]>
  /** How far it was compared: the length of the text, or less. */
  readonly end: number
}

export class PassageIndex {
  /** All texts in sequence, separated by a 0, which no folded text contains. */
  #units = new Uint16Array(1 << 10)
  #length = 0
  #used = 0
  #mostIds = 0
  #gaps = new Uint8Array(1 << 10)
  readonly #shortest: number
  /** By the number of a group, the newest entry with it, plus 1. Entry n is the group at n × `stride`. */
  #newest = new Int32Array(1 << 12)
  /** Two per entry: the link to another, and the units next to the group. */
  #entries = new Int32Array(1 << 10)
  /** The text that contains an entry. */
  #owners = new Int32Array(1 << 9)
  readonly #texts = new Map<number, { readonly start: number; readonly length: number }>()

  /**
   * `shortest`: length of a passage, in units and the whitespace between them on the side that has more of it; 9 or
   * more.
   */
  constructor(shortest: number) {
    this.#shortest = shortest
  }

  remove(id: number): void {
    this.#used -= this.#texts.get(id)?.length ?? 0
    this.#texts.delete(id)
  }

  /** `id`: the id of the text in `search`, a small unused number. */
  *add(id: number, { units, gaps }: Passages): Generator<number, void> {
    const start = this.#length + (this.#length % stride)
    yield* this.#reserve(start + units.length + 2)
    this.#units.fill(0, this.#length, start)
    this.#units.set(units, start)
    this.#units[start + units.length] = 0
    this.#gaps.set(gaps, start)
    this.#length = start + units.length + 1
    this.#used += units.length
    this.#texts.set(id, { start, length: units.length })
    this.#mostIds = Math.max(this.#mostIds, id + 1)
    this.#enter(id, start, start + units.length)
    yield units.length
  }

  /** Reuses the space of removed texts once it is more than half. */
  *tidy(): Generator<number, void> {
    if (this.#used >= this.#length / 4) return
    const texts = Array.from(
      this.#texts,
      ([id, { start, length }]) => [id, this.#slice(start, start + length)] as const
    )
    this.#texts.clear()
    this.#newest.fill(0)
    this.#length = 0
    this.#used = 0
    for (const [id, text] of texts) yield* this.add(id, text)
  }

  /** Searches up to `upTo`. Nothing may be added or removed until it has finished. */
  *search(passages: Passages, upTo = passages.units.length): Generator<number, FoundPassage> {
    const found = new Map<number, Range[]>()
    /** By text, the end of the last range. */
    const ends = new Int32Array(this.#mostIds)
    const last = upTo - groupLength + 1
    const sparseFrom = passages.sparseFrom ?? last
    let steps = 0
    let place = 0
    while (place < last && steps < mostSteps) {
      let taken = 0
      for (; place < last && taken < stepsAtOnce; place++) {
        if (place >= sparseFrom && (place & 3) > 1) continue
        taken += this.#searchAt(passages, place, { found, ends })
      }
      steps += taken
      yield taken
    }
    const ranges = new Map([...found].filter(([id]) => this.#texts.has(id)))
    return { ranges, end: place === last || last < 0 ? passages.units.length : place }
  }

  /** @returns the number of steps it took */
  #searchAt(passages: Passages, place: number, { found, ends }: Search): number {
    const { units, gaps } = passages
    let steps = 1
    let link = this.#newest[getSlot(units, place, this.#newest.length)] as number
    // Most groups of most texts occur nowhere else.
    if (link === 0) return steps
    const entries = this.#entries
    const around = getBeside(units, place)
    const own = getGaps(gaps, place)
    for (let next = 0; link !== 0; link = next & linkMask) {
      steps += 1
      next = entries[2 * link - 2] as number
      if (longest((entries[2 * link - 1] as number) ^ around, next >>> linkBits, own) < this.#shortest)
        continue
      const id = this.#owners[link - 1] as number
      if (place + groupLength <= (ends[id] as number)) continue
      const range = this.#common(units, place, (link - 1) * stride)
      steps += range.end - range.start
      if (this.#lengthOf(range, passages, (link - 1) * stride - place) < this.#shortest) continue
      ends[id] = range.end
      addRange(found, id, range)
    }
    return steps
  }

  /** The common units around the group; empty for two groups with the same number. */
  #common(wanted: Uint16Array, place: number, at: number): Range {
    const units = this.#units
    let end = 0
    while (place + end < wanted.length && wanted[place + end] === units[at + end]) end++
    if (end < groupLength) return { start: place, end: place }
    let start = 0
    while (start < place && wanted[place - start - 1] === units[at - start - 1]) start++
    return { start: place - start, end: place + end }
  }

  /** `offset`: from the range to the same units in the index. */
  #lengthOf({ start, end }: Range, { gaps }: Passages, offset: number): number {
    let own = 0
    let other = 0
    for (let place = start + 1; place < end; place++) {
      own += gaps[place] as number
      other += this.#gaps[place + offset] as number
    }
    return end - start + Math.max(own, other)
  }

  #slice(start: number, end: number): Passages {
    return { units: this.#units.slice(start, end), gaps: this.#gaps.slice(start, end) }
  }

  #enter(id: number, start: number, end: number): void {
    const units = this.#units
    const entries = this.#entries
    const newest = this.#newest
    for (let at = start; at + groupLength <= end; at += stride) {
      if (isMonotonous(units, at)) continue
      const entry = at / stride
      const slot = getSlot(units, at, newest.length)
      entries[2 * entry] = (newest[slot] as number) | (gapsOfEntry(this.#gaps, at) << linkBits)
      entries[2 * entry + 1] = getBeside(units, at)
      this.#owners[entry] = id
      newest[slot] = entry + 1
    }
  }

  *#reserve(length: number): Generator<number, void> {
    if (length > this.#units.length) {
      this.#units = grown(this.#units, new Uint16Array(2 * length))
      this.#gaps = grown(this.#gaps, new Uint8Array(2 * length))
    }
    const entries = Math.ceil(length / stride)
    if (entries > this.#owners.length) {
      this.#owners = grown(this.#owners, new Int32Array(2 * entries))
      this.#entries = grown(this.#entries, new Int32Array(4 * entries))
    }
    if (entries <= this.#newest.length) return
    let size = this.#newest.length
    while (size < 2 * entries) size *= 2
    this.#newest = new Int32Array(size)
    for (const [id, { start, length: own }] of this.#texts) {
      this.#enter(id, start, start + own)
      yield own
    }
  }
}

/** How far known text has to be searched after these hits: in disguised text only if something was found in it. */
export function measurePassage(
  { units, sparseFrom = units.length }: Passages,
  found: Iterable<readonly Range[]>
): number {
  for (const ranges of found) if (ranges.some(({ end }) => end > sparseFrom)) return units.length
  return sparseFrom
}

interface Search {
  readonly found: Map<number, Range[]>
  readonly ends: Int32Array
}

/** The lower half of each of the two units before a group and the two after it, the nearest of each side inmost. */
function getBeside(units: Uint16Array, at: number): number {
  const end = at + groupLength
  return (
    (((units[at - 2] ?? 0) & 0xff) << 24) |
    (((units[at - 1] ?? 0) & 0xff) << 16) |
    (((units[end] ?? 0) & 0xff) << 8) |
    ((units[end + 1] ?? 0) & 0xff)
  )
}

/**
 * An upper bound of the passage length. Most entries are the same word in another place. The units beside them tell
 * this without reading the text: if they differ on both sides, the passage ends there. Never too low, because
 * whitespace may be in one of the two and not in the other. `spaces`: as `gapsOfEntry`; `own`: as `getGaps`.
 */
function longest(difference: number, spaces: number, own: number): number {
  if ((difference & 0xffff_0000) === 0 || (difference & 0xffff) === 0) return Number.POSITIVE_INFINITY
  const before = (difference & 0xff_0000) === 0 ? 1 : 0
  const behind = (difference & 0xff00) === 0 ? 1 : 0
  const ofEntry = before + behind === 0 ? spaces >>> 2 : spaces & 3
  return groupLength + before + behind + Math.max((own >>> (4 * (before + 2 * behind))) & 15, ofEntry)
}

/** Whitespace in the group only, with the unit before, after, and with both. */
function getGaps(gaps: Uint8Array, place: number): number {
  const group = gapsIn(gaps, place)
  const before = group + (gaps[place] as number)
  const behind = gaps[place + groupLength] ?? 0
  return group | (before << 4) | ((group + behind) << 8) | ((before + behind) << 12)
}

/** Whitespace around an entry, and only inside it, at most 3 each. */
function gapsOfEntry(gaps: Uint8Array, at: number): number {
  return gapsAround(gaps, at) | (Math.min(gapsIn(gaps, at), 3) << 2)
}

function gapsIn(gaps: Uint8Array, place: number): number {
  let count = 0
  for (let at = place + 1; at < place + groupLength; at++) count += gaps[at] as number
  return count
}

/** Removed whitespace there, at most 3. */
function gapsAround(gaps: Uint8Array, at: number): number {
  let count = 0
  const end = Math.min(at + groupLength + 3, gaps.length)
  for (let place = Math.max(at - 2, 0); place < end; place++) count += gaps[place] as number
  return Math.min(count, 3)
}

/** One or two units that repeat, as in lines and tables, which match everywhere. */
function isMonotonous(units: Uint16Array, at: number): boolean {
  for (let place = at; place < at + groupLength - 2; place++) {
    if (units[place] !== units[place + 2]) return false
  }
  return true
}

function getSlot(units: Uint16Array, start: number, size: number): number {
  let hash = 0x811c9dc5
  for (let place = start; place < start + groupLength; place++) {
    hash = Math.imul(hash ^ (units[place] as number), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) & (size - 1)
}

function grown<A extends Uint16Array | Int32Array | Uint8Array>(from: A, to: A): A {
  to.set(from)
  return to
}
