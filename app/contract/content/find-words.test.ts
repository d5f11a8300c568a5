import { expect, test } from 'vitest'
import { foldSearchText, findTextPositions } from './find-words'

const placesIn = (text: string, words: string) =>
  findTextPositions(foldSearchText(text), foldSearchText(words))

test('finds text in any case and with any white space inside', () => {
  expect(placesIn('Green Tea, green\ntea, GREEN\u00A0TEA', 'green tea')).toEqual([0, 11, 22])
})

test('returns positions in the original text when a lowercase letter is longer than its capital', () => {
  const text = 'İİİ tea'
  expect(placesIn(text, 'TEA').map((at) => text.slice(at, at + 3))).toEqual(['tea'])
})

test('returns no overlapping positions, and none for an empty search', () => {
  expect(placesIn('aaaa', 'aa')).toEqual([0, 2])
  expect(placesIn('aaaa', '')).toEqual([])
})
