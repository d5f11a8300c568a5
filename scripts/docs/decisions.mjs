// Decision records: each has a number of its own, those that replace each other name each other, and the index lists
// them all.

/** @typedef {{ file: string, text: string }} Decision `file` without its folder */

/** A heading with the number, then when and how it stands; that may go on in a second line. */
const start = /^# (\d{4}) (.+)\n\n(\d{4}-\d\d-\d\d) · ([^\n]+(?:\n[^\n]+)*)\n/u
const listHead = '| Number | Decision | Date | Status |\n|---|---|---|---|\n'

/**
 * @param {Decision[]} decisions
 * @returns {string[]} one sentence a problem
 */
export function wrongDecisions(decisions) {
  const numbers = decisions.map(({ file }) => numberOf(file))
  return decisions.flatMap((decision, index) => {
    const first = numbers.indexOf(numbers[index])
    return [
      ...(first < index ? [`${decision.file} has the number of ${decisions[first].file}`] : []),
      ...wrongStart(decision),
      ...oneSided(decision, decisions)
    ]
  })
}

function wrongStart({ file, text }) {
  const [, number] = start.exec(text) ?? []
  if (number === undefined)
    return [`${file} doesn't begin with "# NNNN Title", a blank line and "date · status"`]
  return number === numberOf(file) ? [] : [`${file} calls itself ${number}`]
}

/** Who reads the old one must find the new one, and the other way round. */
function oneSided(decision, decisions) {
  const { replaces, replacedBy } = readStatus(decision)
  const other = (number) => decisions.find(({ file }) => numberOf(file) === number)
  const own = numberOf(decision.file)
  return [
    ...replaces
      .filter((number) => !(other(number) && readStatus(other(number)).replacedBy.includes(own)))
      .map((number) => `${number} doesn't say that ${own} supersedes it`),
    ...replacedBy
      .filter((number) => !(other(number) && readStatus(other(number)).replaces.includes(own)))
      .map((number) => `${number} doesn't say that it supersedes ${own}`)
  ]
}

/** The numbers after "superseded by" and after "supersedes", up to the next `·`. */
function readStatus({ text }) {
  const parts = (start.exec(text)?.[4] ?? '').split(' · ')
  const numbersIn = (words) =>
    parts
      .filter((part) => part.includes(words))
      .flatMap((part) => [...part.matchAll(/\[(\d{4})\]/gu)].map(([, number]) => number))
  return { replaces: numbersIn('supersedes'), replacedBy: numbersIn('superseded by') }
}

/**
 * The index: what stands above the list in it, and the list anew.
 * @param {string} page docs/decisions/README.md as it is
 * @param {Decision[]} decisions
 */
export function describeDecisions(page, decisions) {
  const rows = decisions.map(({ file, text }) => {
    const [, number, title, date, status] = start.exec(text) ?? []
    return `| [${number}](${file}) | ${title} | ${date} | ${status?.replaceAll('\n', ' ')} |\n`
  })
  return `${page.split(listHead)[0].trimEnd()}\n\n${listHead}${rows.join('')}`
}

function numberOf(file) {
  return file.slice(0, 4)
}
