// The page tells users what Parley supports, so it must not claim more than tests show.

import { expect, test } from 'vitest'
import { appliesTo, describeConformance } from './page.mjs'

const row = (id, revisions) => ({ id, level: 'MUST', revisions, text: id, isBuilt: true })
const groups = { AA: 'Answers', BB: 'Beginnings', SYS: 'Systems' }
const requirements = [
  row('AA-01', 'all'),
  row('AA-02', '2025-06-18+'),
  row('BB-01', '2025-03-26 only'),
  row('SYS-01', 'all')
]
const shows = (...ids) => ({ ids, title: 'works', file: 'app/a.test.ts' })
const results = [
  { version: '0.1.16', scenario: 'initialize', revision: '2025-06-18', isPassed: true },
  { version: '0.1.16', scenario: 'tools_call', revision: '2025-06-18', isPassed: false }
]

test('SYS-26 ECO-08: the matrix counts what tests show, revision by revision, and what the suites found', () => {
  const scenarios = [
    { scenario: 'ping', recorded: true, played: true },
    { scenario: 'tools-list', recorded: true, played: false },
    { scenario: 'prompts-list', recorded: false, played: false }
  ]
  const played = { server: 'suite-server', revision: '2025-11-25', scenarios, output: '' }
  const page = describeConformance(results, { requirements, tests: [shows('AA-01')], groups, played })
  expect(page).toContain('| Answers | 1 of 1 | 1 of 1 | 1 of 2 | 1 of 2 | 1 of 2 |')
  expect(page).toContain('| Beginnings | – | 0 of 1 | – | – | – |')
  expect(page).not.toContain('| Systems |')
  expect(page).toContain('1 of 2 scenarios pass.')
  expect(page).toContain('| initialize | 2025-06-18 | 0.1.16 | passes |')
  expect(page).toContain('| tools_call | 2025-06-18 | 0.1.16 | **fails** |')
  expect(page).toContain('2 scenarios pass with the server, and 1 of them with the recording.')
})

test.each([
  ['all', ['2024-11-05', '2026-07-28'], []],
  ['any', ['2024-11-05', '2026-07-28'], []],
  ['2025-06-18+', ['2025-06-18', '2026-07-28'], ['2025-03-26']],
  ['2025-03-26 only', ['2025-03-26'], ['2024-11-05', '2025-06-18']],
  ['2024-11-05, 2025-03-26', ['2024-11-05', '2025-03-26'], ['2025-06-18']],
  ['draft', [], ['2025-06-18', '2025-11-25']]
])('“%s” counts at the revisions that it names', (words, at, notAt) => {
  expect(at.every((revision) => appliesTo(words, revision))).toBe(true)
  expect(notAt.some((revision) => appliesTo(words, revision))).toBe(false)
})
