// `node scripts/folders.mjs`: checks that folders import each other in one direction only, and that none is crowded.

import process from 'node:process'
import { checkFolders } from './check/folder-graph.mjs'
import { root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

const product = ['app', 'main', 'preload', 'renderer']

await runScript(async () => {
  await ensureDependencies()
  process.chdir(root)
  const found = checkFolders(product)
  if (found.length > 0) throw new SetupError(found.join('\n'))
  say('folders import each other in one direction')
})
