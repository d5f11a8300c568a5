// A sample of mutants: enough to say how good a folder's tests are, without asking for each mutant.

import { createHash } from 'node:crypto'

/** The reason of mutants outside the sample. It is in the report, and they don't count. */
export const notAsked = 'not in the sample'

/**
 * About `size` of the mutants, the same for the same seed: one from each of as many equal stretches of the code, so that
 * every file has its share and every mutant the same chance.
 * @param {{ id: string, fileName: string, location: { start: { line: number, column: number } } }[]} mutants
 * @returns {Set<string>} ids
 */
export function chooseSample(mutants, { size, seed }) {
  const inOrder = [...mutants].sort(byPlace)
  const count = Math.min(size, inOrder.length)
  const from = (stretch) => Math.floor((stretch * inOrder.length) / count)
  return new Set(
    Array.from({ length: count }, (_, stretch) => {
      const [start, end] = [from(stretch), from(stretch + 1)]
      return inOrder[start + Math.floor(chance(`${seed} ${stretch}`) * (end - start))].id
    })
  )
}

function byPlace(a, b) {
  if (a.fileName !== b.fileName) return a.fileName < b.fileName ? -1 : 1
  const [first, second] = [a.location.start, b.location.start]
  return first.line - second.line || first.column - second.column || Number(a.id) - Number(b.id)
}

/** From 0 up to 1, always the same for the same text. */
const chance = (text) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

/**
 * How far the score of all mutants may lie from that of the sample, in 95 of 100 samples: half of the width of Agresti and
 * Coull's interval, which stays honest near 0 and 1, and nothing once everybody was asked.
 */
export function marginOfError({ killed, asked, of }) {
  if (asked >= of) return 0
  const size = asked + 4
  const part = (killed + 2) / size
  return 1.96 * Math.sqrt(((part * (1 - part)) / size) * ((of - asked) / (of - 1)))
}
