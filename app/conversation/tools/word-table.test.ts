import { describe, expect, it } from 'vitest'
import { stemWord } from './stem'
import { WordTable } from './word-table'

describe('the word table', () => {
  const numbersOf = (table: WordTable, text: string, isName = false) => [...table.read(text, isName)]

  it.each([
    ['capitals', 'Files FILES files', false, 1],
    ['forms of one word', 'search searching searched searches', false, 1],
    ['digits as letters', 'utf8 utf16', false, 2],
    ['capitals inside of names as beginnings', 'readFile read_file', true, 2],
    ['capitals inside of texts as letters', 'readFile readfile', false, 1],
    ['letters of other languages', 'Größe GRÖSSE größe straße', false, 3],
    ['names of other languages', 'größeLesen', true, 2],
    ['nothing but marks as nothing', ' – / ?', false, 0]
  ])('reads %s', (_what, text, isName, count) => {
    expect(new Set(numbersOf(new WordTable(), text, isName)).size).toBe(count)
  })

  it('assigns one number to a word in any spelling, also next to letters of other languages', () => {
    const table = new WordTable()
    const [plain] = numbersOf(table, 'file')
    expect(numbersOf(table, 'Größe files')).toContain(plain)
    expect(table.find(stemWord('file'))).toBe(plain)
    expect(table.find(stemWord('größe'))).not.toBeNull()
    expect(table.find('quantum')).toBeNull()
  })

  it('keeps a hundred thousand words apart, in texts longer than its buffer', () => {
    const table = new WordTable()
    const words = Array.from({ length: 100_000 }, (_, index) => `w${index}`)
    const numbers = numbersOf(table, words.join(' '))
    expect(new Set(numbers).size).toBe(words.length)
    expect(words.map((word) => table.find(word))).toEqual(numbers)
  })
})

it.each([
  ['searching', 'search'],
  ['queries', 'query'],
  ['running', 'run'],
  ['flies', 'flies'],
  ['using', 'using'],
  ['ties', 'ties'],
  ['files', 'fil'],
  ['bus', 'bus'],
  ['utf8s', 'utf8s']
])('stems %s to %s', (word, stem) => {
  expect(stemWord(word)).toBe(stem)
})
