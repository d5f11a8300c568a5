// A requirement that seems shown by a test that does not run would be worse than none.

import { expect, test } from 'vitest'
import {
  countBuilt,
  describeRequirements,
  findNamedTests,
  missingTests,
  readRequirements,
  wrongCounts
} from './requirements.mjs'

// The samples say ID- instead of RPC-, so that they don't look like tests that run.
const rename = (text) => text.replaceAll('ID-', 'RPC-')
const requirements = readRequirements(
  rename(`ID-01 | MUST | all | Does it
ID-02 | MAY | all | Might do it
ID-03 | MUST | all | Will do it | not built
SYS-01 | SYSTEM | all | A system
`)
)
const named = (source) => findNamedTests('app/a.test.ts', rename(source))
const whole = `it('ID-01 ID-02: works', async () => {})\nsharedTest.each([1, [2]])("SYS-01 ID-02: %s works", () => {})`
const broken = (source) => missingTests(requirements, named(source))

test('a test shows what its name begins with', () => {
  const tests = named(whole)
  expect(tests).toEqual([
    { ids: ['RPC-01', 'RPC-02'], title: 'works', file: 'app/a.test.ts' },
    { ids: ['SYS-01', 'RPC-02'], title: '%s works', file: 'app/a.test.ts' }
  ])
  expect(missingTests(requirements, tests)).toEqual([])
  expect(describeRequirements(requirements, tests)).toContain('| Does it | [works](../app/a.test.ts) |')
})

test('one that is switched off, or names it in passing, shows nothing', () => {
  const tests = named(
    `test.skip('ID-01: works', () => {})\ntest.fixme('ID-01: works', () => {})\nit('does ID-01: x', () => {})`
  )
  expect(tests).toEqual([])
  expect(missingTests(requirements, tests)).toContain('no test is named after RPC-01 (Does it)')
})

test('reports a built requirement without a test, at every level', () => {
  expect(broken(`it('ID-01: works', () => {})`)).toEqual([
    'no test is named after RPC-02 (Might do it)',
    'no test is named after SYS-01 (A system)'
  ])
})

test('what is not built says so and has none', () => {
  const page = describeRequirements(requirements, named(whole))
  expect(page).toContain('| RPC-03 | MUST | all | Will do it | not built yet |')
  expect(page).toContain('| MUST | 2 | 1 | 1 |')
  expect(page).toContain('2 of 3 are built.')
  expect(broken(`${whole}\nit('ID-03: works', () => {})`)).toEqual([
    'a test is named after RPC-03 (Will do it), which counts as not built'
  ])
  expect(() => readRequirements('RPC-01 | MUST | all | Does it | nearly')).toThrow('nearly')
})

test('an id that does not exist is a slip', () => {
  expect(broken(`${whole}\nit('ID-99: works', () => {})`)).toEqual([
    'app/a.test.ts names RPC-99, which is no requirement'
  ])
})

test('a document counts as the table does', () => {
  const counts = countBuilt(requirements)
  expect(counts).toEqual({ requirements: { built: 2, all: 3 }, systems: { built: 1, all: 1 } })
  expect(wrongCounts('2 of 3\nrequirements and 1 of 1 systems', counts)).toEqual([])
  expect(wrongCounts('all requirements and 49 of 49 systems', counts)).toEqual([
    '“2 of 3 requirements” is missing',
    '“49 of 49 systems” is “1 of 1 systems”'
  ])
})
