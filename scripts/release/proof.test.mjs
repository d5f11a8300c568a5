// The suite may run on an older Electron than packages carry. Then it says nothing about the packages.

import { expect, test } from 'vitest'
import { describeProof, findReleaseProblems } from './proof.mjs'

const carried = { electron: '45.4.1', source: 'mirror', commit: 'abc', platform: 'linux-x64' }
const proof = { ...carried, journeys: 300, failed: 0 }
const facts = { proof, carried: [carried], supported: '45.4.1', commit: 'abc' }

test('accepts packages with the Electron that the journeys ran on', () => {
  expect(findReleaseProblems(facts)).toEqual([])
})

test.each([
  [
    'the journeys ran on another Electron',
    { proof: { ...proof, electron: '33.2.1' } },
    'ran on Electron 33.2.1'
  ],
  ['no proof was kept', { proof: undefined }, 'left no proof'],
  ['nothing was packed', { carried: [] }, 'no packages'],
  ['no journey ran', { proof: { ...proof, journeys: 0 } }, 'no journey ran'],
  ['a test failed', { proof: { ...proof, failed: 1 } }, '1 tests failed'],
  ['the tests ran on another commit', { commit: 'def' }, 'ran on commit abc, and this is def'],
  ['a package is of another commit', { carried: [{ ...carried, commit: 'def' }] }, 'is of commit def'],
  [
    'files were changed after the commit',
    { proof: { ...proof, commit: 'abc+' }, carried: [{ ...carried, commit: 'abc+' }], commit: 'abc+' },
    'with changes'
  ]
])('refuses a release when %s', (_, change, reason) => {
  expect(findReleaseProblems({ ...facts, ...change })).toEqual([expect.stringContaining(reason)])
})

test('refuses the Electron that is for tests only, even where the journeys ran on it', () => {
  const old = { electron: '33.2.1', source: 'registry' }
  const problems = findReleaseProblems({
    ...facts,
    proof: { ...proof, ...old },
    carried: [carried, { ...carried, ...old, platform: 'linux-arm64' }]
  })
  expect(problems.join('\n')).toContain('for linux-arm64 carries the Electron that is for tests only')
  expect(problems.join('\n')).toContain('for linux-arm64 carries Electron 33.2.1, not 45.4.1')
  expect(problems.join('\n')).toContain(
    'ran on Electron 33.2.1, and the package for linux-x64 carries 45.4.1'
  )
})

test('counts the journeys that passed, and the failures of every suite', () => {
  const suites = [
    { name: 'end to end', passed: ['a', 'b'], failed: [], skipped: [] },
    { name: 'check', passed: [], failed: ['types'], skipped: [] }
  ]
  expect(describeProof({ version: '45.4.1', source: 'mirror' }, suites)).toMatchObject({
    electron: '45.4.1',
    journeys: 2,
    failed: 1
  })
})
