import { afterEach, describe, expect, it } from 'vitest'
import { languages } from './compiled/window/languages'
import { chooseLanguage, shownLanguage, showLanguage } from './translated'

afterEach(() => showLanguage('en'))

describe('the display language', () => {
  it('changes every text at once and back again', async () => {
    expect(languages.label()).toBe('Language')
    await showLanguage('de')
    expect(languages.label()).toBe('Sprache')
    expect(shownLanguage()).toBe('de')
    await showLanguage('en')
    expect(languages.label()).toBe('Language')
  })

  it('is the last one of several quick changes', async () => {
    await Promise.all([showLanguage('de'), showLanguage('en')])
    expect([languages.label(), shownLanguage()]).toEqual(['Language', 'en'])
  })
})

describe('the language for a user', () => {
  it.each([
    ['de', ['en-US'], 'de'],
    ['en', ['de-AT'], 'en'],
    ['system', ['de-AT', 'en-US'], 'de'],
    ['system', ['fr', 'de', 'en'], 'de'],
    ['system', ['en-GB', 'de'], 'en'],
    ['system', ['fr-FR', 'ja'], 'en'],
    ['system', [], 'en']
  ] as const)('%s on a system that prefers %j is %s', (wanted, preferred, expected) => {
    expect(chooseLanguage(wanted, preferred)).toBe(expected)
  })
})
