/** Limits of files with tests. */
export const testFileLimits = {
  /** Of a whole file. */
  characters: 250_000,
  nameLength: 300,
  tests: 500,
  /** Criteria of a judging model. */
  criteriaLength: 10_000,
  /** Of one result, for a comparison with others. */
  keptCalls: 200,
  /** Messages of one task. */
  turns: 20
}
