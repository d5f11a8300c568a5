// The suites of `npm test`, each with counted results. `check`, `test:unit` and `test:e2e` run them too, so that a suite means
// the same everywhere.

import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { hasDisplay, hasXvfb, withVirtualDisplays } from '../process/display.mjs'
import { cacheFolder, inProject } from '../process/paths.mjs'
import { ensureUv, findUv, withPrograms } from '../compat/uv.mjs'
import { run, runNode, toStderr } from '../process/run.mjs'
import { dim, green, red, say, seconds } from '../process/terminal.mjs'
import { tryCommands } from './commands.mjs'
import {
  readConformance,
  readFigures,
  readPlaywrightReport,
  readStatus,
  readVitestReport
} from './summary.mjs'

const tool = (...parts) => inProject('node_modules', ...parts)

/**
 * Without the certificates of this machine's own: no test leaves it, and every Node that starts reads them, which takes
 * longer than all the rest of its start.
 */
const { NODE_EXTRA_CA_CERTS: authorities, ...envOfTests } = process.env

/** The checks: each is a program that finds problems. `--fix` repairs them where the tool can. */
export const checks = {
  // By default it uses four checkers for each project, and each infers most of the types again.
  types: () => ({ file: tool('typescript/bin/tsc'), args: ['-b', '--checkers', '1'] }),
  lint: (fix, paths) => ({
    file: tool('oxlint/bin/oxlint'),
    args: ['--type-aware', '--deny-warnings', ...(fix ? ['--fix'] : []), ...paths]
  }),
  format: (fix) => ({
    file: tool('oxfmt/bin/oxfmt'),
    args: fix ? ['.'] : ['--check', '.']
  }),
  knip: () => ({ file: tool('knip/bin/knip.js'), args: ['--no-progress', '--no-config-hints'] }),
  folders: () => ({ file: inProject('scripts/folders.mjs'), args: [] }),
  styles: () => ({ file: inProject('scripts/styles.mjs'), args: [] }),
  texts: () => ({ file: inProject('scripts/texts.mjs'), args: [] }),
  prose: (_, paths) => ({ file: inProject('scripts/prose.mjs'), args: paths }),
  names: () => ({ file: inProject('scripts/names.mjs'), args: [] }),
  // Its output also says what was not checked.
  commits: () => ({ file: inProject('scripts/commits.mjs'), args: [], isTold: true }),
  supply: () => ({ file: inProject('scripts/supply.mjs'), args: [], isTold: true }),
  docs: () => ({ file: inProject('scripts/docs.mjs'), args: ['--check'] })
}

/**
 * Runs the checks in `names`, two at a time.
 * - `fix`: repair what the tools can
 * - `paths`: check only these files and folders, where a check can
 * - `isInBackground`: run at low priority, because other suites wait for windows and time
 * @returns {Promise<import('./summary.mjs').SuiteResult[]>}
 */
export function runChecks(options = {}) {
  const { names = Object.keys(checks), fix = false, paths = [], isInBackground = false } = options
  return Readable.from(names)
    .map((name) => runCheck(name, { fix, paths, isInBackground }), { concurrency: 2 })
    .toArray()
}

async function runCheck(name, { fix, paths, isInBackground }) {
  const started = Date.now()
  const { file, args, isTold = false } = checks[name](fix, paths)
  const { status, output } = await runNode(file, args, { isInBackground })
  say(`${status === 0 ? green('✓') : red('✗')} ${name} ${dim(seconds(Date.now() - started))}`)
  if (status !== 0 || isTold) say(output.trimEnd())
  return readStatus(name, status, output)
}

/**
 * Unit and integration tests; `args` go to vitest. Runs that go on side by side need a `name` each for their report. `atOnce`:
 * files; default: what fits the processors. `limitMs`: of one test; default: a desk's.
 */
export async function runUnit(args = [], { name = 'unit', atOnce = null, limitMs = null } = {}) {
  const report = `${cacheFolder}/results/${name}.json`
  fs.rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = await runNode(tool('vitest/vitest.mjs'), ['run', ...reporters, ...args], {
    stdio: toStderr,
    env: {
      ...envOfTests,
      ...(atOnce !== null && { PARLEY_UNITS_AT_ONCE: String(atOnce) }),
      ...(limitMs !== null && { PARLEY_UNIT_LIMIT_MS: String(limitMs) })
    }
  })
  return readReport({ name, report, status, read: readVitestReport })
}

/** The official client suites; what they find and the page that states it must be the same. */
export async function runConformance() {
  const { status, output } = await runNode(inProject('scripts/conformance.mjs'), ['--check'], {
    env: envOfTests
  })
  say(output.trimEnd())
  const result = readConformance(output)
  if (status !== 0 && result.failed.length === 0) result.failed.push(`ended with status ${status}`)
  return result
}

/** Every figure of the bench once and in short: that it comes out, not how good it is. */
export async function runBench({ isInBackground = false } = {}) {
  const report = `${cacheFolder}/results/bench.json`
  fs.rmSync(report, { force: true })
  fs.mkdirSync(path.dirname(report), { recursive: true })
  const args = ['--short', '--json', report]
  const { status, output } = await runNode(inProject('scripts/bench.mjs'), args, {
    env: envOfTests,
    isInBackground
  })
  say(output.trimEnd())
  const result = readReport({ name: 'bench', report, status, read: readFigures })
  const silent = output.split('\n').filter((line) => line.includes('no figures'))
  return { ...result, reasons: Object.fromEntries(result.failed.map((name) => [name, silent.join('\n')])) }
}

/** Runs each command that no other suite runs once: those that build the app again, or all others. */
export async function runCommands({ isBuilding = false } = {}) {
  const result = await tryCommands({ isBuilding })
  for (const [command, reason] of Object.entries(result.reasons)) say(`${command}: ${reason}`)
  return result
}

/** Journeys wait more than they work, so there may be more of them at once than there are processors. */
const journeysAtOnce = 5

/**
 * End-to-end tests in `runtime`; `args` go to Playwright. Each worker gets two virtual displays, one of them for the app
 * that stays open, so that no window takes the focus or the clipboard of another. With PARLEY_SHOW=1, or without Xvfb, the
 * windows open on your own display, one after the other. `env`: variables that the tests read.
 */
export async function runEndToEnd(runtime, args = [], env = {}) {
  const report = `${cacheFolder}/results/e2e.json`
  fs.rmSync(report, { force: true })
  // Nothing is installed for it on your computer. A build machine also runs servers written in Python.
  const programs = await (process.env.CI ? ensureUv() : findUv())
  const play = (displays) =>
    run(process.execPath, [tool('playwright/cli.js'), 'test', ...args.map(withReport)], {
      stdio: toStderr,
      env: {
        ...withPrograms(envOfTests, programs),
        // For servers that journeys fetch from a registry.
        ...(authorities !== undefined && { PARLEY_AUTHORITIES: authorities }),
        ...env,
        ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
        PARLEY_E2E_RESULTS: report,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        PARLEY_E2E_DISPLAYS: displays.join(' ')
      }
    })
  const isShown = hasDisplay() && (process.env.PARLEY_SHOW === '1' || !hasXvfb())
  const { status } = isShown ? await play([]) : await withVirtualDisplays(2 * journeysAtOnce, play)
  return readReport({ name: 'end to end', report, status, read: readPlaywrightReport })
}

/** A reporter that is asked for takes the place of all of the configuration's; the summary is made from this one. */
function withReport(arg) {
  return /^--reporter=(?!.*\bjson\b)/.test(arg) ? `${arg},json` : arg
}

/** A tool that fails without saying which test did still counts as one failure. */
function readReport({ name, report, status, read }) {
  if (!fs.existsSync(report)) return readStatus(`${name} (no report)`, status || 1)
  const result = read(name, JSON.parse(fs.readFileSync(report, 'utf8')))
  if (status !== 0 && result.failed.length === 0) result.failed.push(`ended with status ${status}`)
  return result
}
