// What `npm test` proved and what `npm run package` packed: the commit, and the Electron. A release needs both to be the same.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { cacheFolder, inProject, root } from '../process/paths.mjs'

/** @typedef {{ electron: string, source: string, commit: string, platform: string }} Carried */
/** @typedef {Carried & { journeys: number, failed: number }} Proof */

const proofFile = path.join(cacheFolder, 'results', 'proof.json')

/** For messages: `Electron 45.4.1 (mirror)`. */
export const describeRuntime = ({ version, source }) => `Electron ${version} (${source})`

/** @param {import('../test/summary.mjs').SuiteResult[]} suites everything that `npm test` ran @returns {Proof} */
export function describeProof(runtime, suites) {
  const journeys = suites.filter(({ name }) => name === 'end to end').flatMap(({ passed }) => passed)
  const failed = suites.flatMap((suite) => suite.failed)
  return { ...describeCarried(runtime), journeys: journeys.length, failed: failed.length }
}

/** @returns {Carried} */
export function describeCarried({ version, source }) {
  return {
    electron: version,
    source,
    commit: readCommit(),
    platform: `${process.platform}-${process.arch}`
  }
}

export const keepProof = (proof) => write(proofFile, proof)

/** Next to the packages, so that it goes where they go. */
export const keepCarried = (folder, carried) =>
  write(path.join(folder, `runtime-${carried.platform}.json`), carried)

/** @returns {Proof | undefined} */
export const readProof = () => (fs.existsSync(proofFile) ? readJson(proofFile) : undefined)

/** What each package in the folder carries. @returns {Carried[]} */
export function readCarried(folder) {
  if (!fs.existsSync(folder)) return []
  const names = fs.readdirSync(folder, { recursive: true })
  return names
    .filter((name) => /^runtime-[\w-]+\.json$/u.test(path.basename(name)))
    .map((name) => readJson(path.join(folder, name)))
}

/**
 * Why these packages aren't a release, one sentence each.
 * @param {{ proof?: Proof, carried: Carried[], supported: string, commit: string }} facts `supported`: the Electron of package.json
 */
export function findReleaseProblems({ proof, carried, supported, commit }) {
  if (proof === undefined) return ['`npm test` left no proof in .cache/results/proof.json']
  const problems = carried.flatMap((each) => findPackageProblems(each, { proof, supported }))
  if (carried.length === 0) problems.push('there are no packages in dist/')
  if (proof.failed > 0) problems.push(`${proof.failed} tests failed`)
  if (proof.journeys === 0) problems.push('no journey ran')
  if (proof.commit !== commit || commit.endsWith('+'))
    problems.push(`the tests ran on commit ${proof.commit}, and this is ${commit} (+: with changes)`)
  return problems
}

function findPackageProblems({ electron, source, commit, platform }, { proof, supported }) {
  const problems = []
  if (source === 'registry')
    problems.push(`the package for ${platform} carries the Electron that is for tests only`)
  if (electron !== supported)
    problems.push(`the package for ${platform} carries Electron ${electron}, not ${supported}`)
  if (electron !== proof.electron)
    problems.push(
      `the journeys ran on Electron ${proof.electron}, and the package for ${platform} carries ${electron}`
    )
  if (commit !== proof.commit)
    problems.push(`the package for ${platform} is of commit ${commit}, and the tests ran on ${proof.commit}`)
  return problems
}

/** Ends in `+` where files were changed since. */
export function readCommit() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  return `${git('rev-parse', 'HEAD') || 'unknown'}${git('status', '--porcelain') === '' ? '' : '+'}`
}

/** The exact version of package.json. */
export const readSupportedElectron = () => readJson(inProject('package.json')).devDependencies.electron

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

function write(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
