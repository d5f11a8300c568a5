// What a mutation report says: a score for each file, and each mutant that no test noticed.

/** The area of `app/` that all of the folders and files belong to, whose tests are asked. */
export function areaOf(wanted) {
  const areas = new Set(wanted.map((one) => /^app\/[^/]+/u.exec(one)?.[0]))
  const [area] = areas
  if (area === undefined || areas.size > 1) throw new Error('name folders or files of one area of app/')
  return area
}

/** As patterns: the code of folders without what only tests use, and files as they are. */
export function filesOf(wanted) {
  return wanted.flatMap((one) =>
    one.endsWith('.ts')
      ? [one]
      : [`${one}/**/*.ts`, `!${one}/**/*.test.ts`, `!${one}/**/testing/**`, `!${one}/**/fixtures/**`]
  )
}

const noticed = new Set(['Killed', 'Timeout'])
const unnoticed = new Set(['Survived', 'NoCoverage'])

/**
 * Of the files below `wanted` in a report of the mutation testing elements.
 * @returns {{ file: string, killed: number, all: number, survivors: { line: number, what: string }[] }[]}
 */
export function readScores(report, wanted) {
  const isWanted = (file) => wanted.some((one) => file === one || file.startsWith(`${one}/`))
  return Object.entries(report.files)
    .filter(([file]) => isWanted(file))
    .map(([file, { source, mutants }]) => {
      const killed = mutants.filter(({ status }) => noticed.has(status)).length
      const left = mutants.filter(({ status }) => unnoticed.has(status))
      const survivors = left.map((mutant) => describe(mutant, source))
      return { file, killed, all: killed + left.length, survivors }
    })
    .filter(({ all }) => all > 0)
}

function describe({ location: { start, end }, mutatorName, replacement, status }, source) {
  const lines = source.split('\n')
  const first = lines[start.line - 1] ?? ''
  const old = start.line === end.line ? first.slice(start.column - 1, end.column - 1) : `${first.trim()} …`
  const cover = status === 'NoCoverage' ? ' (no test comes here)' : ''
  const by = replacement === undefined ? mutatorName : replacement.replaceAll(/\s+/gu, ' ')
  return { line: start.line, what: `${old.slice(0, 120)} → ${by.slice(0, 120)}${cover}` }
}

/** The survivors, then a line a file, then the score of all of them. */
export function showScores(scores) {
  const survivors = scores.flatMap(({ file, survivors: own }) =>
    own.map(({ line, what }) => `${file}:${line} ${what}`)
  )
  const sum = (key) => scores.reduce((total, one) => total + one[key], 0)
  const row = (name, killed, all) => `${percent(killed, all).padStart(7)}  ${killed} of ${all}  ${name}`
  return [
    ...survivors,
    '',
    ...scores.map(({ file, killed, all }) => row(file, killed, all)),
    row('all together', sum('killed'), sum('all'))
  ].join('\n')
}

const percent = (part, whole) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`
