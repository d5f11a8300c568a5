// What became of the cases of a hostile corpus, from the tests that ran them. A case without a test did not run, and
// neither passed nor failed.

/**
 * @param {readonly { id: string }[]} cases
 * @param {{ passed: readonly string[], failed: readonly string[], skipped: readonly string[] }} result of the end-to-end suite
 * @returns {{ passed: string[], failed: string[], notRun: string[] }} ids
 */
export function readOutcomes(cases, { passed, failed }) {
  const [good, bad] = [passed, failed].map((titles) => new Set(titles.map(lastPart)))
  const ids = cases.map(({ id }) => id)
  const isBad = (id) => bad.has(id)
  const isGood = (id) => good.has(id) && !isBad(id)
  return {
    passed: ids.filter(isGood),
    failed: ids.filter(isBad),
    notRun: ids.filter((id) => !isGood(id) && !isBad(id))
  }
}

/** Titles of tests begin with their file. */
function lastPart(title) {
  return title.split(' › ').at(-1) ?? title
}
