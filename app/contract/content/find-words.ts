/**
 * How words are found in a text: host and window count the same places. Free of zod: the window needs it at run time.
 */

/** As it is compared: upper and lower case are alike, every kind of space is a space. Places stay what they were. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  const sameLength = lower.length === text.length ? lower : Array.from(text, foldedCharacter).join('')
  return sameLength.replaceAll(/\s/gu, ' ')
}

/** A few letters become two when they are made small; those stay as they are. */
function foldedCharacter(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

/** Where the words begin, none overlapping another. Both are folded already; nothing is found for no words. */
export function findTextPositions(text: string, words: string): number[] {
  const places: number[] = []
  if (words === '') return places
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) places.push(at)
  return places
}
