/**
 * Text search, shared so that host and window count the same positions. Free of zod: the window needs it at run time.
 */

/**
 * Text in the form that is compared: case is ignored, and every kind of white space is a space. Positions don't change.
 */
export function foldSearchText(text: string): string {
  const lower = text.toLowerCase()
  const sameLength = lower.length === text.length ? lower : Array.from(text, foldedCharacter).join('')
  return sameLength.replaceAll(/\s/gu, ' ')
}

/** A few letters become two in lowercase; these are kept unchanged. */
function foldedCharacter(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

/** Start positions without overlaps. Expects both texts folded. An empty search has no positions. */
export function findTextPositions(text: string, words: string): number[] {
  const places: number[] = []
  if (words === '') return places
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) places.push(at)
  return places
}
