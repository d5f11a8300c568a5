// A requirement that seems shown by a test that does not run would be worse than none.

import { expect, test } from 'vitest'
import { describeRequirements, findNamedTests, missingTests, readRequirements } from './requirements.mjs'

const requirements = readRequirements('RPC-01 | MUST | all | Does it\nRPC-02 | MAY | all | Might do it\n')
const named = (source) => findNamedTests('app/a.test.ts', source)

test('a test shows what its name begins with', () => {
  const tests = named(
    `it('RPC-01 RPC-02: works', async () => {})\ntest.each([1, [2]])("RPC-02: %s works", () => {})`
  )
  expect(tests).toEqual([
    { ids: ['RPC-01', 'RPC-02'], title: 'works', file: 'app/a.test.ts' },
    { ids: ['RPC-02'], title: '%s works', file: 'app/a.test.ts' }
  ])
  expect(missingTests(requirements, tests)).toEqual([])
  expect(describeRequirements(requirements, tests)).toContain('| Does it | [works](../app/a.test.ts) |')
})

test('one that is switched off, or names it in passing, shows nothing', () => {
  const tests = named(
    `test.skip('RPC-01: works', () => {})\ntest.fixme('RPC-01: works', () => {})\nit('does RPC-01: x', () => {})`
  )
  expect(tests).toEqual([])
  expect(missingTests(requirements, tests)).toEqual(['no test is named after RPC-01 (Does it)'])
})

test('an id that does not exist is a slip', () => {
  const tests = named(`it('RPC-01 RPC-99: works', () => {})`)
  expect(missingTests(requirements, tests)).toEqual(['app/a.test.ts names RPC-99, which is no requirement'])
})
