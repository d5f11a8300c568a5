// `npm run screenshot`: makes docs/screenshot.png anew, from a real window on the built app.

import './setup/node-version.mjs'
import { hasDisplay, withDisplay } from './process/display.mjs'
import { inProject } from './process/paths.mjs'
import { run, toStderr } from './process/run.mjs'
import { runScript } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

const config = inProject('e2e/screenshot.config.ts')

await runScript(async () => {
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  return withDisplay(!hasDisplay(), async (env) => {
    const args = [inProject('node_modules/playwright/cli.js'), 'test', '--config', config]
    const { status } = await run(process.execPath, args, {
      stdio: toStderr,
      env: { ...env, ELECTRON_OVERRIDE_DIST_PATH: runtime.dist }
    })
    return status
  })
})
