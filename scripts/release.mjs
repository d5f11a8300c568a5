// `npm run release`: what a release has to pass, one after the other, and then its packages. Stops at the first that fails.
// To be run on a machine that does nothing else: what the bench finds worse than the committed result is no release.

import './setup/node-version.mjs'
import { run } from './process/run.mjs'
import { bold, runScript, say } from './process/terminal.mjs'

/** Arguments of npm. */
const steps = [['test'], ['run', 'bench', '--', '--check'], ['run', 'package']]

await runScript(async () => {
  for (const step of steps) {
    say(bold(`npm ${step.join(' ')}`))
    const { status } = await run('npm', step, { stdio: 'inherit' })
    if (status !== 0) return status
  }
  return 0
})
