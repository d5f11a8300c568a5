/** Normalizes the text of a form for lookups. Pure. */
import { foldLetters } from '../base/skeleton'

export function splitSentences(text: string): readonly string[] {
  return text.slice(0, 20_000).split(/[.!?;:\n\r。！？]+/)
}

/** The text as written, and as it looks: with foreign letters, digits for letters, or spaced letters. */
export function spellings(text: string): readonly string[] {
  const words = splitSpelling(text)
  const looks = foldLetters(words).replaceAll(
    /(?<=\p{L})[345](?=\p{L})|(?<=\p{L})[345](?=[345]\p{L})/gu,
    digitLetter
  )
  const joined = words.replaceAll(/(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu, '')
  return [...new Set([words, looks, joined])]
}

function digitLetter(digit: string): string {
  return { '3': 'e', '4': 'a', '5': 's' }[digit] ?? digit
}

/** `userApi-Key_2` → `user api key 2`, `Contraseña` → `contrasena` */
export function splitSpelling(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[@$]/g, (sign) => (sign === '@' ? 'a' : 's'))
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .trim()
}
