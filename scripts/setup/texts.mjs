// Makes app/texts/compiled fit the catalogue, for whatever reads the sources next: types, tests, builds.

import { inProject } from '../process/paths.mjs'
import { SetupError } from '../process/terminal.mjs'

/** A few hundredths of a second; touches nothing that fits already. @throws SetupError naming every fault */
export async function ensureTexts() {
  // Loaded here: it needs node_modules, which may just have been installed.
  const { compileTexts } = await import('../texts/compile.mjs')
  const problems = compileTexts(inProject('app/texts'))
  if (problems.length > 0) throw new SetupError(`the texts can't be compiled\n\n${problems.join('\n')}`)
}
