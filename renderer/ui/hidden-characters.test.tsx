import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show'
import { splitHidden, VisibleText } from './hidden-characters'

test.each([
  ['a direction override', '\u202E', 'U+202E'],
  ['a zero-width space', '\u200B', 'U+200B'],
  ['a tag character', '\u{E0041}', 'U+E0041'],
  ['an escape', '\u001B', 'U+001B'],
  ['a C1 control', '\u009B', 'U+009B'],
  ['a supplementary variation selector', '\u{E0101}', 'U+E0101']
])('%s is drawn as a labelled mark', (_name, character, code) => {
  show(
    <p>
      <VisibleText text={`pay${character}load`} />
    </p>
  )
  expect(screen.getByTitle(`Hidden character ${code}`).textContent).toBe(code)
})

test('ordinary text, line breaks, tabs and emoji families stay as they are', () => {
  const text = 'Grüße\tto\nthe 👨‍👩‍👧 and 👩🏽‍💻 ❤️‍🔥 日本語'
  expect(splitHidden(text)).toEqual([{ type: 'text', text, start: 0 }])
})

test('a joiner between letters is marked', () => {
  expect(splitHidden('ad\u200Dmin').map(({ type }) => type)).toEqual(['text', 'hidden', 'text'])
})
