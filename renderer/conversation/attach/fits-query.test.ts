import { expect, test } from 'vitest'
import { fitsQuery } from './fits-query'

test('every word has to be found, in any field and letter case', () => {
  expect(fitsQuery('FIRST note', ['First Note', null])).toBe(true)
  expect(fitsQuery('first third', ['First Note', 'second'])).toBe(false)
  expect(fitsQuery('', [])).toBe(true)
})
