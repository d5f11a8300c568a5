// Writes docs/conformance.md: the results of the official suites in this run, and how many requirements of each feature
// and revision have a test.

import { tableLines } from '../docs/pages.mjs'

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

/** @typedef {{ version: string, scenario: string, revision: string, isPassed: boolean }} Result */

/**
 * @param {Result[]} results of a whole run
 * @param {{ played: import('./played.mjs').Played, requirements: import('../docs/requirements.mjs').Requirement[], tests: import('../docs/requirements.mjs').NamedTest[], groups: Record<string, string> }} known
 */
export function describeConformance(results, { requirements, tests, groups, played }) {
  const passed = results.filter(({ isPassed }) => isPassed).length
  return `# Conformance

\`npm run conformance\` writes this page. It runs the official client suites of the Model Context Protocol against Parley's
connection code. \`npm test\` fails if this page differs from its run.

## Features by revision

How many requirements of each feature and revision have a test. [protocol.md](protocol.md) lists the requirements with their tests. A
requirement without a test isn't built yet.

${describeFeatures(requirements, tests, groups)}

## Official suites

${passed} of ${results.length} scenarios pass.

${describeResults(results)}

## A recording as a server

${describePlayed(played)}
`
}

function describePlayed({ revision, scenarios }) {
  const recorded = scenarios.filter((one) => one.recorded)
  const same = recorded.filter((one) => one.played)
  return `The server side of the official suite has ${scenarios.length} scenarios at ${revision}. It runs against a server that has all the tools, prompts and
resources that the suite names, while Parley records the messages, and then against the recording, played as \`parley play\`
plays it. ${recorded.length} scenarios pass with the server, and ${same.length} of them with the recording.

\`npm run conformance -- --played\` does the same with \`server-everything\`. It lacks the tools that 18 scenarios call. The other 13 pass
with it and with its recording.`
}

function describeFeatures(requirements, tests, groups) {
  const shown = new Set(tests.flatMap(({ ids }) => ids))
  const rows = Object.entries(groups)
    .filter(([prefix]) => prefix !== 'SYS' && prefix !== 'APPS')
    .map(([prefix, title]) => {
      const own = requirements.filter(({ id }) => id.startsWith(`${prefix}-`))
      const cells = revisions.map((revision) => {
        const asked = own.filter((one) => appliesTo(one.revisions, revision))
        return asked.length === 0
          ? '–'
          : `${asked.filter(({ id }) => shown.has(id)).length} of ${asked.length}`
      })
      return [title, ...cells]
    })
  return tableLines(['Feature', ...revisions], rows).join('\n')
}

/** Whether a requirement of these revisions (`all`, `2025-06-18+`, `2025-03-26 only`, a list) counts at one. */
export function appliesTo(words, revision) {
  if (words === 'all' || words === 'any') return true
  const since = /^(\d{4}-\d\d-\d\d)\+$/u.exec(words)?.[1]
  return since === undefined ? words.includes(revision) : revision >= since
}

function describeResults(results) {
  const rows = results.map(({ version, scenario, revision, isPassed }) => [
    ...[scenario, revision, version],
    isPassed ? 'passes' : '**fails**'
  ])
  return tableLines(['Scenario', 'Revision', 'Suite', 'Result'], rows).join('\n')
}
