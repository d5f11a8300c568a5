// `node scripts/folders.mjs`: that folders import each other in one direction only, and that none is crowded; then how
// long the files of the product are.

import process from 'node:process'
import { checkFolders, measureFiles } from './check/folder-graph.mjs'
import { root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

const product = ['app', 'main', 'preload', 'renderer']

await runScript(async () => {
  await ensureDependencies()
  process.chdir(root)
  const found = checkFolders(product)
  if (found.length > 0) throw new SetupError(found.join('\n'))
  const { count, median, p90, longest, fullest } = measureFiles(product)
  say('folders import each other in one direction')
  say(`${count} files: median ${median} lines, p90 ${p90}, longest ${longest.lines} (${longest.file})`)
  say(`the fullest folder is ${fullest.folder} with ${fullest.count} files`)
})
