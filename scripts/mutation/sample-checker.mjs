// Tells Stryker which mutants to leave alone when PARLEY_MUTATION_SAMPLE names a sample. Stryker's own ways of choosing
// are by place (a range of lines, an ignored node), which takes all mutants of a place and those inside it; a checker
// decides on each of them.

import { chooseSample, notAsked } from './sample.mjs'

class SampleChecker {
  #asked = new Set()

  async init() {}

  /** Is shown all mutants at once, before any is checked. */
  async group(mutants) {
    this.#asked = chooseSample(mutants, JSON.parse(process.env.PARLEY_MUTATION_SAMPLE))
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants) {
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        this.#asked.has(id) ? { status: 'passed' } : { status: 'compileError', reason: notAsked }
      ])
    )
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]
