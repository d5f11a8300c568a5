import { describe, expect, it } from 'vitest'
import { seeds } from '../testing/fuzz/seeds'
import { foldText } from './fold-text'
import { createStepRandom } from './testing/run-steps'

const textOf = (text: string) => String.fromCharCode(...foldText(text).units)

describe('folded text', () => {
  it.each([
    ['small letters', 'Tea POT', 'teapot'],
    ['no accents, together or apart', 'Café Cafe\u0301 Ångström', 'cafecafeangstrom'],
    ['plain letters for wide and ornate ones', 'Ｔｅａ 𝓽𝓮𝓪 ℌ', 'teateah'],
    ['letters that become several', 'ﬁne Straße ½', 'finestrasse1⁄2'],
    ['one form of letters that have two', 'ΛΣΛ λςλ', 'λoλλoλ'],
    ['Latin letters for look-alikes', 'раsswоrd ѕесrеt', 'passwordsecret'],
    ['no whitespace of any kind', 'a\n\t b\u00a0c\u2003d\u3000e', 'abcde'],
    ['no invisible characters', 'a\u200bb\u00adc\u2060d\ufeffe\u0007f\ue000g', 'abcdefg'],
    ['no half of a letter', 'a\ud800b\udc00c', 'abc'],
    ['characters beyond U+FFFF', 'a😀b', 'a😀b'],
    ['the character U+10000', 'a\u{10000}b', 'a\u{10000}b'],
    ['no whitespace from decomposed letters', 'a´b¨c', 'abc'],
    ['unchanged signs', '7391-blue@x.test/?q=1', '7391-blue@x.test/?q=1'],
    ['nothing for empty text', '', '']
  ])('has %s', (_what, text, expected) => {
    expect(textOf(text)).toBe(expected)
    // What was learned about a letter the first time also applies the second time.
    expect(textOf(text)).toBe(expected)
  })

  it('keeps the position of each unit', () => {
    expect([...foldText('a \u0301bﬁ😀c').places]).toEqual([0, 3, 4, 4, 5, 5, 7])
    expect([...foldText(' x').places]).toEqual([1])
  })

  it('records the units that follow whitespace', () => {
    expect([...foldText('a b  c\n\n').gaps]).toEqual([0, 1, 1])
    expect([...foldText(' ab').gaps]).toEqual([1, 0])
    expect([...foldText('a \u200b b').gaps]).toEqual([0, 1])
    expect([...foldText('a ﬁ').gaps]).toEqual([0, 1, 0])
  })

  it('may become longer than the text', () => {
    const long = 'ﷺ'.repeat(500)
    const { units, places, gaps } = foldText(long)
    expect(units.length).toBe(places.length)
    expect(units.length).toBe(gaps.length)
    expect(units.length).toBeGreaterThan(5_000)
    expect(places.at(-1)).toBe(499)
    expect(String.fromCharCode(...units.subarray(0, 15))).toBe(textOf('ﷺ').slice(0, 15))
    expect(gaps.includes(1)).toBe(false)
  })

  it('does not depend on how a text is split', () => {
    const letters = [...'aB ä\u0301ﬁ😀\n\u200bßΣ7-漢']
    for (const seed of seeds(200)) {
      const random = createStepRandom(seed)
      const parts = Array.from({ length: 12 }, () => letters[random(letters.length)] ?? '')
      const cut = random(12)
      const [before, behind] = [parts.slice(0, cut).join(''), parts.slice(cut).join('')]
      expect(textOf(before) + textOf(behind)).toBe(textOf(before + behind))
      const places = [...foldText(before).places, ...foldText(behind).places].map((place, at) =>
        at < foldText(before).places.length ? place : place + before.length
      )
      expect([...foldText(before + behind).places]).toEqual(places)
    }
  })
})
