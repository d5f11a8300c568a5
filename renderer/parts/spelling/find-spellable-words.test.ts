import { describe, expect, it } from 'vitest'
import { findSpellableWords } from './find-spellable-words'

const wordsOf = (text: string) =>
  findSpellableWords(text).flatMap(({ words }) => words.map(({ word }) => word))

describe('finding words to check', () => {
  it('finds ordinary words, including their joined parts', () => {
    expect(wordsOf("It isn't “well-known”, the author’s (a) naïve Größe; one—two, Вода…")).toEqual([
      ...['It', "isn't", 'well-known', 'the', 'author’s', 'naïve', 'Größe', 'one', 'two', 'Вода']
    ])
  })

  it.each([
    ['code', 'see `foo bar` and ``a ` b`` here'],
    ['an address', 'see https://example.com/foo, www.foo.example and a@foo.example here'],
    ['a path', 'see src/foo.ts and C:\\foo and notes.txt and here'],
    ['a mention', 'see @foo and here'],
    ['a command', 'see /foo and here'],
    ['what programs say', 'see --foo $foo foo_bar v2 <b> e.g. #foo and here']
  ])('ignores %s', (_what, text) => {
    expect(wordsOf(text).filter((word) => !['and', 'see', 'here'].includes(word))).toEqual([])
    expect(wordsOf(text)).toEqual(expect.arrayContaining(['see', 'here']))
  })

  it('ignores text in a code fence, and finds the text after it', () => {
    expect(wordsOf('one\n```ts\ntwo\n~~~\nthree\n```\nfour\n~~~~\nfive\n```\nsix')).toEqual(['one', 'four'])
    // An unclosed backtick is ordinary text.
    expect(wordsOf('a `lone one')).toEqual(['lone', 'one'])
  })

  it('gives each word its position in the text, regardless of the text before it', () => {
    const text = '👩‍👩‍👧 one\n\nשלום two `x` three'
    for (const { start, words } of findSpellableWords(text))
      for (const { word, at } of words) expect(text.slice(start + at, start + at + word.length)).toBe(word)
    expect(wordsOf(text)).toEqual(['one', 'שלום', 'two', 'three'])
  })

  it('reuses what was found in unchanged lines, but not from within a fence', () => {
    const before = findSpellableWords('same line\nother')
    const after = findSpellableWords('new\nsame line', before)
    expect(after[1]?.words).toBe(before[0]?.words)
    expect(after[1]?.start).toBe(4)
    expect(findSpellableWords('```\nsame line', before)[1]?.words).toEqual([])
    expect(findSpellableWords('same line', findSpellableWords('```\nsame line'))[0]?.words).toHaveLength(2)
  })
})
