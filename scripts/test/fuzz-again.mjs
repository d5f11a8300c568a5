/**
 * The command that makes a failure of `npm run fuzz` come again: as many seeds from the same first one, and the same page.
 * @param {{ seed: number, times: number, calls: number }} options calls: none where it was no page that failed
 */
export function fuzzAgain({ seed, times, calls }) {
  return `npm run fuzz -- --minutes 0 --seed ${seed} --times ${times} --calls ${calls}`
}
