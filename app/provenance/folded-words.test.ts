import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text'
import { isDistinctive } from './is-distinctive'
import { isOrdinary, splitFoldedWords } from './folded-words'

function wordsIn(text: string): string[] {
  const folded = foldText(text)
  return splitFoldedWords(folded).map(({ start, end }) =>
    String.fromCharCode(...folded.units.subarray(start, end))
  )
}

describe('finding the words in a text', () => {
  it.each([
    ['between whitespace and signs', 'red kite, blue-green; tea!', ['red', 'kite', 'blue', 'green', 'tea']],
    ['of three letters at least', 'ox cow ab goose', ['cow', 'goose']],
    ['with digits', 'room 4711 b2b', ['room', '4711', 'b2b']],
    ['with accents and without', 'Café NAÏVE', ['cafe', 'naive']],
    ['of other alphabets', 'дождь 한글로 東京都', ['дoждb', foldText('한글로'), '東京都'].map(asText)],
    ['none in only signs', '... --- ///', []],
    ['none in empty text', '', []],
    ['without those of every text', 'the tea and because http www THE', ['tea']],
    ['at the very end', '- tea', ['tea']],
    ['separated only by whitespace', 'tea\tpot\u00a0lid', ['tea', 'pot', 'lid']]
  ])('finds words: %s', (_where, text, expected) => {
    expect(wordsIn(text)).toEqual(expected)
  })

  it('numbers equal words equally, and different words differently', () => {
    const [tea, pot, again, eat] = splitFoldedWords(foldText('Tea pot TEA eat'))
    expect(tea?.hash).toBe(again?.hash)
    expect(new Set([tea?.hash, pot?.hash, eat?.hash]).size).toBe(3)
  })
})

function asText(word: string | ReturnType<typeof foldText>): string {
  return typeof word === 'string' ? word : String.fromCharCode(...word.units)
}

it('treats words that occur in every text as ordinary', () => {
  for (const word of ['the', 'would', 'https', 'null', 'through']) expect(isOrdinary(word)).toBe(true)
  for (const word of ['tea', 'The', '', 'constructor']) expect(isOrdinary(word)).toBe(false)
})

describe('a passage that shows its origin', () => {
  it.each([
    ['with six letters of two kinds', 'abcdea', true],
    ['not with five', 'abcde', false],
    ['not with the same letter over and over', 'aaaaaaaaaaaa', false],
    ['counting all words together', 'tea cup', true],
    ['not with words of every text', 'the and would have been because', false],
    ['with one word beside those', 'the and harbour', true],
    ['in capitals all the same', 'THE AND WOULD', false],
    ['with letters of any alphabet', 'дождьи', true],
    ['with digits', '739146', true],
    ['with five signs of different kinds', '$#!&*', true],
    ['not with four', '$#!&', false],
    ['not with five of one kind', '!!!!!', false],
    ['not with signs that occur in every text', `:/.,"'{}[]-`, false]
  ])('is judged by its letters: %s', (_how, words, expected) => {
    expect(isDistinctive(words)).toBe(expected)
  })
})
