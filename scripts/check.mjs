// `npm run check`: types, lint, format and unused code. `node scripts/check.mjs [--fix] [types|lint|format|knip …]`

import './setup/node-version.mjs'
import { runScript, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { ensureTexts } from './setup/texts.mjs'
import { showSummary } from './test/report.mjs'
import { checks, runChecks } from './test/suites.mjs'

await runScript(async () => {
  await ensureDependencies()
  await ensureTexts()
  const names = process.argv.slice(2).filter((argument) => argument !== '--fix')
  const unknown = names.find((name) => !Object.hasOwn(checks, name))
  if (unknown)
    throw new SetupError(`there is no check ${unknown}; there are ${Object.keys(checks).join(', ')}`)
  const wanted = names.length > 0 ? names : Object.keys(checks)
  return showSummary(await runChecks({ names: wanted, fix: process.argv.includes('--fix') }))
})
