/**
 * Decodes the texts that a text contains in encoded form, repeatedly. Keeps the original position of each decoded unit.
 * `escapes.ts` and `encoded-bytes.ts` define what counts as encoded.
 */
import { encodedBytes } from './encoded-bytes'
import { quotedPrintable, unescaped } from './escapes'
import type { ReadText } from './reading'

/** Encodings within encodings. */
const deepest = 8
/** All decoded texts together, as a multiple of the text. Limits texts made to decode to more and more. */
const largestShare = 12

/** All texts decoded from a text, starting with the text itself. */
export interface Readings {
  readonly all: readonly ReadText[]
  /** False: there is more, which wasn't decoded. */
  readonly isWhole: boolean
}

/** The text itself first, then everything that can be decoded from it. */
export function readings(text: string): readonly ReadText[] {
  return readAll(text).all
}

export function readAll(text: string): Readings {
  const all: ReadText[] = [{ text, places: null }]
  const seen = new Set([text])
  let room = largestShare * Math.max(text.length, 1_000)
  let from = 0
  for (let depth = 0; from < all.length; depth++) {
    const level = all.slice(from).flatMap(decoded)
    from = all.length
    for (const inner of level) {
      if (seen.has(inner.text)) continue
      room -= inner.text.length
      if (depth === deepest || room < 0) return { all, isWhole: false }
      seen.add(inner.text)
      all.push(inner)
    }
  }
  return { all, isWhole: true }
}

function decoded(outer: ReadText): readonly ReadText[] {
  return [unescaped(outer.text), quotedPrintable(outer.text), encodedBytes(outer.text)].flatMap((inner) =>
    inner === null ? [] : [{ text: inner.text, places: mapPlaces(inner, outer) }]
  )
}

/** Maps the positions of a decoded text to the text that the outer one was decoded from. */
export function mapPlaces(inner: ReadText, outer: ReadText): Int32Array | null {
  const { places } = outer
  return inner.places === null || places === null
    ? inner.places
    : inner.places.map((place) => places[place] ?? 0)
}
