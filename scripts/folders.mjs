// `node scripts/folders.mjs`: that folders import each other in one direction only, and that none is crowded.

import process from 'node:process'
import { checkFolders } from './check/folder-graph.mjs'
import { root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  await ensureDependencies()
  process.chdir(root)
  const found = checkFolders(['app', 'main', 'preload', 'renderer'])
  if (found.length > 0) throw new SetupError(found.join('\n'))
  say('folders import each other in one direction')
})
