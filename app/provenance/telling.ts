/** Whether a passage says anything about where it came from: words that stand in every text do not. */

const ordinary = new Set(
  (
    'a about above after again all also an and any are as at be because been before being below between both but by ' +
    'can could did do does doing down during each few for from further had has have having he her here him his how i ' +
    'if in into is it its just may me might more most must my no nor not now of off on once only or other our out ' +
    'over own please same she should so some such than that the their them then there these they this those through ' +
    'to too under until up us very was we were what when where which while who whom why will with would you your ' +
    'http https www com org net example true false null'
  ).split(' ')
)

const fewestLetters = 6
const fewestSigns = 5

export function isTelling(words: string): boolean {
  const letters = (words.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .filter((word) => !ordinary.has(word))
    .reduce((sum, word) => sum + word.length, 0)
  if (letters >= fewestLetters) return true
  const signs = new Set(words.match(/[^\p{L}\p{M}\p{N}\s:/.,"'{}[\]-]/gu) ?? [])
  return signs.size >= fewestSigns
}
