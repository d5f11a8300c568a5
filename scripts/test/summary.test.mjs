// The last line of `npm test` is believed: nothing that failed or did not run may count as passed.

import { expect, test } from 'vitest'
import { readFigures, readPlaywrightReport, readStatus, readVitestReport, summarise } from './summary.mjs'

const vitestFile = (...statuses) => ({
  name: 'a.test.ts',
  assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` }))
})
const playwright = (...statuses) => ({
  suites: [
    {
      title: 'a.spec.ts',
      suites: [
        {
          title: 'group',
          specs: statuses.map((status, index) => ({ title: `test ${index}`, tests: [{ status }] }))
        }
      ]
    }
  ],
  errors: []
})

test('counts what passed, failed and was left out', () => {
  const unit = readVitestReport('unit', {
    success: false,
    testResults: [vitestFile('passed', 'passed', 'failed', 'pending', 'todo')]
  })
  expect([unit.passed.length, unit.failed.length, unit.skipped.length]).toEqual([2, 1, 2])
  const e2e = readPlaywrightReport('e2e', playwright('expected', 'unexpected', 'flaky', 'skipped'))
  expect(e2e.passed).toEqual(['a.spec.ts › group › test 0', 'a.spec.ts › group › test 2'])
  expect([e2e.failed.length, e2e.skipped.length]).toEqual([1, 1])
  expect(summarise([e2e], []).lines.join()).toContain(
    'passed at the second try only: a.spec.ts › group › test 2'
  )
})

test('shows why a test failed, without colours and stacks, and both ends of a long reason', () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`)
  const failureMessages = ['\u001b[31mError: one\u001b[39m is not two\n    at somewhere.ts:1']
  const assertionResults = [{ status: 'failed', fullName: 'sums', failureMessages }]
  const errors = [{ message: 'Too late', location: { file: 'e2e/a.spec.ts', line: 7 } }]
  const specs = [{ title: 'opens', tests: [{ status: 'flaky', results: [{ errors }, { errors: [] }] }] }]
  const suites = [
    readVitestReport('unit', { success: false, testResults: [{ name: 'a.test.ts', assertionResults }] }),
    readPlaywrightReport('e2e', { suites: [{ title: 'a.spec.ts', specs }] }),
    readStatus('lint', 1, lines.join('\n'))
  ]
  const shown = summarise(suites, []).lines.join('\n')
  expect(shown).toContain('  failed: a.test.ts › sums\n      Error: one is not two\ne2e: 1 passed, 0 failed')
  expect(shown).toContain('second try only: a.spec.ts › opens\n      e2e/a.spec.ts:7: Too late\n')
  expect(shown).toMatch(/failed: lint\n {6}line 0\n[^…]*line 7\n {6}…\n {6}line 34\n[^…]*line 39$/)
})

test('a file that could not be loaded is a failure', () => {
  expect(readVitestReport('unit', { success: false, testResults: [vitestFile()] }).failed).toHaveLength(1)
})

test('an error outside of all tests is a failure', () => {
  const vitest = readVitestReport('unit', { success: false, testResults: [vitestFile('passed')] })
  expect(vitest.failed).toHaveLength(1)
  const broken = { ...playwright('expected'), errors: [{ message: 'no config\nstack' }] }
  expect(readPlaywrightReport('e2e', broken).failed).toEqual(['outside of the tests: no config'])
})

test('a figure that is no number, or nothing, has not come out', () => {
  const figures = [3.5, 0, null].map((value, index) => ({ name: `figure ${index}`, value }))
  const { passed, failed } = readFigures('bench', figures)
  expect({ passed, failed }).toEqual({ passed: ['figure 0'], failed: ['figure 1', 'figure 2'] })
  const share = { name: 'late frames', unit: '%', value: 0 }
  expect(readFigures('bench', [share]).passed).toEqual(['late frames'])
  const nothing = [
    'a long answer, memory kept',
    'list of conversations, more memory',
    'memory when idle (PSS)'
  ].map((name) => ({
    name,
    unit: 'MB',
    value: 0
  }))
  const [more, added, all] = nothing.map(({ name }) => name)
  expect(readFigures('bench', nothing)).toMatchObject({ passed: [more, added], failed: [all] })
})

test('sums over all suites', () => {
  const suites = [
    readStatus('types', 0),
    readStatus('lint', 1),
    readPlaywrightReport('e2e', playwright('expected', 'expected'))
  ]
  expect(summarise(suites, []).lastLine).toBe('3 passed, 1 failed')
})

test('a suite that ran nothing has failed', () => {
  expect(summarise([readPlaywrightReport('e2e', playwright())], []).lastLine).toBe('0 passed, 1 failed')
})

test('a skipped test fails unless it is listed with a reason', () => {
  const suites = [readPlaywrightReport('e2e', playwright('expected', 'skipped'))]
  const skip = 'a.spec.ts › group › test 1'
  expect(summarise(suites, []).lastLine).toBe('1 passed, 1 failed')
  expect(summarise(suites, [{ test: skip, reason: ' ' }]).lastLine).toBe('1 passed, 1 failed')
  const listed = summarise(suites, [{ test: skip, reason: 'needs a keyring' }])
  expect(listed.lastLine).toBe('1 passed, 0 failed')
  expect(listed.lines).toContain(`e2e: skipped: ${skip} (needs a keyring)`)
  expect(listed.lines).toContain('e2e: 1 passed, 0 failed, 1 skipped')
})

test('a family of tests that are skipped together is named by what they begin with', () => {
  const suite = {
    name: 'unit',
    passed: ['a.test.ts › one'],
    failed: [],
    skipped: ['b.test.ts › walls hold', 'b.test.ts › other']
  }
  const known = [{ test: 'b.test.ts › walls *', reason: 'no namespaces here' }]
  const { failed, lines } = summarise([suite], known)
  expect(failed).toBe(1)
  expect(lines.join()).toContain('skipped: b.test.ts › walls hold (no namespaces here)')
  expect(lines.join()).toContain('skipped without a listed reason: b.test.ts › other')
})

test('a test that needs another language fails where that language has to be there', () => {
  const suites = [readPlaywrightReport('e2e', playwright('expected', 'skipped'))]
  const test = 'a.spec.ts › group › test 1'
  const known = [{ test, reason: 'no Go is here', needs: 'Go' }]
  expect(summarise(suites, known).lastLine).toBe('1 passed, 0 failed')
  const { lastLine, lines } = summarise(suites, known, { needsLanguages: true })
  expect(lastLine).toBe('1 passed, 1 failed')
  expect(lines).toContain(`  skipped without Go, which has to be here: ${test}`)
  const other = [{ test, reason: 'no keyring is here' }]
  expect(summarise(suites, other, { needsLanguages: true }).lastLine).toBe('1 passed, 0 failed')
})
