/**
 * Converts the arguments of a call to one searchable text: every text, long number, and name in them, as written and
 * decoded, and maps a passage back to its places in the arguments.
 */
import type { TextOrigin } from '../contract/flows'
import type { JsonObject, JsonValue } from '../contract/json'
import { readArgument } from './disguised-texts'
import { foldText } from './fold-text'
import type { Folded } from './fold-text'

export interface Leaf {
  /** JSON pointer. */
  readonly path: string
  readonly text: string
  /** It is the name at that path, not the value. */
  readonly isName: boolean
}

/** A section of a leaf, as written or decoded. */
export interface ArgumentPiece {
  readonly leaf: Leaf
  readonly text: string
  /** The position in the leaf of each unit of `text`; null: the same, shifted by `offset`. */
  readonly places: Int32Array | null
  readonly offset: number
  readonly folded: Folded
  /** It is a possible reading that differs from the written text. Only known passages are searched in it. */
  readonly isDisguised?: true
  /** Where it begins in `units`. */
  readonly start: number
}

/** A passage of an argument and its origin. */
export interface Flow {
  readonly leaf: Leaf
  readonly start: number
  readonly end: number
  readonly origin: TextOrigin
}

export interface ArgumentText {
  readonly units: Uint16Array
  /** As in `Folded`. */
  readonly gaps: Uint8Array
  /** In the order of `units`. */
  readonly pieces: readonly ArgumentPiece[]
  readonly leaves: readonly Leaf[]
  /** As in `Passages`. Disguised text comes after everything else. */
  readonly sparseFrom: number
  /** What was left out, from this position, because there is too much or it is encoded too often. */
  readonly unread: readonly { readonly leaf: Leaf; readonly start: number }[]
}

/** Part of a passage inside one leaf. */
export interface ArgumentPlace {
  readonly leaf: Leaf
  readonly start: number
  readonly end: number
  /** The decoded text of the place. */
  readonly words: string
  /** The number of its characters that are compared. */
  readonly count: number
}

/** Separates texts that don't follow each other. No folded text contains it. */
const gap = 0xfffe
/** In characters. Text beyond it isn't compared. */
export const longestArguments = 500_000
/** Section of a long leaf. Encoded text is read slightly beyond it, so that it isn't cut. */
const sectionLength = 1 << 15
const overlap = 512

/**
 * Characters of the text that was sent immediately before. On its own it contains no passage, and it was checked when
 * it was sent.
 */
const longestBefore = 11

/** `sentBefore`: arguments of earlier calls, oldest first, which these arguments may continue. */
export function* toArgumentText(
  args: JsonObject,
  sentBefore: readonly JsonObject[] = []
): Generator<number, ArgumentText> {
  const leaves = getLeaves(args)
  const before = getEnds(sentBefore)
  const plain: Unplaced[] = []
  const others: Unplaced[] = []
  const hidden: Unplaced[] = []
  const unread: { leaf: Leaf; start: number }[] = []
  let remaining = longestArguments
  for (const leaf of leaves) {
    const earlier = leaf.isName ? undefined : before.get(leaf.path)
    if (earlier !== undefined) hidden.push(continued(earlier, leaf))
    const end = Math.min(remaining, leaf.text.length)
    remaining -= end
    if (end < leaf.text.length) unread.push({ leaf, start: end })
    for (let offset = 0; offset < end; offset += sectionLength) {
      const to = Math.min(offset + sectionLength, end)
      const { all, disguised, isWhole } = readArgument(leaf.text.slice(offset, Math.min(to + overlap, end)))
      const [first, ...decoded] = all
      if (!isWhole) unread.push({ leaf, start: offset })
      const own = { leaf, text: first?.text.slice(0, to - offset) ?? '', places: null, offset }
      // Values follow each other directly, because a passage may be split over several.
      const list = leaf.isName ? others : plain
      list.push({ ...own, folded: foldText(own.text) })
      for (const { text, places } of decoded)
        others.push({ leaf, text, places, offset, folded: foldText(text) })
      yield 4 * (to - offset)
      for (const { text, places } of disguised) {
        hidden.push({ leaf, text, places, offset, folded: foldText(text), isDisguised: true })
        yield 2 * text.length
      }
    }
  }
  return { ...placed(plain, others, hidden), leaves, unread }
}

type Unplaced = Omit<ArgumentPiece, 'start'>

/** By path, the end of the values there in the earlier calls, joined. */
function getEnds(calls: readonly JsonObject[]): ReadonlyMap<string, string> {
  const ends = new Map<string, string>()
  for (const { path, text, isName } of calls.flatMap(getLeaves)) {
    if (!isName) ends.set(path, `${ends.get(path) ?? ''}${text}`.slice(-longestBefore))
  }
  return ends
}

/**
 * The beginning of a value, preceded by the end of the text sent before. The earlier part is mapped to the value's
 * first character.
 */
function continued(before: string, leaf: Leaf): Unplaced {
  const own = leaf.text.slice(0, overlap)
  const text = `${before}${own}`
  const places = Int32Array.from({ length: text.length + 1 }, (_, at) => Math.max(0, at - before.length))
  return { leaf, text, places, offset: 0, folded: foldText(text), isDisguised: true }
}

function placed(
  plain: readonly Unplaced[],
  others: readonly Unplaced[],
  hidden: readonly Unplaced[]
): Pick<ArgumentText, 'units' | 'gaps' | 'pieces' | 'sparseFrom'> {
  const pieces: ArgumentPiece[] = []
  let length = 0
  const place = (piece: Unplaced): void => {
    pieces.push({ ...piece, start: length })
    length += piece.folded.units.length
  }
  for (const piece of plain) place(piece)
  const placeApart = (piece: Unplaced): void => {
    length += 1
    place(piece)
  }
  for (const piece of others) placeApart(piece)
  const sparseFrom = length
  for (const piece of hidden) placeApart(piece)
  const units = new Uint16Array(length).fill(gap)
  const gaps = new Uint8Array(length)
  for (const { folded, start } of pieces) {
    units.set(folded.units, start)
    gaps.set(folded.gaps, start)
  }
  return { units, gaps, pieces, sparseFrom }
}

/** The places of the units from `start` up to, but not including, `end`. */
export function findArgumentPlaces(
  { pieces }: ArgumentText,
  start: number,
  end: number
): readonly ArgumentPlace[] {
  const places: ArgumentPlace[] = []
  for (let index = firstAt(pieces, start); index < pieces.length; index++) {
    const piece = pieces[index] as ArgumentPiece
    if (piece.start >= end) break
    const { folded, start: first, leaf, text } = piece
    const from = Math.max(start - first, 0)
    const to = Math.min(end - first, folded.units.length)
    if (from >= to) continue
    const begin = folded.places[from] ?? 0
    const last = (folded.places[to - 1] ?? 0) + 1
    const count = getCount(folded.places, from, to)
    places.push({ leaf, ...toLeafOffsets(piece, begin, last), words: text.slice(begin, last), count })
  }
  return places
}

/** One character may be several units. */
function getCount(places: Int32Array, from: number, to: number): number {
  let count = 1
  for (let unit = from + 1; unit < to; unit++) if (places[unit] !== places[unit - 1]) count++
  return count
}

/** The last piece that begins at or before the unit. */
function firstAt(pieces: readonly ArgumentPiece[], unit: number): number {
  let low = 0
  let high = pieces.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((pieces[middle]?.start ?? 0) <= unit) low = middle
    else high = middle
  }
  return low
}

/** Converts offsets in the text of a piece to offsets in its leaf. */
export function toLeafOffsets(
  { leaf, places, offset }: ArgumentPiece,
  begin: number,
  end: number
): { readonly start: number; readonly end: number } {
  const at = (unit: number): number =>
    Math.min(offset + (places === null ? unit : (places[unit] ?? 0)), leaf.text.length)
  // The text may be written backwards.
  const isBackwards = end - begin > 1 && at(end - 1) < at(begin)
  const [first, last] = isBackwards ? [at(end - 1), at(begin) + 1] : [at(begin), at(end)]
  return { start: first, end: Math.max(last, first + 1) }
}

/** Shorter numbers say nothing about their origin. */
const shortestNumber = 8

/** Values in order, then names. */
function getLeaves(args: JsonObject): readonly Leaf[] {
  const values: Leaf[] = []
  const names: Leaf[] = []
  const waiting: { readonly path: string; readonly value: JsonValue }[] = [{ path: '', value: args }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value } = next
    if (typeof value === 'string' && value !== '') values.push({ path, text: value, isName: false })
    else if (typeof value === 'number' && String(value).length >= shortestNumber) {
      values.push({ path, text: String(value), isName: false })
    } else if (typeof value === 'object' && value !== null) {
      const inner = Object.entries(value).map(([key, item]) => ({
        path: `${path}/${escaped(key)}`,
        value: item
      }))
      if (!Array.isArray(value)) names.push(...namesOf(value, path))
      for (const item of inner.toReversed()) waiting.push(item)
    }
  }
  return [...values, ...names]
}

function namesOf(value: JsonObject, path: string): Leaf[] {
  return Object.keys(value)
    .filter((key) => key.length >= shortestNumber)
    .map((key) => ({ path: `${path}/${escaped(key)}`, text: key, isName: true }))
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
