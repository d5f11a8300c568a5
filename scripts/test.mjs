// `npm test`: set-up, then every suite to its end even when an earlier one fails. The last line is
// `N passed, N failed` over all of them.

import './setup/node-version.mjs'
import { hasDisplay } from './process/display.mjs'
import { readProtocol } from './docs/requirements.mjs'
import { cacheFolder, inProject } from './process/paths.mjs'
import { runNode, toStderr } from './process/run.mjs'
import { runScript, say, seconds } from './process/terminal.mjs'
import { describeProof, describeRuntime, keepProof } from './release/proof.mjs'
import { ensureLibraryServers } from './setup/library-servers.mjs'
import { ensureInstalled, setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'
import { reportRequirements, summariseRequirements, writeReport } from './test/requirement-report.mjs'
import { runBench, runChecks, runCommands, runConformance, runEndToEnd, runUnit } from './test/suites.mjs'
import { readStatus } from './test/summary.mjs'

/** Of one test, to end what hangs; the checks, conformance, the bench and commands run beside these tests. */
const limitMs = 300_000

/** Tests in Node.js mostly wait for processes and clocks. Tests of the window only compute. */
const unitsAtOnce = { node: 5, renderer: 1 }

await runScript(async () => {
  const suites = []
  const timings = []
  const suite = async (title, work) => {
    const started = Date.now()
    const result = await work()
    suites.push(...[result].flat())
    timings.push(`${title} ${seconds(Date.now() - started)}`)
    return result
  }
  const needsXvfb = !hasDisplay()
  await ensureInstalled()
  // They need no Electron, which is downloaded meanwhile, and then run at low priority.
  const checking = suite('check', () => runChecks({ isInBackground: true }))
  // The tests that need them wait for them; what can't be built fails there.
  const libraries = ensureLibraryServers({ isInBackground: true }).catch((error) => say(error.message))
  const runtime = await setUp({ build: false, needsXvfb })
  const building = buildApp(suite)
  // Tests of an app that could not be built would only wait, one after another, for windows that never open.
  const ofTheApp = async (title, work) => {
    const { failed } = await building
    return suite(title, () => (failed.length === 0 ? work() : readStatus(`${title} (no app)`, 1)))
  }
  const inBackground = async () => {
    // It measures times, so it doesn't wait for what the others leave.
    await suite('conformance', () => runConformance())
    await ofTheApp('bench', () => runBench({ isInBackground: true }))
  }
  const beside = inBackground()
  await Promise.all([
    ...Object.entries(unitsAtOnce).map(([project, atOnce]) =>
      suite(`unit ${project}`, () =>
        runUnit(['--project', project], { name: `unit-${project}`, atOnce, limitMs })
      )
    ),
    ofTheApp('commands', () => runCommands())
  ])
  await libraries
  // Not next to the unit tests: they would finish no sooner, and more of them would time out.
  await ofTheApp('end to end', () => runEndToEnd(runtime))
  await beside
  await checking
  say(`\n${timings.join(', ')}`)
  const report = reportRequirements(readProtocol().requirements, suites)
  writeReport(`${cacheFolder}/results/requirements.json`, report)
  say(`\n${summariseRequirements(report).join('\n')}`)
  keepProof(describeProof(runtime, suites))
  say(`the journeys ran on ${describeRuntime(runtime)}`)
  return showSummary(suites)
})

/** First what builds another app in its place. */
async function buildApp(suite) {
  await suite('commands that build', () => runCommands({ isBuilding: true }))
  return suite('build', async () => {
    const { status } = await runNode(inProject('scripts/build.mjs'), [], { stdio: toStderr })
    return readStatus('build', status)
  })
}
