/** What is known about texts that grow. */
import { expect, test } from 'vitest'
import { appendGrowing, readGrowthSince } from './growing-text'

const begun = { text: 'a', step: 0 }

test('returns everything added since an earlier state', () => {
  const earlier = appendGrowing(begun, 'b')
  const later = appendGrowing(appendGrowing(earlier, 'c'), 'd')
  expect(later).toEqual({ text: 'abcd', step: 0 })
  expect(readGrowthSince(begun, later)).toBe('bcd')
  expect(readGrowthSince(earlier, later)).toBe('cd')
  expect(readGrowthSince(later, later)).toBe('')
})

test('returns nothing for a text that did not grow from that state', () => {
  const one = appendGrowing(begun, 'b')
  const other = appendGrowing(begun, 'c')
  expect(readGrowthSince(one, other)).toBeNull()
  expect(readGrowthSince(other, appendGrowing(one, 'd'))).toBeNull()
  expect(readGrowthSince({ ...one }, one)).toBeNull()
  expect(readGrowthSince(appendGrowing(one, 'd'), one)).toBeNull()
})

test('knows an earlier state no longer after a later one was requested', () => {
  const first = appendGrowing(begun, 'b')
  const second = appendGrowing(first, 'c')
  expect(readGrowthSince(second, appendGrowing(second, 'd'))).toBe('d')
  expect(readGrowthSince(first, appendGrowing(second, 'e'))).toBeNull()
})
