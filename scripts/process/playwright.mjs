// Runs Playwright with a configuration of `e2e`, in the runtime and on a display.

import fs from 'node:fs'
import path from 'node:path'
import { hasDisplay, withDisplay } from './display.mjs'
import { cacheFolder, inProject } from './paths.mjs'
import { run, toStderr } from './run.mjs'
import { readPlaywrightReport, readStatus } from '../test/summary.mjs'

const cli = inProject('node_modules/playwright/cli.js')

/**
 * @param {string} config its path in the project
 * @param {{ dist: string }} runtime
 * @param {{ args?: string[], env?: Record<string, string>, behind?: (call: string[]) => string[] }} options `behind`: the
 *   command line that starts another
 * @returns {Promise<number>} the exit status
 */
export function runPlaywright(config, runtime, { args = [], env = {}, behind = (call) => call } = {}) {
  const [command, ...rest] = behind([process.execPath, cli, 'test', '--config', inProject(config), ...args])
  return withDisplay(!hasDisplay(), async (display) => {
    const variables = { ...display, ELECTRON_OVERRIDE_DIST_PATH: runtime.dist, ...env }
    return (await run(command, rest, { stdio: toStderr, env: variables })).status
  })
}

/** The same, as a suite with counted tests. The configuration writes its report to PARLEY_E2E_RESULTS. */
export async function runPlaywrightSuite(name, config, runtime, options = {}) {
  const report = path.join(cacheFolder, 'results', `${name}.json`)
  fs.rmSync(report, { force: true })
  const env = { ...options.env, PARLEY_E2E_RESULTS: report }
  const status = await runPlaywright(config, runtime, { ...options, env })
  if (!fs.existsSync(report)) return readStatus(`${name} (no report)`, status || 1)
  return readPlaywrightReport(name, JSON.parse(fs.readFileSync(report, 'utf8')))
}
