/**
 * Figures against those of the last committed result. Ratios are compared, as the machine is another one each time; a figure
 * that is held against a fixed limit is compared all the same, because its floor is the same number then.
 */
import fs from 'node:fs'
import path from 'node:path'

export const committedFile = path.join(import.meta.dirname, 'committed.json')

/** The share by which a figure may be worse. */
const tolerance = 0.15

export function readCommitted(file = committedFile) {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/**
 * One sentence for each figure that is worse by more than that, or that is gone. `isWhole`: all groups were measured.
 * @param {readonly { name: string, ratio: number }[]} figures
 * @param {readonly { name: string, ratio: number }[]} committed
 */
export function findRegressions(figures, committed, isWhole) {
  const known = new Map(figures.map((figure) => [figure.name, figure]))
  return committed.flatMap(({ name, ratio: before }) => {
    const now = known.get(name)?.ratio
    if (now === undefined) return isWhole ? [`${name}: is in the committed result, and was not measured`] : []
    if (!(now > before * (1 + tolerance))) return []
    const share = before === 0 ? '' : `, ${Math.round((now / before - 1) * 100)} % worse`
    return [`${name}: × ${now}, committed × ${before}${share}`]
  })
}
