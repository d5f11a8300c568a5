// What counts as worse than the committed result.

import { expect, test } from 'vitest'
import { findRegressions, readCommitted } from './committed.mjs'
import { bestPeers } from './peers.mjs'

const figure = (name, ratio) => ({ name, ratio })

test('a figure that is more than 15 % worse is named, with both', () => {
  const committed = [figure('start', 1.2), figure('memory', 1)]
  const worse = findRegressions([figure('start', 1.5), figure('memory', 1.14)], committed, true)
  expect(worse).toEqual(['start: × 1.5, committed × 1.2, 25 % worse'])
})

test('what is better, as good, or new is no regression', () => {
  expect(findRegressions([figure('start', 0.5), figure('new', 9)], [figure('start', 1)], true)).toEqual([])
})

test('a figure that is no longer measured is one, unless only some groups were asked for', () => {
  const committed = [figure('start', 1)]
  expect(findRegressions([], committed, true)).toHaveLength(1)
  expect(findRegressions([], committed, false)).toEqual([])
})

test('a figure that grew from nothing is one', () => {
  expect(findRegressions([figure('late', 3)], [figure('late', 0)], true)).toEqual([
    'late: × 3, committed × 0'
  ])
})

test('what other hosts took stands beside figures that there are', () => {
  const names = readCommitted().map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(bestPeers)))
})

test('the committed result can be read', () => {
  const names = readCommitted().map(({ name, ratio }) => {
    expect(ratio).toEqual(expect.any(Number))
    return name
  })
  expect(new Set(names).size).toBe(names.length)
})
