import { afterEach, describe, expect, it } from 'vitest'
import { failureText, quote, say, sentences, toEnglish, toText } from './render-localized'
import { showLanguage } from './translated'

afterEach(() => showLanguage('en'))

describe('a text of the core', () => {
  it('is translated into the display language, and English for models and logs', async () => {
    const bug = say('common.bug')
    expect(toText(bug)).toBe('Something went wrong inside Parley. The host log has the details.')
    await showLanguage('de')
    expect(toText(bug)).toBe('In Parley ist etwas schiefgegangen. Näheres steht im Log des Hosts.')
    expect(toEnglish(bug)).toBe('Something went wrong inside Parley. The host log has the details.')
  })

  it('may be part of another text, several of them too', async () => {
    const both = sentences(say('common.bug'), quote('exit {code} 1'), quote('the end.'))
    expect(toText(both)).toBe(
      'Something went wrong inside Parley. The host log has the details. exit {code} 1 the end.'
    )
    await showLanguage('de')
    expect(toText(both)).toMatch(/^In Parley ist .* exit \{code\} 1 the end\.$/u)
  })

  it('lists several values in the form of its language', async () => {
    const names = { text: 'common.quote', values: { words: ['a', 'b', quote('c')] } }
    expect(toText(names)).toBe('a, b, and c')
    await showLanguage('de')
    expect(toText(names)).toBe('a, b und c')
  })

  it('shows its values even if this version does not know it', () => {
    expect(toText({ text: 'later.version', values: { server: 'notes', reason: quote('no key') } })).toBe(
      'later.version notes no key'
    )
  })
})

describe('a failure', () => {
  it('of an old history is shown unchanged', () => {
    expect(failureText({ message: 'The server ended.' })).toBe('The server ended.')
  })
})
