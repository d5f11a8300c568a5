/**
 * The arguments of a call as one text to be looked up: every text and long number of theirs, as it stands and
 * decoded, with the way back from a passage to its places in the arguments.
 */
import type { JsonObject, JsonValue } from '../contract/json'
import { readings } from './decode'
import type { Reading } from './decode'
import { fold } from './fold'
import type { Folded } from './fold'

export interface Leaf {
  /** JSON pointer. */
  readonly path: string
  readonly text: string
}

interface Piece {
  readonly leaf: Leaf
  readonly reading: Reading
  readonly folded: Folded
  /** Where it begins in `units`. */
  readonly start: number
}

export interface ArgumentText {
  readonly units: Uint16Array
  readonly pieces: readonly Piece[]
  readonly leaves: readonly Leaf[]
}

/** Part of a passage that lies in one leaf. */
export interface Place {
  readonly leaf: Leaf
  readonly start: number
  readonly end: number
  /** As it reads there, decoded. */
  readonly words: string
}

/** Stands between texts that do not follow each other; no folded text holds it. */
const gap = 0xfffe
const longestArguments = 1_000_000

export function toArgumentText(args: JsonObject): ArgumentText {
  const leaves = leavesOf(args)
  const all = leaves.map((leaf) => ({ leaf, readings: readings(leaf.text) }))
  // As they stand one after the other: a passage may be cut up over several arguments.
  const plain = all.flatMap(({ leaf, readings: [first] }) =>
    first === undefined ? [] : [{ leaf, reading: first }]
  )
  const decoded = all.flatMap(({ leaf, readings: list }) =>
    list.slice(1).map((reading) => ({ leaf, reading }))
  )
  const pieces: Piece[] = []
  let length = 0
  for (const { leaf, reading } of plain) {
    const folded = fold(reading.text)
    pieces.push({ leaf, reading, folded, start: length })
    length += folded.units.length
  }
  for (const { leaf, reading } of decoded) {
    if (length > longestArguments) break
    const folded = fold(reading.text)
    pieces.push({ leaf, reading, folded, start: length + 1 })
    length += folded.units.length + 1
  }
  const units = new Uint16Array(length).fill(gap)
  for (const { folded, start } of pieces) units.set(folded.units, start)
  return { units, pieces, leaves }
}

/** The places of the units from `start` to before `end`. */
export function placesOf({ pieces }: ArgumentText, start: number, end: number): readonly Place[] {
  return pieces.flatMap(({ leaf, reading, folded, start: first }) => {
    const from = Math.max(start - first, 0)
    const to = Math.min(end - first, folded.units.length)
    if (from >= to) return []
    const begin = folded.places[from] ?? 0
    const last = (folded.places[to - 1] ?? 0) + 1
    const { places, text } = reading
    const at = (offset: number): number =>
      Math.min(places === null ? offset : (places[offset] ?? 0), leaf.text.length)
    return [
      { leaf, start: at(begin), end: Math.max(at(last), at(begin) + 1), words: text.slice(begin, last) }
    ]
  })
}

/** Numbers shorter than this say nothing about where they came from. */
const shortestNumber = 8

function leavesOf(args: JsonObject): readonly Leaf[] {
  const leaves: Leaf[] = []
  const waiting: { readonly path: string; readonly value: JsonValue }[] = [{ path: '', value: args }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value } = next
    if (typeof value === 'string' && value !== '') leaves.push({ path, text: value })
    else if (typeof value === 'number' && String(value).length >= shortestNumber) {
      leaves.push({ path, text: String(value) })
    } else if (typeof value === 'object' && value !== null) {
      const inner = Object.entries(value).map(([key, item]) => ({
        path: `${path}/${escaped(key)}`,
        value: item
      }))
      waiting.push(...inner.toReversed())
    }
  }
  return leaves
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
