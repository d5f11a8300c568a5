// `node scripts/supply.mjs`, a part of `npm run check`: every locked package has the sum of its contents, and no package has
// an install script that wasn't reviewed.

import './setup/node-version.mjs'
import fs from 'node:fs'
import { inProject, root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { goneScripts, lookAt, readScripts, unreadScripts } from './setup/install-scripts.mjs'
import { unsummed } from './setup/lock-file.mjs'

await runScript(() => {
  const lock = JSON.parse(fs.readFileSync(inProject('package-lock.json'), 'utf8'))
  const problems = [
    ...unsummed(lock).map(
      (place) => `${place} has no sha512 in package-lock.json: node scripts/complete-lock.mjs`
    ),
    ...unreadScripts(lock.packages, (place) => lookAt(root, place)).map(
      (name) => `${name} brings an install script; read it and name it in scripts/setup/install-scripts.mjs`
    ),
    ...goneScripts(lock.packages).map(
      (name) => `${name} is named in install-scripts.mjs and no longer installed`
    )
  ]
  if (problems.length > 0)
    throw new SetupError(`what is installed isn't in order:\n  ${problems.join('\n  ')}`)
  say(`all ${Object.keys(lock.packages).length - 1} packages have the sum of their contents`)
  say(`${Object.keys(readScripts).length} bring an install script, none runs`)
})
