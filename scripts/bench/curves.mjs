/** Curves of what things cost as there are more of them: as a table of the page on performance, and which are too steep. */
import { drawTable } from './page-table.mjs'

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

/** In place of those that stand there. */
export function drawInto(file, curves) {
  drawTable(file, heading, tableOf(curves))
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
