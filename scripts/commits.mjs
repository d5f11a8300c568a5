// `npm run check commits`: runs commitlint over the messages of the commits since main. Without a main branch, as in a
// shallow clone of another branch, it checks the last commit.

import './setup/node-version.mjs'
import { execFileSync } from 'node:child_process'
import { inProject, root } from './process/paths.mjs'
import { runNode } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { findRange } from './commits/range.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  await ensureDependencies()
  const { args, note } = findRange(git)
  say(note)
  if (args === null) return
  const commitlint = inProject('node_modules/@commitlint/cli/cli.js')
  const { status, output } = await runNode(commitlint, [
    '--config',
    inProject('commitlint.config.mjs'),
    ...args
  ])
  if (status !== 0) throw new SetupError(`commit messages to reword:\n${output.trimEnd()}`)
})

/** The trimmed output, or null where git fails or isn't installed. */
function git(...args) {
  try {
    const stdio = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio }).trim()
  } catch {
    return null
  }
}
