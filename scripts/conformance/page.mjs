// The page that states what Parley supports: what the official suites found in this very run, and how much of each
// feature's requirements have a test, for each revision. Nothing on it is written by hand.

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

/** @typedef {{ version: string, scenario: string, revision: string, isPassed: boolean }} Result */

/**
 * @param {Result[]} results of a whole run
 * @param {{ requirements: import('../docs/requirements.mjs').Requirement[], tests: import('../docs/requirements.mjs').NamedTest[], groups: Record<string, string> }} known
 */
export function describeConformance(results, { requirements, tests, groups }) {
  const passed = results.filter(({ isPassed }) => isPassed).length
  return `# Support for the protocol

Written by \`npm run conformance\`, which runs the official client suites of the Model Context Protocol against Parley's
own connection code; \`npm test\` fails where this page says something else than its run.

## Features by revision

How many of the requirements that a revision has for a feature are shown by a test of their own. Which test shows which
is in [protocol.md](protocol.md); what has none is not built yet.

${describeFeatures(requirements, tests, groups)}

## Official suites

${passed} of ${results.length} scenarios pass.

${describeResults(results)}
`
}

function describeFeatures(requirements, tests, groups) {
  const shown = new Set(tests.flatMap(({ ids }) => ids))
  const rows = Object.entries(groups)
    .filter(([prefix]) => prefix !== 'SYS')
    .map(([prefix, title]) => {
      const own = requirements.filter(({ id }) => id.startsWith(`${prefix}-`))
      const cells = revisions.map((revision) => {
        const asked = own.filter((one) => appliesTo(one.revisions, revision))
        return asked.length === 0
          ? '–'
          : `${asked.filter(({ id }) => shown.has(id)).length} of ${asked.length}`
      })
      return `| ${title} | ${cells.join(' | ')} |`
    })
  return [
    `| Feature | ${revisions.join(' | ')} |`,
    `|---|${revisions.map(() => '---|').join('')}`,
    ...rows
  ].join('\n')
}

/** Whether a requirement of these revisions (`all`, `2025-06-18+`, `2025-03-26 only`, a list) counts at one. */
export function appliesTo(words, revision) {
  if (words === 'all' || words === 'any') return true
  const since = /^(\d{4}-\d\d-\d\d)\+$/u.exec(words)?.[1]
  return since === undefined ? words.includes(revision) : revision >= since
}

function describeResults(results) {
  const rows = results.map(
    ({ version, scenario, revision, isPassed }) =>
      `| ${scenario} | ${revision} | ${version} | ${isPassed ? 'passes' : '**fails**'} |`
  )
  return ['| Scenario | Revision | Suite | Result |', '|---|---|---|---|', ...rows].join('\n')
}
