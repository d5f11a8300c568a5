// What counts as worse than the committed result.

import { expect, test } from 'vitest'
import { findRegressions, readCommitted } from './committed.mjs'
import { bestPeers } from './peers.mjs'

const usual = { clock: 80, processor: 80 }
const slow = { clock: 160, processor: 160 }
const fast = { clock: 40, processor: 40 }
const loaded = { clock: 160, processor: 80 }

/** Of 100 ms, against a limit of 100 ms. */
const timed = (value, more = {}) => ({
  ...{ name: 'search', unit: 'ms', value, reference: 100, ratio: value / 100 },
  ...{ isLimit: true, yardstick: usual },
  ...more
})
/** Against a floor that was measured in the same run. */
const floored = (value, floor, more = {}) =>
  timed(value, { isLimit: false, reference: floor, ratio: value / floor, ...more })

const isWorse = (now, before) => findRegressions([now], [before], true).length > 0

test('a figure that is more than 15 % worse is named, with both', () => {
  const committed = [timed(120, { name: 'start' }), timed(100)]
  expect(findRegressions([timed(150, { name: 'start' }), timed(114)], committed, true)).toEqual([
    'start: 150 ms (× 1.5), committed 120 ms (× 1.2): 25 % worse'
  ])
})

test('what is better, as good, or new is no regression', () => {
  expect(findRegressions([timed(50), timed(900, { name: 'new' })], [timed(100)], true)).toEqual([])
  expect(isWorse(timed(100), timed(100))).toBe(false)
})

test('a figure that is no longer measured is one, unless only some groups were asked for', () => {
  expect(findRegressions([], [timed(100)], true)).toHaveLength(1)
  expect(findRegressions([], [timed(100)], false)).toEqual([])
})

test('a figure that grew from nothing is one, and so is one that is no number', () => {
  expect(isWorse(timed(3), timed(0))).toBe(true)
  expect(isWorse(timed(0), timed(0))).toBe(false)
  expect(isWorse(timed(Number.NaN), timed(100))).toBe(true)
})

test('a slow machine makes no regression of a time against a limit', () => {
  expect(isWorse(timed(200, { yardstick: slow }), timed(100))).toBe(false)
  expect(isWorse(timed(260, { yardstick: slow }), timed(100))).toBe(true)
})

test('a fast machine hides none', () => {
  expect(isWorse(timed(100, { yardstick: fast }), timed(100))).toBe(true)
  expect(isWorse(timed(50, { yardstick: fast }), timed(100))).toBe(false)
})

test('what is no time stays as it is, however slow the machine is', () => {
  for (const unit of ['MB', '%', 'asked', ''])
    expect(isWorse(timed(130, { unit, yardstick: slow }), timed(100, { unit }))).toBe(true)
})

test('others at work lengthen what takes time on the clock, not what follows the speed alone', () => {
  expect(isWorse(timed(190, { yardstick: loaded }), timed(100))).toBe(false)
  expect(isWorse(timed(130, { follows: 'speed', yardstick: loaded }), timed(100))).toBe(true)
  expect(isWorse(timed(190, { follows: 'speed', yardstick: slow }), timed(100))).toBe(false)
})

test('what is partly waiting is worse only where it is both on the clock and by the speed', () => {
  const waiting = { follows: 'waiting' }
  expect(isWorse(timed(100, { ...waiting, yardstick: fast }), timed(100))).toBe(false)
  expect(isWorse(timed(190, { ...waiting, yardstick: slow }), timed(100))).toBe(false)
  expect(isWorse(timed(130, waiting), timed(100))).toBe(true)
  expect(isWorse(timed(260, { ...waiting, yardstick: slow }), timed(100))).toBe(true)
})

test('a floor that was faster this time makes no regression of a figure that is as it was, nor does a slow machine', () => {
  expect(isWorse(floored(530, 42), floored(550, 83))).toBe(false)
  expect(isWorse(floored(1_100, 166, { yardstick: slow }), floored(550, 83))).toBe(false)
  expect(isWorse(floored(700, 83), floored(550, 83))).toBe(true)
})

test('a speed that changed within a group makes none of a figure whose floor felt it, too', () => {
  expect(isWorse(floored(1_100, 166), floored(550, 83))).toBe(false)
})

test('what other hosts took stands beside figures that there are', () => {
  const names = readCommitted().map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(bestPeers)))
})

test('the committed result can be read, each figure with the yardstick of its hour', () => {
  const names = readCommitted().map(({ name, value, ratio, yardstick }) => {
    expect([value, ratio, yardstick.clock, yardstick.processor]).toEqual(Array(4).fill(expect.any(Number)))
    return name
  })
  expect(new Set(names).size).toBe(names.length)
})
