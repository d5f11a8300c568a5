// `npm run screenshot`: takes docs/screenshot.png again, from a real window of the built app. `-- --into FILE` writes another
// file.

import './setup/node-version.mjs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { hasDisplay, withDisplay } from './process/display.mjs'
import { inProject } from './process/paths.mjs'
import { run, toStderr } from './process/run.mjs'
import { runScript } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

const config = inProject('e2e/screenshot.config.ts')

await runScript(async () => {
  const { values } = parseArgs({ options: { into: { type: 'string' } } })
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  return withDisplay(!hasDisplay(), async (env) => {
    const args = [inProject('node_modules/playwright/cli.js'), 'test', '--config', config]
    const { status } = await run(process.execPath, args, {
      stdio: toStderr,
      env: {
        ...env,
        ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
        PARLEY_PICTURE: path.resolve(values.into ?? inProject('docs/screenshot.png'))
      }
    })
    return status
  })
})
