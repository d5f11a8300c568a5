// The official client suites, which scenario each has at which revision, and how one is run against Parley's clients.

import fs from 'node:fs'
import path from 'node:path'
import { cacheFolder, inProject } from '../process/paths.mjs'
import { run } from '../process/run.mjs'
import { SetupError } from '../process/terminal.mjs'
import { oldNode } from './old-node.mjs'

/** Where what the runners write goes. */
const folder = path.join(cacheFolder, 'conformance')
/** The newest last. The names are package names in node_modules. */
const suites = ['conformance-0.1', 'conformance-0.2']
/** What a scenario that belongs to no revision, but to an extension of the protocol, is listed with. */
const extension = 'extension'

/** @typedef {{ suite: string, version: string, scenario: string, revision: string }} Run */

/** Every run that the suites know, a line for each revision of a scenario. @returns {Promise<Run[]>} */
export async function listRuns() {
  await bundleSuites()
  const lists = await Promise.all(suites.map(listSuite))
  return lists.flat()
}

let bundling

/** Once. */
function bundleSuites() {
  return (bundling ??= bundleAll())
}

/**
 * Bundles each runner into one file. It starts for every scenario, and finding its hundreds of modules takes longer than
 * most scenarios.
 */
async function bundleAll() {
  const { bundle } = await import('../process/bundle.mjs')
  for (const suite of suites) await bundle(suite, `node_modules/${suite}/dist/index.js`, [oldNode])
}

async function listSuite(suite) {
  const { version } = JSON.parse(fs.readFileSync(inProject('node_modules', suite, 'package.json'), 'utf8'))
  const { status, output } = await runSuite(suite, ['list', '--client'])
  const found = [...output.matchAll(/^\s+- (\S+) \[(.+)\]$/gmu)]
  if (status !== 0 || found.length === 0) throw new SetupError(`${suite} lists no scenarios:\n${output}`)
  return found.flatMap(([, scenario, revisions]) =>
    revisions.split(',').map((revision) => ({ suite, version, scenario, revision: revision.trim() }))
  )
}

/** @typedef {Run & { isPassed: boolean, checks: number, output: string }} Ran `checks` that passed; `output` of the runner */

/**
 * Runs one suite at one revision with one runner, because a start of the runner takes longer than most scenarios. A scenario
 * that is in no group of the runner counts as not passed, with no checks.
 * @param {readonly Run[]} runs
 * @param {number} port where Parley's clients are asked
 * @returns {Promise<Ran[]>}
 */
export async function runGroup(runs, port) {
  const [{ suite, revision }] = runs
  const group = revision === extension ? 'extensions' : 'all'
  const { output } = await runClient(suite, ['--suite', group], { revision, port })
  const passed = new Map(
    [...output.matchAll(/^✓ (\S+): (\d+) passed, 0 failed/gmu)].map((line) => [line[1], Number(line[2])])
  )
  return runs.map((each) => {
    const checks = passed.get(each.scenario) ?? 0
    return { ...each, isPassed: checks > 0, checks, output }
  })
}

/** @param {Run} one @param {number} port @returns {Promise<Ran>} */
export async function runScenario(one, port) {
  const { suite, scenario, revision } = one
  const { status, output } = await runClient(suite, ['--scenario', scenario], { revision, port })
  const checks = Number(/Passed: (\d+)\/\d+/u.exec(output)?.[1] ?? 0)
  return { ...one, isPassed: status === 0 && checks > 0, checks, output }
}

/** The server side of the newest suite. @param {string} url @param {string} revision @returns {Promise<string>} its output */
export async function runServerSide(url, revision) {
  await bundleSuites()
  const args = ['server', '--url', url, '--spec-version', revision, '-o', 'served']
  return (await runSuite(suites.at(-1), args)).output
}

function runClient(suite, what, { revision, port }) {
  // The runner takes the command apart at spaces, so the path must have none.
  const command = `node ${path.relative(folder, inProject('scripts/conformance/ask.mjs'))}`
  const wanted = revision === extension ? [] : ['--spec-version', revision]
  const args = ['client', '--command', command, ...what, ...wanted, '-o', 'results']
  return runSuite(suite, args, { PARLEY_CONFORMANCE_PORT: String(port) })
}

function runSuite(suite, args, variables = {}) {
  fs.mkdirSync(folder, { recursive: true })
  return run(process.execPath, [path.join(cacheFolder, suite, 'driver.js'), ...args], {
    cwd: folder,
    timeoutMs: 400_000,
    // The command above must find the Node that runs us.
    env: {
      ...process.env,
      ...variables,
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`
    }
  })
}
