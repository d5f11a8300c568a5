// Which letters look like a Latin one, taken from Unicode's table of confusables (TR39). The table has thousands of
// rows, and a start has no time to read them: what names and hosts are compared with is written into the sources.

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The source of `app/base/look-alike-letters.ts`. */
export function lookAlikeLetters() {
  /** @type {Record<string, string>} */
  const table = require('unhomoglyph/data.json')
  const entries = Object.entries(table).flatMap(([letter, prototype]) => {
    const [from, to] = [fold(letter), fold(prototype)]
    const isWanted = [...from].length === 1 && !/[a-z]/u.test(from) && /^[a-z]$/u.test(to)
    // A letter's own look takes precedence over the look of its capital.
    return isWanted ? [{ from, to, isOwn: from === letter }] : []
  })
  const looks = new Map()
  for (const { from, to, isOwn } of entries) if (isOwn || !looks.has(from)) looks.set(from, to)
  const rows = new Map()
  for (const [from, to] of [...looks].sort()) rows.set(to, `${rows.get(to) ?? to}${from}`)
  const lines = [...rows].sort().map(([, row]) => `  '${row}'`)
  return `${head}export const lookAlikeRows: readonly string[] = [\n${lines.join(',\n')}\n]\n`
}

const head = `/**
 * Each row: a Latin letter and its look-alikes, after folding case and width. Written by \`node scripts/look-alikes.mjs\`
 * from Unicode's confusables (TR39).
 */
`

/** As names are folded before they are compared. @param {string} text */
function fold(text) {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
}
