/**
 * Compares figures with the last committed result, which was measured at another time or on another computer. A figure is worse
 * if it exceeds the tolerance in every comparison below.
 *
 * - Against a fixed limit: the value, scaled by the yardstick, so that neither a slow machine looks like a regression nor a
 *   fast one hides it. Figures other than times (memory, counts, shares) aren't scaled.
 * - Against a floor of the same run: by the ratio as well. The floor may jump where the figure doesn't (a bare pipe takes
 *   twice as long when its two processes are on two processors), and the speed may change within a group, which the
 *   ratio doesn't feel; only what both call worse is.
 * - A time that is partly waiting (frames, timers, the disk) scales by an unknown part: it counts as worse only if it is worse
 *   both scaled and unscaled.
 */
import fs from 'node:fs'
import path from 'node:path'

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} unit
 * @property {number} value
 * @property {number} ratio
 * @property {boolean} [isLimit] of a figure that was measured now
 * @property {'load' | 'speed' | 'waiting'} [follows] the same; `app/testing/bench/rows.ts` says what they mean
 * @property {import('./yardstick.mjs').Yardstick} yardstick
 */

export const committedFile = path.join(import.meta.dirname, 'committed.json')

/** The share by which a figure may be worse. */
const tolerance = 0.15

const timeUnits = new Set(['s', 'ms', 'µs'])

/** @returns {Figure[]} */
export function readCommitted(file = committedFile) {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/**
 * How many times as bad a figure is as the committed one: 1.2 is a fifth worse.
 * @param {Figure} now
 * @param {Figure} before
 */
export function timesAsBad(now, before) {
  const byValue = times(now.value, before.value)
  const ways = [byValue / slowness(now, before)]
  if (now.follows === 'waiting') ways.push(byValue)
  if (!now.isLimit) ways.push(times(now.ratio, before.ratio))
  return Math.min(...ways)
}

/** Of the machine: 2 where it takes twice the time now. */
function slowness({ unit, follows = 'load', yardstick }, before) {
  if (!timeUnits.has(unit)) return 1
  const key = follows === 'speed' ? 'processor' : 'clock'
  return times(yardstick[key], before.yardstick[key])
}

/** From nothing to nothing is none. */
const times = (now, before) => (now === before ? 1 : now / before)

/** What is no number is worse, too. */
export const isWorse = (now, before) => !(timesAsBad(now, before) <= 1 + tolerance)

/**
 * One sentence for each figure that is worse, or that is gone. `isWhole`: all groups were measured.
 * @param {readonly Figure[]} figures
 * @param {readonly Figure[]} committed
 * @param {boolean} isWhole
 */
export function findRegressions(figures, committed, isWhole) {
  const known = new Map(figures.map((figure) => [figure.name, figure]))
  return committed.flatMap((before) => {
    const { name } = before
    const now = known.get(name)
    if (now === undefined) return isWhole ? [`${name}: is in the committed result, and was not measured`] : []
    return isWorse(now, before) ? [`${name}: ${describe(now, before)}`] : []
  })
}

function describe(now, before) {
  const share = Math.round((timesAsBad(now, before) - 1) * 100)
  const unit = now.unit === '' ? '' : ` ${now.unit}`
  const slow = Number(slowness(now, before).toPrecision(2))
  const machine = slow === 1 ? '' : ` on a machine that takes × ${slow} the time`
  const both = `${now.value}${unit} (× ${now.ratio})${machine}, committed ${before.value}${unit} (× ${before.ratio})`
  return Number.isFinite(share) ? `${both}: ${share} % worse` : both
}

/** After the first time. Three times by chance is rare even for a figure that scatters by more than the tolerance. */
const moreTimes = 2

/**
 * Measures a group again while one of its figures looks worse: a moment in which the machine was busy passes, a regression
 * stays. The whole group, because its figures share what they are measured on.
 * @param {Map<string, Figure[]>} groups by name
 * @param {readonly Figure[]} committed
 * @param {(group: string) => Promise<Figure[]>} measure without figures where the group brings none
 * @returns {Promise<Map<string, Figure[]>>} each figure the best of the times that it was measured
 */
export async function measureAgain(groups, committed, measure) {
  const known = new Map(committed.map((figure) => [figure.name, figure]))
  const looksWorse = (now) => known.has(now.name) && isWorse(now, known.get(now.name))
  const badness = (now) => (known.has(now.name) ? timesAsBad(now, known.get(now.name)) : 1)
  const best = new Map(groups)
  for (let time = 0; time < moreTimes; time++)
    for (const [group, figures] of best) {
      if (!figures.some(looksWorse)) continue
      const next = new Map((await measure(group)).map((figure) => [figure.name, figure]))
      const better = (figure) => {
        const other = next.get(figure.name)
        return other !== undefined && badness(other) < badness(figure) ? other : figure
      }
      best.set(group, figures.map(better))
    }
  return best
}
