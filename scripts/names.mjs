// `npm run check names`: files, folders, npm scripts, style tokens and identifiers in back-ticks, in comments and documents,
// have to exist. Names of other programs and of examples are listed in scripts/prose/names-elsewhere.json.

import './setup/node-version.mjs'
import fs from 'node:fs'
import { inProject, root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { hasProse, listFiles } from './prose/files.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  await ensureDependencies()
  const { findStaleNames, listWords } = await import('./prose/names.mjs')
  const paths = listFiles(root)
  const sources = paths.filter((file) => hasWords(file) || mayName(file)).map(read)
  const elsewhere = JSON.parse(read('scripts/prose/names-elsewhere.json').text)
  const known = {
    paths,
    words: new Set(sources.filter(({ file }) => hasWords(file)).flatMap(listWords)),
    scripts: Object.keys(JSON.parse(read('package.json').text).scripts),
    elsewhere: Object.values(elsewhere).flat()
  }
  const stale = sources.filter(({ file }) => mayName(file)).flatMap((source) => findStaleNames(source, known))
  if (stale.length > 0) throw new SetupError(`names to correct:\n  ${stale.join('\n  ')}`)
  say('all names in back-ticks exist')
})

function read(file) {
  return { file, text: fs.readFileSync(inProject(file), 'utf8') }
}

/** Catalogues of texts have no names in back-ticks. */
function mayName(file) {
  return hasProse(file) && !file.endsWith('.json')
}

/** Sources, settings and texts; not the list of exceptions itself, and no file that is only data. */
function hasWords(file) {
  const isText = /\.(?:tsx?|[cm]?js|css|json|ya?ml|html|py|java|go|rs|txt)$/u.test(file)
  return (
    isText &&
    !/(?:names-elsewhere|package-lock)\.json$/u.test(file) &&
    fs.statSync(inProject(file)).size < 2e6
  )
}
