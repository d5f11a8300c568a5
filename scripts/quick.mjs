// `npm run test:quick`, for daily work: the checks, the unit tests that depend on changes since this branch left main, and the
// dozen journeys with the tag @quick. Only `npm test` proves everything.

import './setup/node-version.mjs'
import { execFileSync } from 'node:child_process'
import { hasDisplay } from './process/display.mjs'
import { root } from './process/paths.mjs'
import { runScript, say, seconds } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'
import { runChecks, runEndToEnd, runUnit } from './test/suites.mjs'

await runScript(async () => {
  const started = Date.now()
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  // Side by side: the checks work, the journeys mostly wait.
  const [checks, journeys] = await Promise.all([runChecks(), runEndToEnd(runtime, ['--grep', '@quick'])])
  const base = lastCommitOnMain()
  const unit = await runUnit(['--changed', base])
  const isUntouched = unit.passed.length + unit.failed.length + unit.skipped.length === 0
  if (isUntouched) say(`no unit test depends on what changed since ${base.slice(0, 8)}`)
  say(`\n${seconds(Date.now() - started)}`)
  return showSummary([...checks, ...(isUntouched ? [] : [unit]), journeys])
})

/** Where this branch left main; on main itself its last commit, so that what is not committed counts. */
function lastCommitOnMain() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  for (const main of ['refs/heads/main', 'refs/remotes/origin/main'])
    try {
      return git('merge-base', 'HEAD', main)
    } catch {
      // A clone need not have every branch.
    }
  return git('rev-parse', 'HEAD')
}
