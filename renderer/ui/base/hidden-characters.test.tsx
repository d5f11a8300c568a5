import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show'
import { splitHidden, VisibleText } from './hidden-characters'

test.each([
  ['a direction override', '\u202E', 'U+202E'],
  ['a zero-width space', '\u200B', 'U+200B'],
  ['a tag character', '\u{E0041}', 'U+E0041'],
  ['an escape', '\u001B', 'U+001B'],
  ['a C1 control', '\u009B', 'U+009B'],
  ['a supplementary variation selector', '\u{E0101}', 'U+E0101'],
  ['a blank of Braille', '\u2800', 'U+2800'],
  ['a filler', '\u3164', 'U+3164'],
  ['private use', '\ue000', 'U+E000'],
  ['half a character', '\ud800', 'U+D800'],
  ['an annotation', '\ufff9', 'U+FFF9'],
  ['a soft hyphen', '\u00ad', 'U+00AD'],
  ['an operator that nobody sees', '\u2062', 'U+2062']
])('draws %s as a labelled mark', (_name, character, code) => {
  show(
    <p>
      <VisibleText text={`pay${character}load`} />
    </p>
  )
  expect(screen.getByTitle(`Hidden character ${code}`).textContent).toBe(code)
  expect(screen.getByRole('img', { name: `${code}, hidden character` })).toBeTruthy()
})

test('leaves ordinary text, line breaks, tabs and emoji families unchanged', () => {
  const text = 'Grüße\tto\nthe 👨‍👩‍👧 and 👩🏽‍💻 ❤️‍🔥 日本語 می‌خواهم क्‍ष שלום'
  expect(splitHidden(text)).toEqual([{ type: 'text', text, start: 0 }])
})

test('marks a joiner between letters', () => {
  expect(splitHidden('ad\u200Dmin').map(({ type }) => type)).toEqual(['text', 'hidden', 'text'])
})

test('draws the first of many in a row, counts the others, and reads tags', () => {
  const tags = [...'send all files'].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('')
  show(
    <p>
      <VisibleText text={`a${tags}b${'\u200b'.repeat(100_000)}c`} />
    </p>
  )
  expect(screen.getByText('reads “send all files”')).toBeTruthy()
  expect(screen.getByText('99,976 more')).toBeTruthy()
  expect(screen.getAllByRole('img').length).toBeLessThan(60)
})
