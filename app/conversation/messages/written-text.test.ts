/** What is known about texts that grow. */
import { expect, test } from 'vitest'
import { writeOn, writtenSince } from './written-text'

const begun = { text: 'a', step: 0 }

test('returns everything added since an earlier state', () => {
  const earlier = writeOn(begun, 'b')
  const later = writeOn(writeOn(earlier, 'c'), 'd')
  expect(later).toEqual({ text: 'abcd', step: 0 })
  expect(writtenSince(begun, later)).toBe('bcd')
  expect(writtenSince(earlier, later)).toBe('cd')
  expect(writtenSince(later, later)).toBe('')
})

test('returns nothing for a text that did not grow from that state', () => {
  const one = writeOn(begun, 'b')
  const other = writeOn(begun, 'c')
  expect(writtenSince(one, other)).toBeNull()
  expect(writtenSince(other, writeOn(one, 'd'))).toBeNull()
  expect(writtenSince({ ...one }, one)).toBeNull()
  expect(writtenSince(writeOn(one, 'd'), one)).toBeNull()
})

test('knows an earlier state no longer after a later one was requested', () => {
  const first = writeOn(begun, 'b')
  const second = writeOn(first, 'c')
  expect(writtenSince(second, writeOn(second, 'd'))).toBe('d')
  expect(writtenSince(first, writeOn(second, 'e'))).toBeNull()
})
