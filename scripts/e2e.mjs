// `npm run test:e2e`: end-to-end tests in the built app; arguments after `--` go to Playwright.

import './setup/node-version.mjs'
import { hasDisplay } from './process/display.mjs'
import { runScript } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'
import { runEndToEnd } from './test/suites.mjs'

await runScript(async () => {
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  return showSummary([await runEndToEnd(runtime, process.argv.slice(2))])
})
