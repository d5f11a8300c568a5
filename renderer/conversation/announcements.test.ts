import { expect, test } from 'vitest'
import { sayMore } from './announcements'

/** All that is said while the text grows by so many letters at a time. */
function hear(text: string, step: number): readonly string[] {
  const heard: string[] = []
  let upTo = 0
  for (let length = step; length < text.length + step; length += step) {
    const spoken = sayMore({ text: text.slice(0, length), upTo, isWhole: length >= text.length }, 'Code.')
    upTo = spoken.upTo
    if (spoken.words !== '') heard.push(spoken.words)
  }
  return heard
}

test.each([1, 7, 40])('sentences are said whole, each once, however they arrive (%s letters)', (step) => {
  const heard = hear('The first one. The second one is here! And a third without an end', step)
  expect(heard.join(' ')).toBe('The first one. The second one is here! And a third without an end')
  for (const words of heard.slice(0, -1)) expect(words).toMatch(/[.!]$/u)
})

test.each([1, 9])('code is named, not read out, nor any mark of the layout (%s letters)', (step) => {
  const text =
    '# A title\n\nRead **this** and [that](https://a.example).\n\n```js\nconst a = 1. \nb()\n```\n\nDone.\n'
  expect(hear(text, step).join(' ')).toBe('A title Read this and that. Code. Done.')
})

test.each([
  ['[the list](https://a.example/list_(short) "All")', 'the list'],
  ['[![a picture](b.png)](https://a.example)', '[!a picture](https://a.example)'],
  ['[a]('.repeat(50_000), '[a]('.repeat(50_000)]
])('of a link its words are said, and what never gets one is said as it stands: %.30s', (text, words) => {
  expect(sayMore({ text, upTo: 0, isWhole: true }, 'Code.').words).toBe(words)
})

test('nothing is said of what says nothing', () => {
  expect(sayMore({ text: '', upTo: 0, isWhole: true }, 'Code.')).toEqual({ upTo: 0, words: '' })
  expect(sayMore({ text: 'Half a sent', upTo: 0, isWhole: false }, 'Code.')).toEqual({ upTo: 0, words: '' })
})
