// `npm run release`: what a release has to pass, then its packages and the pictures of its screens. Stops at the first failure.
// Run it on an idle computer: the bench compares times with the committed result.

import './setup/node-version.mjs'
import { run } from './process/run.mjs'
import { bold, runScript, say } from './process/terminal.mjs'

const steps = [
  ['npm', 'test'],
  ['npm', 'run', 'bench', '--', '--check'],
  ['npm', 'run', 'package'],
  ['npm', 'run', 'screens', '--', '--docs'],
  ['tar', '-czf', 'dist/parley-screens.tar.gz', '-C', 'dist', 'screens']
]

await runScript(async () => {
  for (const [command, ...args] of steps) {
    say(bold([command, ...args].join(' ')))
    const { status } = await run(command, args, { stdio: 'inherit' })
    if (status !== 0) return status
  }
  return 0
})
