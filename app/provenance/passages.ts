/**
 * Finds what texts have in common with one that is asked for, in folded form: an index over groups of units, which
 * grows as texts come. Each hit is compared unit by unit, so that nothing is found that is not there. Who brought a
 * text is not known here.
 */

/** Units of a group. With every second one in the index, whatever is `shortest` or longer in common holds one. */
const groupLength = 8
const stride = 2
/** The shortest passage that is certain to be found, in folded units. */
export const shortest = groupLength + stride - 1

/** Entries and units looked at in one search. Texts made to be alike everywhere count as alike beyond. */
const mostSteps = 3_000_000

export interface Range {
  readonly start: number
  readonly end: number
}

interface Kept {
  readonly start: number
  readonly length: number
}

export class PassageIndex {
  /** All texts, one after the other, apart by a 0, which no folded text holds. */
  #units = new Uint16Array(1 << 10)
  #length = 0
  /** By the number of a group the newest entry with it, plus 1; entry n is the group at n × `stride`. */
  #newest = new Int32Array(1 << 10)
  /** Two an entry: the entry before it with the same number, plus 1, and the text that it lies in. */
  #entries = new Int32Array(1 << 10)
  #nextId = 0
  readonly #texts = new Map<number, Kept>()

  /** @returns what the text is called in `find` and `remove` */
  add(units: Uint16Array): number {
    const id = this.#nextId++
    const start = this.#length + (this.#length % stride)
    this.#reserve(start + units.length + 1)
    this.#units.set(units, start)
    this.#length = start + units.length + 1
    this.#texts.set(id, { start, length: units.length })
    this.#enter(id, start, start + units.length)
    return id
  }

  /** Its room is taken again when much of the index is unused. */
  remove(id: number): void {
    if (!this.#texts.delete(id)) return
    const used = [...this.#texts.values()].reduce((sum, { length }) => sum + length, 0)
    if (used < this.#length / 4) this.#rebuild()
  }

  /** By text the ranges of `wanted` that stand in it, ascending, each `shortest` or longer. */
  find(wanted: Uint16Array): ReadonlyMap<number, readonly Range[]> {
    const found = new Map<number, Range[]>()
    // By text: 0 where none of its groups was met, -1 where nothing was found, else the end of the last range.
    const ends = new Int32Array(this.#nextId)
    let steps = 0
    for (let place = 0; place + groupLength <= wanted.length; place++) {
      const first = this.#newest[slotOf(wanted, place, this.#newest.length)] ?? 0
      for (let link = first; link !== 0; link = this.#entries[2 * link - 2] as number) {
        const id = this.#entries[2 * link - 1] as number
        const end = ends[id] as number
        steps += 1
        if (place + groupLength <= end) continue
        const at = (link - 1) * stride
        if (place - stride + groupLength > end && this.#goesOn(wanted, place, at)) continue
        steps += this.#compare(wanted, { place, at, id, ends, found })
      }
      if (steps > mostSteps) return this.#everywhere(ends, wanted.length)
    }
    return new Map([...found].filter(([id]) => this.#texts.has(id)))
  }

  #everywhere(ends: Int32Array, end: number): ReadonlyMap<number, readonly Range[]> {
    const met = [...this.#texts.keys()].filter((id) => ends[id] !== 0)
    return new Map(met.map((id) => [id, [{ start: 0, end }]]))
  }

  /** Whether the group before this one is in both texts, too: the passage was compared as a whole then. */
  #goesOn(wanted: Uint16Array, place: number, at: number): boolean {
    const units = this.#units
    return wanted[place - 1] === units[at - 1] && wanted[place - 2] === units[at - 2] && place >= stride
  }

  /** @returns how many units were compared */
  #compare(wanted: Uint16Array, { place, at, id, ends, found }: Hit): number {
    const units = this.#units
    if (ends[id] === 0) ends[id] = -1
    let after = 0
    while (place + after < wanted.length && wanted[place + after] === units[at + after]) after++
    if (after < groupLength) return after // two groups of the same number
    let before = 0
    while (before < place && wanted[place - before - 1] === units[at - before - 1]) before++
    if (before + after < shortest) return before + after
    keep(found, id, { start: place - before, end: place + after })
    ends[id] = Math.max(ends[id] as number, place + after)
    return before + after
  }

  #enter(id: number, start: number, end: number): void {
    for (let at = start; at + groupLength <= end; at += stride) {
      const entry = at / stride
      const slot = slotOf(this.#units, at, this.#newest.length)
      this.#entries[2 * entry] = this.#newest[slot] as number
      this.#entries[2 * entry + 1] = id
      this.#newest[slot] = entry + 1
    }
  }

  #reserve(length: number): void {
    if (length > this.#units.length) this.#units = grown(this.#units, new Uint16Array(2 * length))
    const entries = Math.ceil(length / stride)
    if (2 * entries > this.#entries.length) this.#entries = grown(this.#entries, new Int32Array(4 * entries))
    if (entries <= this.#newest.length) return
    let size = this.#newest.length
    while (size < 2 * entries) size *= 2
    this.#newest = new Int32Array(size)
    for (const [id, { start, length: own }] of this.#texts) this.#enter(id, start, start + own)
  }

  #rebuild(): void {
    const texts = Array.from(
      this.#texts,
      ([id, { start, length }]) => [id, this.#units.slice(start, start + length)] as const
    )
    this.#texts.clear()
    this.#newest.fill(0)
    this.#length = 0
    const next = this.#nextId
    for (const [id, units] of texts) {
      this.#nextId = id
      this.add(units)
    }
    this.#nextId = next
  }
}

interface Hit {
  readonly place: number
  readonly at: number
  readonly id: number
  readonly ends: Int32Array
  readonly found: Map<number, Range[]>
}

/** Ranges that overlap become one. */
function keep(found: Map<number, Range[]>, id: number, range: Range): void {
  const ranges = found.get(id) ?? []
  found.set(id, ranges)
  let { start, end } = range
  for (let last = ranges.at(-1); last !== undefined && last.end >= start; last = ranges.at(-1)) {
    start = Math.min(start, last.start)
    end = Math.max(end, last.end)
    ranges.pop()
  }
  ranges.push({ start, end })
}

function slotOf(units: Uint16Array, start: number, size: number): number {
  let hash = 0x811c9dc5
  for (let place = start; place < start + groupLength; place++) {
    hash = Math.imul(hash ^ (units[place] as number), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) & (size - 1)
}

function grown<A extends Uint16Array | Int32Array>(from: A, to: A): A {
  to.set(from)
  return to
}
