import { expect, test } from 'vitest'
import { foldText, findTextPositions } from './find-words'

const placesIn = (text: string, words: string) => findTextPositions(foldText(text), foldText(words))

test('words are found whatever their case and whichever spaces stand between them', () => {
  expect(placesIn('Green Tea, green\ntea, GREEN\u00A0TEA', 'green tea')).toEqual([0, 11, 22])
})

test('places stay those of the text where a small letter is longer than its capital', () => {
  const text = 'İİİ tea'
  expect(placesIn(text, 'TEA').map((at) => text.slice(at, at + 3))).toEqual(['tea'])
})

test('places don’t overlap, and no words are nowhere', () => {
  expect(placesIn('aaaa', 'aa')).toEqual([0, 2])
  expect(placesIn('aaaa', '')).toEqual([])
})
