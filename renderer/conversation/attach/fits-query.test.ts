import { expect, test } from 'vitest'
import { fitsQuery } from './fits-query'

test('requires every word in some field, regardless of case', () => {
  expect(fitsQuery('FIRST note', ['First Note', null])).toBe(true)
  expect(fitsQuery('first third', ['First Note', 'second'])).toBe(false)
  expect(fitsQuery('', [])).toBe(true)
})
