/** What `--compare PROGRAM` measures: another build of Parley in the groups below, or the start of another Electron app. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { groups } from './groups.mjs'
import { isOther, nameOther } from './other-build.mjs'
import { replaceApp } from './running-app.mjs'
import { round } from './statistics.mjs'

const compared = ['start', 'idle', 'long-lists', 'direct-call', 'large-result', 'streaming']

/** @param {{ program: string, profile: string | undefined }} given `program`: an executable, or a checkout with a build of Parley */
export function comparisons({ program, profile }, all = groups) {
  const build = path.resolve(program)
  if (!isBuildOfParley(build))
    return {
      'other app': async ({ electron, effort }) =>
        (await import('./other-app.mjs')).otherAppRows(electron, effort, { program, profile })
    }
  return Object.fromEntries(compared.map((name) => [name, (given) => compareBuilds(all[name], given, build)]))
}

/** A group that measures both in turns names the rows of the other build. */
async function compareBuilds(measure, { electron, effort }, build) {
  const both = { ...effort, other: build }
  const rows = await measure({ electron, effort: both })
  if (!rows.some(isOther)) {
    const given = { electron: replaceApp(electron, build), effort: both }
    rows.push(...(await measure(given)).map(nameOther))
  }
  return rows.map((row) => ({ ...row, ...spread(row), ...(isOther(row) && { budget: null }) }))
}

/** All values, so that the runs of two comparisons can be joined, and the ranges of values and ratios. */
function spread({ ours, theirs, limit }) {
  const ratios = ours.map((value, index) => value / (theirs?.[index] ?? limit))
  return { values: { ours, theirs }, range: range(ours), ratioRange: range(ratios) }
}

const range = (values) => [Math.min(...values), Math.max(...values)].map(round).join('–')

function isBuildOfParley(folder) {
  const file = path.join(folder, 'package.json')
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'parley'
}
