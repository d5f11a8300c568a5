/** Whether a passage says anything about its origin. Words that occur in every text don't. */
import { isOrdinary } from './folded-words'

const fewestLetters = 6
const fewestKinds = 2
const fewestSigns = 5

export function isDistinctive(text: string): boolean {
  const letters = (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .filter((word) => !isOrdinary(word))
    .join('')
  if (letters.length >= fewestLetters && new Set(letters).size >= fewestKinds) return true
  const signs = new Set(text.match(/[^\p{L}\p{M}\p{N}\s:/.,"'{}[\]-]/gu) ?? [])
  return signs.size >= fewestSigns
}
