/**
 * How much a property test does: the same little each time, so that a failure is one of the change at hand. Under
 * `npm run fuzz` more, with other seeds; a test joins it by asking here.
 */
const firstSeed = Number(process.env['PARLEY_FUZZ_SEED'] ?? 1)
const times = Number(process.env['PARLEY_FUZZ_TIMES'] ?? 1)

/** As many seeds as are usual, or so many times more. */
export function seeds(usual: number): number[] {
  return Array.from({ length: usual * times }, (_, index) => firstSeed + index)
}
