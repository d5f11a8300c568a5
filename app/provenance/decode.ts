/**
 * The texts that a text holds in encoded form, each again within what came out. Where a decoded unit stood is kept.
 * What counts as encoded is known to `escapes.ts` and `encoded-bytes.ts`.
 */
import { encodedBytes } from './encoded-bytes'
import { quotedPrintable, unescaped } from './escapes'
import type { ReadText } from './reading'

/** Encodings within encodings. */
const deepest = 8
/** Of all readings together, as a multiple of the text; a bound for texts made to unfold. */
const largestShare = 12

/** Everything that was read out of a text, the text itself first. */
export interface Readings {
  readonly all: readonly ReadText[]
  /** False: there is more in it, which was given up on. */
  readonly isWhole: boolean
}

/** The text itself first, then what can be decoded out of it. */
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
    inner === null ? [] : [{ text: inner.text, places: through(inner, outer) }]
  )
}

/** Where a text that was read out of another one stands in what that one was read out of. */
export function through(inner: ReadText, outer: ReadText): Int32Array | null {
  const { places } = outer
  return inner.places === null || places === null
    ? inner.places
    : inner.places.map((place) => places[place] ?? 0)
}
