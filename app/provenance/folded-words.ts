/**
 * Finds the words in a folded text, except ordinary ones that occur in every text. This module doesn't know which words
 * belong together.
 */
import { foldText } from './fold-text'
import type { Folded } from './fold-text'

export interface Word {
  /** Equal for equal words. */
  readonly hash: number
  /** In the folded units. */
  readonly start: number
  readonly end: number
}

const shortest = 3
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
const ordinaryHashes = new Set(
  [...ordinary].map((word) => {
    const { units } = foldText(word)
    return hashOf(units, 0, units.length)
  })
)

export function isOrdinary(word: string): boolean {
  return ordinary.has(word)
}

export function splitFoldedWords({ units, gaps }: Folded): readonly Word[] {
  const words: Word[] = []
  for (let start = 0; start < units.length;) {
    let end = start
    while (end < units.length && isLetter(units[end] as number) && (end === start || gaps[end] === 0)) end++
    if (end - start >= shortest) {
      const hash = hashOf(units, start, end)
      if (!ordinaryHashes.has(hash)) words.push({ hash, start, end })
    }
    start = Math.max(end, start + 1)
  }
  return words
}

/** 0: not known yet; 1: part of a word; 2: not. */
const kinds = new Uint8Array(0x1_0000)

function isLetter(unit: number): boolean {
  if (kinds[unit] === 0) kinds[unit] = /[\p{L}\p{M}\p{N}\p{Cs}]/u.test(String.fromCharCode(unit)) ? 1 : 2
  return kinds[unit] === 1
}

function hashOf(units: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let place = start; place < end; place++) {
    hash = Math.imul(hash ^ (units[place] as number), 0x01000193)
  }
  return hash
}
