// Shows the sum over suites: details on standard error, and as the last line of standard output the two numbers.

import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { say } from '../process/terminal.mjs'
import { summarise } from './summary.mjs'

const knownSkips = JSON.parse(
  fs.readFileSync(fileURLToPath(new URL('known-skips.json', import.meta.url)), 'utf8')
)

/** @returns the exit status */
export async function showSummary(suites) {
  const { failed, lines, lastLine } = summarise(suites, knownSkips, {
    // Set by `.ci/run`, which installs them. They may be missing on a developer's computer.
    needsLanguages: process.env.PARLEY_REQUIRE_LANGUAGES === '1'
  })
  say(['', ...lines].join('\n'))
  // Awaited, so that the line is the last one even where the two streams end in one file.
  await new Promise((resolve) => process.stdout.write(`${lastLine}\n`, resolve))
  return failed === 0 ? 0 : 1
}
