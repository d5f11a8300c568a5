/** Curves of what things cost as there are more of them: as a table of the page on performance, and which are too steep. */
import fs from 'node:fs'

/** Each ten times as many may cost so many times as much: linear, with room for what a machine does beside it. */
const steepest = 15
/** In milliseconds: below it, nothing is said of how steep it is. */
const leastMs = 5

/** The heading under which they stand, up to the next one. */
const heading = '## Curves'

/** @typedef {{ name: string, per: string, points: readonly (readonly [size: number, milliseconds: number])[] }} Curve */

/** @param {readonly Curve[]} curves */
export function tableOf(curves) {
  const rows = curves.map(({ name, per, points }) => {
    const cells = points.map(([size, ms]) => `${size.toLocaleString('en')}: ${milliseconds(ms)}`)
    return `| ${name} | ${per} | ${cells.join(' · ')} | ${shapeOf(points)} |`
  })
  return ['| What | Number of | Milliseconds of the processor | Shape |', '|---|---|---|---|', ...rows].join(
    '\n'
  )
}

/** Names of those that cost more than in proportion. @param {readonly Curve[]} curves */
export function findSteep(curves) {
  return curves.filter(({ points }) => shapeOf(points) === 'steep').map(({ name }) => name)
}

/** Puts the table in place of the one that stands there. */
export function drawInto(file, curves) {
  const text = fs.readFileSync(file, 'utf8')
  const begin = text.indexOf(`${heading}\n`)
  if (begin < 0) throw new Error(`${file} has no heading “${heading}”`)
  const firstRow = text.indexOf('| What |', begin)
  const end = text.indexOf('\n\n', firstRow)
  const rest = end < 0 ? '\n' : text.slice(end)
  fs.writeFileSync(file, text.slice(0, firstRow) + tableOf(curves) + rest)
}

/** By each step from one size to the next. */
function shapeOf(points) {
  let shape = 'flat'
  for (let at = 1; at < points.length; at++) {
    const [size, ms] = points[at]
    const [sizeBefore, msBefore] = points[at - 1]
    const growth = ms / Math.max(msBefore, leastMs)
    const tenfold = Math.log10(size / sizeBefore)
    if (growth > steepest ** tenfold) return 'steep'
    if (growth > 2 ** tenfold) shape = 'linear'
  }
  return shape
}

function milliseconds(ms) {
  return ms < 10 ? ms.toFixed(2) : String(Math.round(ms))
}
