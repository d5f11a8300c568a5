// `npm run services`: drives real third-party services through the real window. `-- --only NAME,…` picks parts,
// `-- --required` makes a part that can't run here a failure. Other arguments go to Playwright.

import './setup/node-version.mjs'
import fs from 'node:fs'
import { hasDisplay, withDisplay } from './process/display.mjs'
import { cacheFolder, inProject } from './process/paths.mjs'
import { runNode, toStderr } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { parts } from './services/parts.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'
import { readPlaywrightReport } from './test/summary.mjs'

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

async function drive(name, { runtime, env, rest }) {
  const report = `${cacheFolder}/results/services-${name}.json`
  fs.rmSync(report, { force: true })
  const config = inProject('e2e/services/services.config.ts')
  const args = ['test', '--config', config, `${name}.services.ts`, ...rest]
  say(`services: ${parts[name].title}`)
  const { status } = await withDisplay(!hasDisplay(), (display) =>
    runNode(inProject('node_modules/playwright/cli.js'), args, {
      stdio: toStderr,
      env: { ...display, ...env, ELECTRON_OVERRIDE_DIST_PATH: runtime.dist, PARLEY_E2E_RESULTS: report }
    })
  )
  if (!fs.existsSync(report))
    return { name, passed: [], failed: [`${name}: ended with status ${status} and no report`], skipped: [] }
  return readPlaywrightReport(name, JSON.parse(fs.readFileSync(report, 'utf8')))
}
