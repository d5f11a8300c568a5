// `npm run conformance`: the official client suites against Parley's own connection code, a line a scenario and
// revision; the last line is `N of N scenarios pass`. A whole run writes docs/conformance.md, with `-- --check` it
// fails where that page says something else. `-- --only NAME,…` runs those whose name begins so. `-- --played` runs only
// the server side, against servers and against recordings of them.

import './setup/node-version.mjs'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { describeConformance } from './conformance/page.mjs'
import { bringUpToDate } from './docs/pages.mjs'
import { groups, readProtocol } from './docs/requirements.mjs'
import { dim, green, red, runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, check: { type: 'boolean' }, played: { type: 'boolean' } }
  })
  await ensureDependencies()
  const { bundle } = await import('./process/bundle.mjs')
  const { listRuns, runGroup, runScenario } = await import('./conformance/suites.mjs')
  const { serveClients } = await import('./conformance/clients.mjs')
  const { playServer } = await import('./conformance/played.mjs')
  if (values.played === true)
    return tellPlayed([await playServer('suite-server'), await playServer('server-everything')])
  const prefixes = values.only?.split(',') ?? ['']
  const runs = (await listRuns()).filter(({ scenario }) =>
    prefixes.some((prefix) => scenario.startsWith(prefix))
  )
  if (runs.length === 0) throw new SetupError('there is no such scenario')
  const clients = await serveClients(
    await bundle('conformance', 'app/testing/conformance/conformance-driver.ts')
  )
  const isWhole = values.only === undefined
  const parts = isWhole ? groupsOf(runs) : runs.map((one) => [one])
  const runPart = (part) =>
    isWhole ? runGroup(part, clients.port) : runScenario(part[0], clients.port).then((ran) => [ran])
  const together = await Readable.from(parts).map(runPart, { concurrency: 2 }).toArray()
  const results = []
  for (const ran of inOrderOf(runs, together.flat())) {
    // Some measure times, which is nothing to be done beside others.
    const mustRunAlone = isWhole && !ran.isPassed
    results.push(mustRunAlone ? await runScenario(ran, clients.port) : ran)
  }
  tell(results)
  clients.close()
  const passed = results.filter(({ isPassed }) => isPassed).length
  if (isWhole) {
    let played = await playServer('suite-server')
    // Its scenarios have time limits, and this computer may be busy.
    if (played.scenarios.some((one) => !one.played)) played = await playServer('suite-server')
    if (tellPlayed([played]) !== 0) return 1
    const page = describeConformance(results, { ...readProtocol(), groups, played })
    if (bringUpToDate('docs/conformance.md', page, 'npm run conformance')) say('wrote docs/conformance.md')
  }
  process.stdout.write(`${passed} of ${runs.length} scenarios pass\n`)
  return passed === runs.length ? 0 : 1
})

/** @param {import('./conformance/played.mjs').Played[]} all @returns {number} the status */
function tellPlayed(all) {
  const wanted = all.flatMap(({ server, scenarios }) =>
    scenarios.filter(({ recorded }) => recorded).map((one) => ({ ...one, server }))
  )
  for (const { server, scenario, played } of wanted)
    process.stdout.write(
      `${played ? green('pass') : red('FAIL')} ${scenario.padEnd(40)} recording of ${server}\n`
    )
  const passed = wanted.filter(({ played }) => played).length
  const isGood = wanted.length > 0 && passed === wanted.length
  if (!isGood) for (const { output } of all) say(output.trimEnd())
  process.stdout.write(`${passed} of ${wanted.length} scenarios pass\n`)
  return isGood ? 0 : 1
}

/** By suite and revision. */
function groupsOf(runs) {
  const found = new Map()
  for (const one of runs) {
    const key = `${one.suite} ${one.revision}`
    found.set(key, [...(found.get(key) ?? []), one])
  }
  return [...found.values()]
}

function inOrderOf(runs, results) {
  const keyOf = ({ suite, revision, scenario }) => [suite, revision, scenario].join(' ')
  const ran = new Map(results.map((one) => [keyOf(one), one]))
  return runs.map((one) => ran.get(keyOf(one)))
}

function tell(ran) {
  for (const { scenario, revision, version, isPassed, checks } of ran) {
    const name = `${scenario.padEnd(40)} ${revision.padEnd(12)} suite ${version.padEnd(16)}`
    process.stdout.write(`${isPassed ? green('pass') : red('FAIL')} ${name} ${dim(`${checks} checks`)}\n`)
  }
  for (const { isPassed, output } of ran) if (!isPassed) say(output.trimEnd())
}
