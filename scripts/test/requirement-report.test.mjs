// A requirement counts as shown by a run only where a test of its name ran and none failed.

import { expect, test } from 'vitest'
import { reportRequirements, summariseRequirements } from './requirement-report.mjs'

const row = (id, isBuilt = true) => ({ id, level: 'MUST', revisions: 'all', text: `does ${id}`, isBuilt })
const suites = [
  {
    name: 'unit',
    passed: [
      'app/a.test.ts › a server AA-01 AA-02: answers',
      'app/a.test.ts › AA-07: of a block says AA-08: too'
    ],
    failed: ['app/b.test.ts › AA-02: answers twice'],
    skipped: []
  },
  {
    name: 'end to end',
    passed: ['a.spec.ts › group › AA-05: is shown'],
    failed: [],
    skipped: ['a.spec.ts › AA-05: elsewhere', 'a.spec.ts › AA-03: where there is Python']
  }
]

test('SYS-68: every requirement has the outcome of the tests that are named after it', () => {
  const rows = ['AA-01', 'AA-02', 'AA-03', 'AA-04', 'AA-05', 'AA-07', 'AA-08'].map((id) => row(id))
  const report = reportRequirements([...rows, row('AA-06', false)], suites)
  expect(Object.fromEntries(report.map(({ id, outcome }) => [id, outcome]))).toEqual({
    'AA-01': 'passed',
    'AA-02': 'failed',
    'AA-03': 'skipped',
    'AA-04': 'not run',
    'AA-05': 'skipped',
    'AA-06': 'not built',
    'AA-07': 'passed',
    'AA-08': 'passed'
  })
  expect(report[1].tests).toHaveLength(2)
  expect(summariseRequirements(report)).toEqual([
    'requirements: 3 passed, 1 failed, 2 skipped, 1 not run, 1 not built',
    '  failed: AA-02 does AA-02'
  ])
})
