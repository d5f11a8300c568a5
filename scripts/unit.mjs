// `npm run test:unit`: unit and integration tests; arguments after `--` go to vitest.

import './setup/node-version.mjs'
import { runScript } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { ensureTexts } from './setup/texts.mjs'
import { showSummary } from './test/report.mjs'
import { runUnit } from './test/suites.mjs'

await runScript(async () => {
  await ensureDependencies()
  await ensureTexts()
  return showSummary([await runUnit(process.argv.slice(2))])
})
