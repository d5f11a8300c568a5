/** What a text looks like to the eye: case, width, hidden characters and foreign letters made equal. Pure. */

/** Each row: a Latin letter and what looks like it in lower case, from other alphabets or the digits. */
const confusableRows = 'aаα cсϲ eе oоοσ0 pрρ xхχ yуγ hһ iіι jј sѕ dԁ gɡ kкκ l1ӏ mм tтτ uυ vν wԝ qԛ'
const confusable = new Map(
  confusableRows
    .split(' ')
    .flatMap((row) => [...row].slice(1).map((letter) => [letter, row.charAt(0)] as const))
)

/** Each letter as the Latin one, of lower case, that it looks like. */
export function foldLetters(text: string): string {
  return [...text].map((letter) => confusable.get(letter) ?? letter).join('')
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
