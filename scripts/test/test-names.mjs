// Tests as lines of text: suite, title and file, apart by tabs.

const oneLine = (text) => text.replaceAll(/\s+/gu, ' ')

/** @param {{ suite: string, title: string, file?: string }} test */
export const formatName = ({ suite, title, file = '' }) => [suite, oneLine(title), file].join('\t')

/**
 * A test whose file was moved is the same one; of tests that share a title each counts.
 * @param {string} before lines of `formatName`
 * @param {string} after
 * @returns {{ gone: string[], come: string[], kept: number }}
 */
export function compareNames(before, after) {
  const left = countTitles(after)
  const gone = titlesOf(before).filter((title) => !takeOne(left, title))
  const come = [...left].flatMap(([title, count]) => Array.from({ length: count }, () => title))
  return { gone, come, kept: titlesOf(before).length - gone.length }
}

const titlesOf = (lines) =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t').slice(0, 2).join(': '))

function countTitles(lines) {
  const counts = new Map()
  for (const title of titlesOf(lines)) counts.set(title, (counts.get(title) ?? 0) + 1)
  return counts
}

function takeOne(counts, title) {
  const count = counts.get(title) ?? 0
  if (count > 0) counts.set(title, count - 1)
  return count > 0
}
