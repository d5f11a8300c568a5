/**
 * What a text looks like to the eye: case, width, hidden characters and foreign letters made equal. Which characters
 * look alike is Unicode's own table (UTS 39). Pure.
 */
import table from 'unhomoglyph/data.json'

const looks: Readonly<Record<string, string>> = table

/** Each letter as the Latin one, of lower case, that it looks like; also by its capital, as the Cyrillic К looks like K. */
export function foldLetters(text: string): string {
  return [...text].map((letter) => latinFor(letter) ?? latinFor(letter.toUpperCase()) ?? letter).join('')
}

/** Null for what looks like no single Latin letter, and for Latin letters themselves. */
function latinFor(letter: string): string | null {
  const found = /[a-z]/i.test(letter) ? undefined : looks[letter]
  return found !== undefined && /^[a-z]$/i.test(found) ? found.toLowerCase() : null
}

/** Equal for names that look alike. Not for display. */
export function skeletonOf(name: string): string {
  const folded = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
  // A large i is a small L to the eye.
  return foldLetters(folded).replaceAll('i', 'l')
}
