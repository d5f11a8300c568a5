/** Removes the endings of English words, so that "searching" finds "search". Other languages stay unchanged. */

const shortest = 3
/** A longer ending precedes its own suffix. */
const endings = ['ings', 'ions', 'ing', 'ion', 'ers', 'ed', 'es', 'er', 'ly', 's'].map(codesOf)
const plural = codesOf('ies')
const adverb = codesOf('ly')
const [letterA, letterZ, letterE, letterY] = [97, 122, 101, 121]
const doubled = new Set(codesOf('bdfglmnprt'))

/** Not a dictionary: words that are equal without their endings count as one, which is good enough for ranking. */
export function stemWord(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word
  const letters = Uint8Array.from(codesOf(word))
  return String.fromCharCode(...letters.subarray(0, findStemEnd(letters, 0, letters.length)))
}

/** The end of the stem of a lower-case word. The last letter may change. */
export function findStemEnd(letters: Uint8Array, from: number, to: number): number {
  if (to - from <= shortest) return to
  const end = withoutEnding(letters, from, to)
  const last = letters[end - 1] ?? 0
  const isDoubled = doubled.has(last) && letters[end - 2] === last
  const single = isDoubled ? end - 1 : end
  return letters[single - 1] === letterE ? single - 1 : single
}

export function isLowerCaseLetter(code: number): boolean {
  return code >= letterA && code <= letterZ
}

/** Keeps an ending if the rest would be too short. */
function withoutEnding(letters: Uint8Array, from: number, to: number): number {
  if (endsWith(letters, to, plural)) {
    const end = to - plural.length + 1
    const isAdverb = letters[end - 2] === adverb[0]
    const kept = isAdverb ? end - adverb.length : end
    if (kept - from < shortest) return to
    if (!isAdverb) letters[end - 1] = letterY
    return kept
  }
  const ending = endings.find((one) => endsWith(letters, to, one))
  const kept = to - (ending?.length ?? 0)
  return kept - from < shortest ? to : kept
}

function endsWith(letters: Uint8Array, to: number, ending: readonly number[]): boolean {
  for (let back = 1; back <= ending.length; back += 1)
    if (letters[to - back] !== ending[ending.length - back]) return false
  return true
}

function codesOf(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}
