import { expect, it } from 'vitest'
import { seeds } from '../testing/fuzz/seeds'
import { addRange, mark, without } from './ranges'
import type { Range } from './ranges'
import { createStepRandom } from './testing/run-steps'

const range = (start: number, end: number): Range => ({ start, end })

function joined(...ranges: Range[]): Range[] | undefined {
  const all = new Map<string, Range[]>()
  for (const one of ranges) addRange(all, 'a', one)
  return all.get('a')
}

it.each([
  ['apart', [range(0, 3), range(4, 6)], [range(0, 3), range(4, 6)]],
  ['touching', [range(0, 3), range(3, 6)], [range(0, 6)]],
  ['overlapping', [range(0, 4), range(2, 6)], [range(0, 6)]],
  ['the later around the earlier', [range(2, 4), range(0, 6)], [range(0, 6)]],
  ['the earlier begins before', [range(0, 6), range(2, 6)], [range(0, 6)]],
  ['the earlier ends later', [range(0, 9), range(2, 6)], [range(0, 9)]],
  ['one over several', [range(0, 2), range(4, 6), range(8, 9), range(5, 10)], [range(0, 2), range(4, 10)]],
  ['one over all', [range(1, 2), range(4, 6), range(8, 9), range(0, 10)], [range(0, 10)]]
])('combines ranges: %s', (_how, given, expected) => {
  expect(joined(...given)).toEqual(expected)
})

it('keeps ranges of two keys separate', () => {
  const all = new Map<string, Range[]>()
  addRange(all, 'a', range(0, 3))
  addRange(all, 'b', range(2, 5))
  expect([...all]).toEqual([
    ['a', [range(0, 3)]],
    ['b', [range(2, 5)]]
  ])
})

it('marks the given positions as known, and no others', () => {
  const known = new Uint8Array(8)
  mark(known, [range(1, 3), range(5, 6)])
  expect([...known]).toEqual([0, 1, 1, 0, 0, 1, 0, 0])
})

it.each([
  ['nothing', [], [range(2, 6)]],
  ['all', [range(0, 8)], []],
  ['the beginning', [range(0, 3)], [range(3, 6)]],
  ['the end', [range(5, 8)], [range(2, 5)]],
  ['the middle', [range(3, 4)], [range(2, 3), range(4, 6)]],
  ['two parts', [range(3, 4), range(5, 6)], [range(2, 3), range(4, 5)]],
  ['parts beside it', [range(0, 2), range(6, 8)], [range(2, 6)]]
])('removes known parts: %s', (_what, ranges, expected) => {
  const known = new Uint8Array(8)
  mark(known, ranges)
  expect(without(range(2, 6), known)).toEqual(expected)
})

it('covers all positions when joining ranges, none twice, and no others', () => {
  for (const seed of seeds(300)) {
    const random = createStepRandom(seed)
    const given = Array.from({ length: 6 }, () => {
      const start = random(20)
      return range(start, start + 1 + random(6))
    }).toSorted((one, other) => one.end - other.end)
    const [wanted, found] = [new Uint8Array(30), new Uint8Array(30)]
    mark(wanted, given)
    const all = joined(...given) ?? []
    mark(found, all)
    expect(found).toEqual(wanted)
    // With a position between each two of them.
    for (const [index, one] of all.slice(1).entries()) expect(one.start).toBeGreaterThan(all[index]!.end)
  }
})
