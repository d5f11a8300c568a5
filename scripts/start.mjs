// `npm start`: sets up what is missing and opens the app. Arguments after `--` go to the app. Exits with the app's status, and
// ends the app when it receives a signal to end.

import './setup/node-version.mjs'
import { hasDisplay, withDisplay } from './process/display.mjs'
import { endWithParent } from './process/parent.mjs'
import { run } from './process/run.mjs'
import { runScript, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

await runScript(async () => {
  endWithParent()
  const isHeadless = process.platform === 'linux' && process.env.PARLEY_HEADLESS === '1'
  if (!isHeadless && !hasDisplay()) {
    throw new SetupError(
      'there is no display to open a window on; run `xvfb-run -a npm start`, or PARLEY_HEADLESS=1 npm start'
    )
  }
  const { executable, args } = await setUp({ needsXvfb: isHeadless })
  return withDisplay(isHeadless, async ({ ELECTRON_RUN_AS_NODE: _asNode, ...env }) => {
    const { status } = await run(executable, [...args, ...process.argv.slice(2)], { stdio: 'inherit', env })
    return status
  })
})
