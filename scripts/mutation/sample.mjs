// A checker for Stryker that leaves all mutants alone but a sample, which PARLEY_MUTATION_SAMPLE names. Stryker's own ways of
// choosing are by place (a range of lines, an ignored node). Mutants outside the sample count as errors, which the score leaves
// out.

import { createHash } from 'node:crypto'

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

class SampleChecker {
  #chosen = new Set()

  async init() {}

  /** Gets all mutants at once, before it checks any. */
  async group(mutants) {
    this.#chosen = chooseSample(mutants, JSON.parse(process.env.PARLEY_MUTATION_SAMPLE))
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants) {
    const leftOut = { status: 'compileError', reason: 'not in the sample' }
    return Object.fromEntries(
      mutants.map(({ id }) => [id, this.#chosen.has(id) ? { status: 'passed' } : leftOut])
    )
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]
