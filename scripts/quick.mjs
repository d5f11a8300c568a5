// `npm run test:quick`, for daily work: the checks, the unit tests that depend on changes since this branch left main, and the
// dozen journeys with the tag @quick. Lint takes half of the time of all checks, so it reads only the changed files. Only
// `npm test` proves everything.

import './setup/node-version.mjs'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { hasDisplay } from './process/display.mjs'
import { inProject, root } from './process/paths.mjs'
import { runScript, say, seconds } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'
import { checks, runChecks, runEndToEnd, runUnit } from './test/suites.mjs'

await runScript(async () => {
  const started = Date.now()
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  const base = lastCommitOnMain()
  // Side by side: the checks work, the journeys mostly wait.
  const [checked, journeys] = await Promise.all([
    checkChanges(base),
    runEndToEnd(runtime, ['--grep', '@quick'])
  ])
  const unit = await runUnit(['--changed', base])
  const isUntouched = unit.passed.length + unit.failed.length + unit.skipped.length === 0
  if (isUntouched) say(`no unit test depends on what changed since ${base.slice(0, 8)}`)
  say(`\n${seconds(Date.now() - started)}`)
  return showSummary([...checked, ...(isUntouched ? [] : [unit]), journeys])
})

async function checkChanges(base) {
  const paths = listChanges(base).filter((file) => /\.(?:tsx?|[cm]?js)$/u.test(file))
  const names = Object.keys(checks).filter((name) => name !== 'lint')
  return [
    ...(await runChecks({ names })),
    ...(paths.length === 0 ? [] : await runChecks({ names: ['lint'], paths }))
  ]
}

/** Also files that git doesn't know yet. */
function listChanges(base) {
  const names = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  return names.flatMap((list) => list.split('\n')).filter((name) => name && fs.existsSync(inProject(name)))
}

function git(...args) {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  }).trim()
}

/** Where this branch left main; on main itself its last commit, so that what is not committed counts. */
function lastCommitOnMain() {
  for (const main of ['refs/heads/main', 'refs/remotes/origin/main'])
    try {
      return git('merge-base', 'HEAD', main)
    } catch {
      // A clone need not have every branch.
    }
  return git('rev-parse', 'HEAD')
}
