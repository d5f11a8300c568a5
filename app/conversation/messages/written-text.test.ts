/** What is known of texts that are written on. */
import { expect, test } from 'vitest'
import { writeOn, writtenSince } from './written-text'

const begun = { text: 'a', step: 0 }

test('all that came since an earlier state is told, the rest stays as it was', () => {
  const earlier = writeOn(begun, 'b')
  const later = writeOn(writeOn(earlier, 'c'), 'd')
  expect(later).toEqual({ text: 'abcd', step: 0 })
  expect(writtenSince(begun, later)).toBe('bcd')
  expect(writtenSince(earlier, later)).toBe('cd')
  expect(writtenSince(later, later)).toBe('')
})

test('nothing is told of what was not written on from there', () => {
  const one = writeOn(begun, 'b')
  const other = writeOn(begun, 'c')
  expect(writtenSince(one, other)).toBeNull()
  expect(writtenSince(other, writeOn(one, 'd'))).toBeNull()
  expect(writtenSince({ ...one }, one)).toBeNull()
  expect(writtenSince(writeOn(one, 'd'), one)).toBeNull()
})

test('an earlier state can be asked for no more after a later one was', () => {
  const first = writeOn(begun, 'b')
  const second = writeOn(first, 'c')
  expect(writtenSince(second, writeOn(second, 'd'))).toBe('d')
  expect(writtenSince(first, writeOn(second, 'e'))).toBeNull()
})
