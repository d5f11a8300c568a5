// `node scripts/texts.mjs`, a part of `npm run check`: finds texts on screen that are outside of the catalogue, and texts of the
// catalogue that are never shown. `.oxlintrc.texts.json` says what counts as a text, and lists exceptions.

import './setup/node-version.mjs'
import fs from 'node:fs'
import { inProject } from './process/paths.mjs'
import { runNode } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  await ensureDependencies()
  const { readCatalogue } = await import('./texts/catalogue.mjs')
  const { findUnusedTexts } = await import('./texts/unused-texts.mjs')
  const { languages } = readCatalogue(inProject('app/texts'))
  const unused = findUnusedTexts(languages.en, readSources(['app', 'main', 'renderer']))
  const literals = await findLiterals(['app', 'main', 'renderer'])
  const problems = [
    ...(unused.length > 0 ? [`texts that are never shown:\n  ${unused.join('\n  ')}`] : []),
    ...(literals === null ? [] : [`texts outside of the catalogue app/texts:\n${literals}`])
  ]
  if (problems.length > 0) throw new SetupError(problems.join('\n\n'))
  say('every text is in the catalogue, and every text of the catalogue is shown')
})

/** What the rules of .oxlintrc.texts.json say; null where they have nothing to say. */
async function findLiterals(folders) {
  const rules = ['--config=.oxlintrc.texts.json', '--deny-warnings', '--format=unix']
  const oxlint = inProject('node_modules/oxlint/bin/oxlint')
  const { status, output } = await runNode(oxlint, [...rules, ...folders])
  return status === 0 ? null : output.trimEnd()
}

/** Without tests and without what is made of the catalogue itself. */
function readSources(folders) {
  return folders
    .flatMap((folder) =>
      fs
        .readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file}`)
    )
    .filter((file) => /(?<!\.test)\.tsx?$/u.test(file) && !/texts[\\/]compiled/u.test(file))
    .map((file) => fs.readFileSync(inProject(file), 'utf8'))
}
