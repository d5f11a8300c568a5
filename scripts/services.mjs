// `npm run services`: drives real third-party services through the real window. `-- --only NAME,…` picks parts,
// `-- --required` makes a part that can't run here a failure. Other arguments go to Playwright.

import './setup/node-version.mjs'
import { hasDisplay } from './process/display.mjs'
import { runPlaywrightSuite } from './process/playwright.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { parts } from './services/parts.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'

await runScript(async () => {
  const { names, isRequired, rest } = readArguments(process.argv.slice(2))
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  const suites = []
  let skipped = 0
  for (const name of names) {
    const prepared = await parts[name].prepare()
    if ('reason' in prepared) {
      say(`services: skipped: ${name} (${prepared.reason})`)
      skipped += 1
      if (isRequired) suites.push({ name, passed: [], failed: [`${name}: ${prepared.reason}`], skipped: [] })
    } else suites.push(await drive(name, { runtime, env: prepared.env, rest }))
  }
  if (skipped > 0) say(`services: ${skipped} skipped`)
  return showSummary(suites)
})

function readArguments(args) {
  const rest = args.filter((argument) => argument !== '--required')
  const at = rest.indexOf('--only')
  const [, only] = at === -1 ? [] : rest.splice(at, 2)
  const names = only?.split(',') ?? Object.keys(parts)
  const unknown = names.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0)
    throw new SetupError(`unknown: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
  return { names, isRequired: args.includes('--required'), rest }
}

function drive(name, { runtime, env, rest }) {
  say(`services: ${parts[name].title}`)
  const args = [`${name}.services.ts`, ...rest]
  return runPlaywrightSuite(`services-${name}`, 'e2e/services/services.config.ts', runtime, { args, env })
}
