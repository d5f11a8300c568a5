/** The visual form of a text, without differences of case, width, hidden characters and foreign letters. Pure. */
import { lookAlikeRows } from './look-alike-letters'

/**
 * A Cyrillic letter that looks like a plain stroke in both cases. Unicode lists its lowercase form under a different
 * letter.
 */
const ownRows = ['lӏ']
const looks = new Map(
  [...lookAlikeRows, ...ownRows].flatMap((row) =>
    [...row].slice(1).map((letter) => [letter, row.charAt(0)] as const)
  )
)

/** Maps each letter to the lowercase Latin letter that it looks like. */
export function foldLetters(text: string): string {
  return [...text].map((letter) => looks.get(letter) ?? letter).join('')
}

/** Equal for names that look alike. Not for display. */
export function createSkeleton(name: string): string {
  const folded = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
  // A capital i looks like a small L.
  return foldLetters(folded).replaceAll('i', 'l')
}
