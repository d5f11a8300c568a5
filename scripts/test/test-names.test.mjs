// A lost test must show, even when others moved.

import { expect, test } from 'vitest'
import { compareNames, formatName } from './test-names.mjs'

const names = (...tests) =>
  tests.map(([title, file]) => formatName({ suite: 'unit', title, file })).join('\n')

test('a test that moved to another file is kept, one that is missing is gone', () => {
  const before = names(['stays', 'a.test.ts'], ['goes', 'a.test.ts'])
  const after = names(['stays', 'rooms/a.test.ts'], ['is new', 'b.test.ts'])
  expect(compareNames(before, after)).toEqual({ gone: ['unit: goes'], come: ['unit: is new'], kept: 1 })
})

test('of two tests with one title the loss of one shows', () => {
  const before = names(['twice', 'a.test.ts'], ['twice', 'b.test.ts'])
  expect(compareNames(before, names(['twice', 'a.test.ts']))).toEqual({
    gone: ['unit: twice'],
    come: [],
    kept: 1
  })
})

test('a title of several lines is one line', () => {
  expect(formatName({ suite: 'unit', title: 'one\n  two', file: 'a' })).toBe('unit\tone two\ta')
})
