/** Tables of figures that the bench draws into a page of the documentation. */
import fs from 'node:fs'

/** Puts the table in place of the first one under the heading. What stands around it stays. */
export function drawTable(file, heading, table) {
  const text = fs.readFileSync(file, 'utf8')
  const begin = text.indexOf(`${heading}\n`)
  if (begin < 0) throw new Error(`${file} has no heading “${heading}”`)
  const first = text.indexOf('\n|', begin) + 1
  const next = text.indexOf('\n## ', begin)
  if (first === 0 || (next >= 0 && next < first)) throw new Error(`“${heading}” of ${file} has no table`)
  const end = text.indexOf('\n\n', first)
  fs.writeFileSync(file, text.slice(0, first) + table + (end < 0 ? '\n' : text.slice(end)))
}

/** @param {readonly { name: string, value: number, unit: string, reference: number, ratio: number, budget: number | null, ok: boolean }[]} figures */
export function tableOfFigures(figures) {
  const rows = figures.map(({ name, value, unit, reference, ratio, budget, ok }) => {
    const limit = budget === null ? '' : `${budget}${ok ? '' : ', **over**'}`
    return `| ${name} | ${`${value} ${unit}`.trim()} | ${`${reference} ${unit}`.trim()} | ${ratio} | ${limit} |`
  })
  return [
    '| Figure | Measured | Floor or limit | Times that | At most |',
    '|---|---|---|---|---|',
    ...rows
  ].join('\n')
}
