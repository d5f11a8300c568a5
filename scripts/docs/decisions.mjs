// Checks docs/decisions: each record follows the template, the README lists all of them and accounts for every number,
// and every number that code or documents mention is known there.

/** @typedef {{ file: string, text: string }} Decision `file` without its folder */

const start = /^# (\d{4}): (\S.*)\n\nStatus: accepted \d{4}-\d\d-\d\d(?:, updated \d{4}-\d\d-\d\d)?\n\n## /u
const sections = ['Context', 'Decision', 'Consequences', 'Alternatives']
const mention = /\bdecisions?[ /](\d{4})\b|\[(\d{4})\]\(/giu

/**
 * @param {Decision[]} decisions
 * @param {string} readme docs/decisions/README.md
 * @returns {string[]} one sentence per problem
 */
export function wrongDecisions(decisions, readme) {
  return [
    ...decisions.flatMap(wrongRecord),
    ...decisions.flatMap((decision) => wrongIndex(decision, readme)),
    ...wrongNumbers(decisions, readme)
  ]
}

/**
 * Numbers that neither a record nor the README's tables explain.
 * @param {string} text of a source file or document
 * @param {Set<string>} known
 */
export function unknownDecisions(text, known) {
  const numbers = [...text.matchAll(mention)].map(([, named, linked]) => named ?? linked)
  return [...new Set(numbers)].filter((number) => !known.has(number)).map((number) => `decision ${number}`)
}

/** Numbers of records, and numbers that were merged into one. */
export function knownDecisions(decisions, readme) {
  return new Set([...decisions.map(({ file }) => numberIn(file)), ...mergedNumbers(readme)])
}

function wrongRecord({ file, text }) {
  const [, number] = start.exec(text) ?? []
  if (number === undefined)
    return [`${file} doesn't begin with "# NNNN: Title" and "Status: accepted YYYY-MM-DD"`]
  const found = [...text.matchAll(/^## (.+)$/gmu)].map(([, name]) => name)
  return [
    ...(number === numberIn(file) ? [] : [`${file} has the number ${number} in its title`]),
    ...(found.join() === sections.join() ? [] : [`${file} doesn't have the sections ${sections.join(', ')}`])
  ]
}

function wrongIndex({ file, text }, readme) {
  const [, number, title] = start.exec(text) ?? []
  const line = `- [${number}](${file}) ${title}`
  return readme.split('\n').filter((each) => each === line).length === 1
    ? []
    : [`README.md doesn't list "${line}" once`]
}

/** Every number up to the highest has one meaning, and the README names the next one. */
function wrongNumbers(decisions, readme) {
  const [, unused = ''] = readme.split('## Numbers that were never used')
  const used = [
    ...decisions.map(({ file }) => numberIn(file)),
    ...mergedNumbers(readme),
    ...(unused.match(/\b\d{4}\b/gu) ?? [])
  ]
  const highest = Math.max(0, ...used.map(Number))
  const all = Array.from({ length: highest }, (_, index) => pad(index + 1))
  return [
    ...all
      .filter((number) => used.filter((each) => each === number).length !== 1)
      .map((number) => `${number} must be one record, one merged number or one unused number`),
    ...(readme.includes(`next free number: **${pad(highest + 1)}**`)
      ? []
      : [`README.md doesn't say "next free number: **${pad(highest + 1)}**"`])
  ]
}

function mergedNumbers(readme) {
  return [...readme.matchAll(/^\| (\d{4}) \|/gmu)].map(([, number]) => number)
}

function pad(number) {
  return String(number).padStart(4, '0')
}

function numberIn(file) {
  return file.slice(0, 4)
}
