// `npm test`: set-up, then every suite to its end even when an earlier one fails. The last line is
// `N passed, N failed` over all of them.

import './setup/node-version.mjs'
import { hasDisplay } from './process/display.mjs'
import { readProtocol } from './docs/requirements.mjs'
import { cacheFolder, inProject } from './process/paths.mjs'
import { runNode, toStderr } from './process/run.mjs'
import { runScript, say, seconds } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'
import { reportRequirements, summariseRequirements, writeReport } from './test/requirement-report.mjs'
import { runBench, runChecks, runCommands, runConformance, runEndToEnd, runUnit } from './test/suites.mjs'
import { readStatus } from './test/summary.mjs'

await runScript(async () => {
  const runtime = await setUp({ build: false, needsXvfb: !hasDisplay() })
  const suites = []
  const timings = []
  const suite = async (title, work) => {
    const started = Date.now()
    const result = await work()
    suites.push(...[result].flat())
    timings.push(`${title} ${seconds(Date.now() - started)}`)
    return result
  }
  const ofTheApp = async () => {
    const built = await suite('build', () => runBuild())
    await suite('conformance', () => runConformance())
    // Tests of an app that could not be built would only wait, one after another, for windows that never open.
    const isBuilt = built.failed.length === 0
    await suite('bench', () => (isBuilt ? runBench() : readStatus('bench (no app to measure)', 1)))
    await suite('commands', () => (isBuilt ? runCommands() : readStatus('commands (no app to open)', 1)))
    return isBuilt
  }
  // The built app and the core are tested side by side: both wait as much as they compute.
  const [isBuilt] = await Promise.all([ofTheApp(), suite('unit and integration', () => runUnit())])
  // Journeys wait for windows, and the checks for nothing: they take what is left of the processors meanwhile.
  await Promise.all([
    suite('end to end', () =>
      isBuilt ? runEndToEnd(runtime) : readStatus('end to end (no app to test)', 1)
    ),
    suite('check', () => runChecks({ isInBackground: true }))
  ])
  say(`\n${timings.join(', ')}`)
  const report = reportRequirements(readProtocol().requirements, suites)
  writeReport(`${cacheFolder}/results/requirements.json`, report)
  say(`\n${summariseRequirements(report).join('\n')}`)
  return showSummary(suites)
})

async function runBuild() {
  const { status } = await runNode(inProject('scripts/build.mjs'), [], { stdio: toStderr })
  return readStatus('build', status)
}
