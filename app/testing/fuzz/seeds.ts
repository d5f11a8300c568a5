/**
 * The amount of work of a property test: small and the same each time, so that a failure comes from the current change.
 * `npm run fuzz` does more, with different seeds; a test takes part by calling this.
 */
const firstSeed = Number(process.env['PARLEY_FUZZ_SEED'] ?? 1)
const times = Number(process.env['PARLEY_FUZZ_TIMES'] ?? 1)

/** The usual number of seeds, or a multiple of it. */
export function seeds(usual: number): number[] {
  return Array.from({ length: usual * times }, (_, index) => firstSeed + index)
}
