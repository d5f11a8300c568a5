import { describe, expect, it } from 'vitest'
import { foldLetters, createSkeleton } from './skeleton'

describe('names that look alike have one skeleton', () => {
  it.each([
    ['paypal', 'раураl', 'letters of another alphabet'],
    ['github', 'gιthυb', 'Greek ones'],
    ['scope', 'ѕсоре', 'a word that another alphabet can write alone'],
    ['apple', 'аррӏе', 'a bare stroke for an l'],
    ['office', 'օffice', 'an Armenian one'],
    ['notes', 'ոotes', 'another Armenian one'],
    ['kite', 'ᛕite', 'a rune'],
    ['boa', 'ᏼoa', 'a Cherokee one'],
    ['hotel', 'Ꮋotel', 'a Cherokee capital'],
    ['coin', '𐐽oin', 'one beyond the first plane'],
    ['all', 'a|l', 'a line'],
    ['tool', 't00l', 'digits'],
    ['mail', 'maiI', 'a large i'],
    ['mail', 'ｍａｉｌ', 'wide letters'],
    ['mail', '𝓂𝖺𝐢𝕝', 'letters of formulas'],
    ['mail', 'ma\u200bil', 'one that nobody sees'],
    ['my mail', ' My  Mail ', 'case and blanks']
  ])('%s and %s: %s', (name, other) => {
    expect(createSkeleton(other)).toBe(createSkeleton(name))
  })

  it.each([
    ['notes', 'votes'],
    ['müller', 'muller'],
    ['日本', '日木'],
    ['data-1', 'data-2']
  ])('differ for %s and %s', (name, other) => {
    expect(createSkeleton(other)).not.toBe(createSkeleton(name))
  })

  it('keeps the letter i when only letters are folded', () => {
    expect(foldLetters('аpі_kеу')).toBe('api_key')
    expect(foldLetters('ріn')).toBe('pin')
  })
})
