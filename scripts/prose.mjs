// `npm run check prose`: finds the words listed in scripts/prose/words.yml in comments, test titles, documents and the English
// texts on screen. `npm run check prose -- PATH…` looks only into these files and folders.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { inProject, root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { countBy, findPairFolder, hasProse, isIn, listFiles, findTopFolder } from './prose/files.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

/** How many hits a top folder may still have. Without this file: none. */
const baseline = inProject('scripts/prose/baseline.json')

await runScript(async () => {
  await ensureDependencies()
  const { findHits } = await import('./prose/find-hits.mjs')
  const places = process.argv.slice(2).map((place) => path.relative(root, path.resolve(place)))
  const hits = await findHits(listFiles(root).filter((file) => hasProse(file) && isIn(file, places)))
  const allowed = places.length === 0 && fs.existsSync(baseline) ? JSON.parse(fs.readFileSync(baseline)) : {}
  const counts = Object.entries(countBy(hits, findTopFolder))
  const over = counts.filter(([folder, count]) => count > (allowed[folder] ?? 0))
  if (over.length === 0) return say(`prose is in order; ${hits.length} listed words are left`)
  const shown = hits.filter(({ file }) => over.some(([folder]) => folder === findTopFolder(file)))
  for (const { file, line, column, message } of shown) say(`${file}:${line}:${column} ${message}`)
  for (const [folder, count] of Object.entries(countBy(shown, findPairFolder))) say(`${count} in ${folder}`)
  const sums = over.map(([folder, count]) => `${folder} ${count} (allowed: ${allowed[folder] ?? 0})`)
  throw new SetupError(
    `words to replace: ${sums.join(', ')}. Each line says with what; "Writing" in CONTRIBUTING.md says more`
  )
})
