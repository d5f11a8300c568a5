// `npm run check`: types, lint, format, unused code, prose and more. `npm run check -- [--fix] [NAME…] [PATH…]` runs the checks
// with these names. Checks that take paths, such as `prose`, look only there.

import './setup/node-version.mjs'
import fs from 'node:fs'
import { runScript, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { ensureTexts } from './setup/texts.mjs'
import { showSummary } from './test/report.mjs'
import { checks, runChecks } from './test/suites.mjs'

await runScript(async () => {
  await ensureDependencies()
  await ensureTexts()
  const given = process.argv.slice(2).filter((argument) => argument !== '--fix')
  const paths = given.filter((argument) => !Object.hasOwn(checks, argument) && fs.existsSync(argument))
  const names = given.filter((argument) => !paths.includes(argument))
  const unknown = names.find((name) => !Object.hasOwn(checks, name))
  if (unknown)
    throw new SetupError(`there is no check ${unknown}; there are ${Object.keys(checks).join(', ')}`)
  const wanted = names.length > 0 ? names : Object.keys(checks)
  return showSummary(await runChecks({ names: wanted, fix: process.argv.includes('--fix'), paths }))
})
