// Pages that a command writes and another checks.

import fs from 'node:fs'
import { inProject } from '../process/paths.mjs'
import { SetupError } from '../process/terminal.mjs'

/**
 * Writes a page where it says something else; with `--check` that is a failure.
 * @param {string} page its path in the project
 * @param {string} command that writes it
 * @returns {boolean} whether it was written
 */
export function bringUpToDate(page, text, command) {
  const file = inProject(page)
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return false
  if (process.argv.includes('--check')) throw new SetupError(`${page} is out of date; run \`${command}\``)
  fs.writeFileSync(file, text)
  return true
}

/** A table of Markdown, one line a row. @param {readonly string[]} head @param {readonly unknown[][]} rows of cells */
export function tableLines(head, rows) {
  const lines = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.toSpliced(1, 0, `|${'---|'.repeat(head.length)}`)
}

/**
 * The page with other lines between `<!-- name -->` and `<!-- end of name -->`.
 * @param {string} page
 * @param {string} name
 * @param {readonly string[]} lines
 */
export function putBetween(page, name, lines) {
  const [before, after] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`]
  const start = page.indexOf(before)
  const end = page.indexOf(after)
  if (start < 0 || end < start) throw new SetupError(`a page has no place for the ${name}: <!-- ${name} -->`)
  return page.slice(0, start + before.length) + ['', ...lines, ''].join('\n') + page.slice(end)
}
