/** The visual form of a text: case, width, hidden characters and foreign letters are folded. Pure. */
import { lookAlikeRows } from './look-alike-letters'

/**
 * A Cyrillic letter that is a plain stroke in both cases; Unicode lists its lowercase form under a different letter.
 */
const ownRows = ['lӏ']
const looks = new Map(
  [...lookAlikeRows, ...ownRows].flatMap((row) =>
    [...row].slice(1).map((letter) => [letter, row.charAt(0)] as const)
  )
)

/** Each letter as the lowercase Latin one that it looks like. */
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
  // A large i is a small L to the eye.
  return foldLetters(folded).replaceAll('i', 'l')
}
