// `node scripts/languages.mjs`: for `.ci/run` as root on Debian or Ubuntu, installs the languages that tests with servers of
// the official libraries need, where they are missing or too old. Nothing calls this on a developer's computer.

import './setup/node-version.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { missingLanguages } from './setup/library-servers.mjs'
import { installPackages } from './setup/libraries.mjs'

/** Packages by language. Debian 12 has versions of Go and Rust that are too old; missing languages are listed at the end. */
const packages = {
  python: ['python3', 'python3-venv'],
  java: ['default-jdk-headless', 'maven'],
  go: ['golang-go'],
  rust: ['cargo', 'rustc', 'gcc', 'libc6-dev']
}

await runScript(async () => {
  const missing = missingLanguages()
  const names = [...new Set(missing.flatMap(({ language }) => packages[language] ?? []))]
  if (names.length === 0) return 0
  for (const { reason } of missing) say(reason)
  await installPackages(names)
  const still = missingLanguages()
  if (still.length > 0) throw new SetupError(still.map(({ reason }) => reason).join('; '))
  return 0
})
