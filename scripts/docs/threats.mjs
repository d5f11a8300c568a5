// docs/security.md and docs/complaints.md: each row of their tables that says what Parley does about something names the
// tests that hold it. That the files are there is checked with all other links.

const test = /\]\([^)]+\.(?:test|spec)\.(?:ts|tsx|mjs)\)/u

/**
 * @param {string} page
 * @returns {string[]} one sentence a problem
 */
export function unguardedThreats(page) {
  let column = -1
  return page.split('\n').flatMap((line) => {
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : []
    if (cells.length === 0 || cells.includes('Guarded by')) {
      column = cells.indexOf('Guarded by')
      return []
    }
    if (column < 0 || /^-+$/u.test(cells[0])) return []
    return test.test(cells[column] ?? '') ? [] : [`"${cells[0]}" names no test`]
  })
}
