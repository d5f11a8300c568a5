// What a mutation report says: a score for each file, and each mutant that no test noticed.

import { marginOfError } from './sample.mjs'

/** The area of `app/` that all of the folders and files belong to, whose tests are asked. */
export function findArea(wanted) {
  const areas = new Set(wanted.map((one) => /^app\/[^/]+/u.exec(one)?.[0]))
  const [area] = areas
  if (area === undefined || areas.size > 1) throw new Error('name folders or files of one area of app/')
  return area
}

/** As patterns: the code of folders without what only tests use, and files as they are. */
export function listFiles(wanted) {
  return wanted.flatMap((one) =>
    one.endsWith('.ts')
      ? [one]
      : [`${one}/**/*.ts`, `!${one}/**/*.test.ts`, `!${one}/**/testing/**`, `!${one}/**/fixtures/**`]
  )
}

// A loop without an end is noticed by its count, however busy the machine is.
const isEndless = ({ status, statusReason }) => status === 'Timeout' && /hit limit/iu.test(statusReason ?? '')
const isNoticed = (mutant) => mutant.status === 'Killed' || isEndless(mutant)
const isUnnoticed = ({ status }) => status === 'Survived' || status === 'NoCoverage'
// It is unknown whether the mutant or the computer was slow, so it doesn't count.
const isLate = (mutant) => mutant.status === 'Timeout' && !isEndless(mutant)

/**
 * Of the files below `wanted` in a report of the mutation testing elements.
 * Mutants outside the sample don't count. `mutants` counts all of them, tried or not.
 * @typedef {{ line: number, what: string }} Mutant
 * @returns {{ file: string, killed: number, all: number, mutants: number, survivors: Mutant[], late: Mutant[] }[]}
 */
export function readScores(report, wanted) {
  const isWanted = (file) => wanted.some((one) => file === one || file.startsWith(`${one}/`))
  return Object.entries(report.files)
    .filter(([file]) => isWanted(file))
    .map(([file, { source, mutants }]) => {
      const killed = mutants.filter(isNoticed).length
      const left = mutants.filter(isUnnoticed)
      const survivors = left.map((mutant) => describe(mutant, source))
      const late = mutants.filter(isLate).map((mutant) => describe(mutant, source))
      const all = killed + left.length
      return { file, killed, all, mutants: mutants.filter(isMutant).length, survivors, late }
    })
    .filter(({ mutants }) => mutants > 0)
}

const isMutant = ({ status }) => status !== 'Ignored'

function describe({ location: { start, end }, mutatorName, replacement, status }, source) {
  const lines = source.split('\n')
  const first = lines[start.line - 1] ?? ''
  const old = start.line === end.line ? first.slice(start.column - 1, end.column - 1) : `${first.trim()} …`
  const cover = status === 'NoCoverage' ? ' (no test comes here)' : ''
  const by = replacement === undefined ? mutatorName : replacement.replaceAll(/\s+/gu, ' ')
  return { line: start.line, what: `${old.slice(0, 120)} → ${by.slice(0, 120)}${cover}` }
}

/**
 * The survivors, then who ran out of time, then a line a file, then the score of all of them; of a sample with its seed and
 * margin of error.
 */
export function showScores(scores, seed) {
  const listed = (key, note) =>
    scores.flatMap((score) => score[key].map(({ line, what }) => `${score.file}:${line} ${what}${note}`))
  const sum = (key) => scores.reduce((total, one) => total + one[key], 0)
  const row = (name, killed, all) => `${percent(killed, all).padStart(7)}  ${killed} of ${all}  ${name}`
  const late = listed('late', ' (ran out of time: not counted)')
  const [killed, asked, of] = [sum('killed'), sum('all'), sum('mutants')]
  const margin = 100 * marginOfError({ killed, asked: asked + late.length, of })
  return [
    ...listed('survivors', ''),
    ...late,
    '',
    ...scores.filter(({ all }) => all > 0).map(({ file, killed, all }) => row(file, killed, all)),
    row('all together', killed, asked),
    ...(late.length > 0 ? [`${late.length} ran out of time and count neither way`] : []),
    ...(seed === undefined
      ? []
      : [`a sample of ${of} mutants, seed ${seed}: in 95 of 100 samples within ${margin.toFixed(1)} points`])
  ].join('\n')
}

const percent = (part, whole) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`
