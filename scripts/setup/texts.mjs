// Brings app/texts/compiled up to date with the catalogue, for the types, tests or builds that read the sources next.

import { inProject } from '../process/paths.mjs'
import { SetupError } from '../process/terminal.mjs'

/** Takes a second; touches nothing that fits already. @throws SetupError naming every fault */
export async function ensureTexts() {
  // Loaded here: it needs node_modules, which may just have been installed.
  const { compileTexts } = await import('../texts/compile.mjs')
  const problems = compileTexts(inProject('app/texts'))
  if (problems.length > 0) throw new SetupError(`the texts can't be compiled\n\n${problems.join('\n')}`)
}
