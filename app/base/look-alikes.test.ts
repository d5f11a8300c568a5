import { describe, expect, it } from 'vitest'
import { foldLetters, skeletonOf } from './look-alikes'

describe('names that look alike', () => {
  it.each([
    ['github', 'gіthub', 'a Cyrillic letter'],
    ['github', 'GitHub', 'case'],
    ['github', 'ｇｉｔｈｕｂ', 'width'],
    ['github', 'git\u200Bhub', 'a hidden character'],
    ['kiosk', 'кіоѕк', 'letters whose capitals are the same'],
    ['mail', 'маіl', 'a Cyrillic em'],
    ['files', 'fiIes', 'a large i for a small L'],
    ['tool', 't00l', 'digits'],
    ['vault', 'ναυlτ', 'Greek'],
    ['notes', 'nоtes', 'a Cyrillic o'],
    ['data', 'ⅾata', 'a Roman numeral'],
    ['shop', 'ꜱhop', 'a small capital'],
    ['api', 'аpі', 'two at once']
  ])('%s and %s (%s)', (one, other) => expect(skeletonOf(other)).toBe(skeletonOf(one)))

  it.each([
    ['files', 'tiles'],
    ['notes', 'note'],
    ['почта', 'поста'],
    ['日本', '日木']
  ])('not %s and %s', (one, other) => expect(skeletonOf(other)).not.toBe(skeletonOf(one)))
})

it('reads foreign letters and digits as the Latin letters that they pass for', () => {
  expect(foldLetters('pаsswоrd')).toBe('password')
  expect(foldLetters('t0ken')).toBe('token')
  expect(foldLetters('number')).toBe('number')
})
