// What looks worse than the committed result is measured again.

import { expect, test } from 'vitest'
import { measureAgain } from './measure-again.mjs'

const yardstick = { clock: 80, processor: 80 }
const timed = (name, value) => ({ name, unit: 'ms', value, ratio: value / 100, isLimit: true, yardstick })
const committed = [timed('search', 100), timed('save', 100), timed('start', 100)]

/** The group's figures by what each further measurement of it brings; says which were asked for, and why. */
async function settle(first, ...further) {
  const asked = []
  const best = await measureAgain(new Map(Object.entries(first)), committed, async (group, names) => {
    asked.push([group, ...names])
    return further.shift() ?? []
  })
  return { asked, best: Object.fromEntries(best) }
}

test('a group in which nothing is worse is measured once', async () => {
  const first = { history: [timed('search', 110), timed('new', 900)] }
  expect(await settle(first)).toEqual({ asked: [], best: first })
})

test('a group with one that is worse is measured again until it is not, others are not', async () => {
  const first = { history: [timed('search', 140), timed('save', 100)], window: [timed('start', 100)] }
  const { asked, best } = await settle(first, [timed('search', 105), timed('save', 150)])
  expect(asked).toEqual([['history', 'search']])
  expect(best.history).toEqual([timed('search', 105), timed('save', 100)])
})

test('what is worse each time stays so after the third, as the best of them', async () => {
  const first = { history: [timed('search', 140)] }
  const { asked, best } = await settle(first, [timed('search', 130)], [timed('search', 150)], [])
  expect(asked).toHaveLength(2)
  expect(best.history).toEqual([timed('search', 130)])
})

test('a group that brings nothing when it is measured again keeps what it brought', async () => {
  const first = { history: [timed('search', 140)] }
  const { best } = await settle(first, [], [])
  expect(best).toEqual(first)
})
