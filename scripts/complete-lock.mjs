// Completes package-lock.json after `npm install` against a registry that lacks some packages for other systems.
// npm leaves those out silently, and `npm ci` then refuses the whole lock file, everywhere. The entries added here
// name version and system only, so they are skipped on this system and fetched on theirs.
// `node scripts/complete-lock.mjs` after each change of a dependency; a unit test says when it was forgotten.

import fs from 'node:fs'
import { inProject } from './process/paths.mjs'
import { runScript, say } from './process/terminal.mjs'
import { missingOptionals } from './setup/lock-file.mjs'

await runScript(() => {
  const file = inProject('package-lock.json')
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
  const missing = missingOptionals(lock)
  for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(sorted)
  if (missing.length > 0) fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  say(`${missing.length} entries added`)
})
