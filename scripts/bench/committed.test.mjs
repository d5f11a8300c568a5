import { describe, expect, it } from 'vitest'
import { findRegressions, measureAgain, readCommitted } from './committed.mjs'
import { groups } from './groups.mjs'

const usual = { clock: 80, processor: 80 }
const slow = { clock: 160, processor: 160 }
const fast = { clock: 40, processor: 40 }
const loaded = { clock: 160, processor: 80 }

/** Measured against a limit of 100 ms. */
const timed = (value, more = {}) => ({
  name: 'search',
  unit: 'ms',
  value,
  reference: 100,
  ratio: value / 100,
  isLimit: true,
  yardstick: usual,
  ...more
})
/** Measured against a floor of the same run. */
const floored = (value, floor, more = {}) =>
  timed(value, { isLimit: false, reference: floor, ratio: value / floor, ...more })

const isWorse = (now, before) => findRegressions([now], [before], true).length > 0

describe('findRegressions', () => {
  it('names a figure that is more than 15 % worse, with both values', () => {
    const committed = [timed(120, { name: 'start' }), timed(100)]
    expect(findRegressions([timed(150, { name: 'start' }), timed(114)], committed, true)).toEqual([
      'start: 150 ms (× 1.5), committed 120 ms (× 1.2): 25 % worse'
    ])
  })

  it('accepts a figure that is better, as good, or new', () => {
    expect(findRegressions([timed(50), timed(900, { name: 'new' })], [timed(100)], true)).toEqual([])
  })

  it('reports a figure that is no longer measured, unless only some groups were measured', () => {
    expect(findRegressions([], [timed(100)], true)).toHaveLength(1)
    expect(findRegressions([], [timed(100)], false)).toEqual([])
  })

  it.each([
    ['a figure grows from zero', timed(3), timed(0), true],
    ['a figure stays zero', timed(0), timed(0), false],
    ['a figure is no number', timed(Number.NaN), timed(100), true],
    ['a slow machine takes twice the time', timed(200, { yardstick: slow }), timed(100), false],
    ['a slow machine takes even longer', timed(260, { yardstick: slow }), timed(100), true],
    ['a fast machine takes the same time', timed(100, { yardstick: fast }), timed(100), true],
    ['memory grows on a slow machine', timed(130, { unit: 'MB', yardstick: slow }), timed(100), true],
    ['other programs slow the clock', timed(190, { yardstick: loaded }), timed(100), false],
    [
      "other programs don't explain processor time",
      timed(130, { follows: 'speed', yardstick: loaded }),
      timed(100),
      true
    ],
    ['only the scaled time is worse', timed(100, { follows: 'waiting', yardstick: fast }), timed(100), false],
    ['only the time itself is worse', timed(190, { follows: 'waiting', yardstick: slow }), timed(100), false],
    [
      'a waiting time is worse both ways',
      timed(260, { follows: 'waiting', yardstick: slow }),
      timed(100),
      true
    ],
    ['only the floor is faster', floored(530, 42), floored(550, 83), false],
    ['figure and floor are slower', floored(1_100, 166), floored(550, 83), false],
    ['the figure is worse than before and than its floor', floored(700, 83), floored(550, 83), true]
  ])('decides when %s', (_what, now, before, expected) => {
    expect(isWorse(now, before)).toBe(expected)
  })
})

describe('measureAgain', () => {
  const committed = [timed(100), timed(100, { name: 'save' })]

  async function settle(first, ...further) {
    const asked = []
    const best = await measureAgain(new Map(Object.entries(first)), committed, async (group) => {
      asked.push(group)
      return further.shift() ?? []
    })
    return { asked, best: Object.fromEntries(best) }
  }

  it('measures a group once when none of its figures is worse', async () => {
    const first = { history: [timed(110)] }
    expect(await settle(first)).toEqual({ asked: [], best: first })
  })

  it('measures only the group with a worse figure again, and keeps the best of each figure', async () => {
    const first = {
      history: [timed(140), timed(100, { name: 'save' })],
      window: [timed(90, { name: 'new' })]
    }
    const { asked, best } = await settle(first, [timed(105), timed(150, { name: 'save' })])
    expect(asked).toEqual(['history'])
    expect(best.history).toEqual([timed(105), timed(100, { name: 'save' })])
  })

  it('gives up after the third measurement, also when the group brings nothing', async () => {
    const { asked, best } = await settle({ history: [timed(140)] }, [timed(130)], [], [timed(90)])
    expect(asked).toHaveLength(2)
    expect(best.history).toEqual([timed(130)])
  })
})

describe('the committed result', () => {
  it('has each figure once, with the speed of the machine', () => {
    const names = readCommitted().map(({ name, value, ratio, yardstick }) => {
      expect([value, ratio, yardstick.clock, yardstick.processor]).toEqual(Array(4).fill(expect.any(Number)))
      return name
    })
    expect(new Set(names).size).toBe(names.length)
  })

  it('comes from ten groups', () => {
    expect(Object.keys(groups)).toHaveLength(10)
  })
})
