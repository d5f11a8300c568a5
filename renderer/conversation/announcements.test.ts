import { expect, test } from 'vitest'
import { sayMore } from './announcements'

/** Everything announced while the text grows by this many letters at a time. */
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

test.each([1, 7, 40])(
  'announces whole sentences, each once, no matter how they arrive (%s letters)',
  (step) => {
    const heard = hear('The first one. The second one is here! And a third without an end', step)
    expect(heard.join(' ')).toBe('The first one. The second one is here! And a third without an end')
    for (const words of heard.slice(0, -1)) expect(words).toMatch(/[.!]$/u)
  }
)

test.each([1, 9])('names code instead of reading it, and reads no formatting marks (%s letters)', (step) => {
  const text =
    '# A title\n\nRead **this** and [that](https://a.example).\n\n```js\nconst a = 1. \nb()\n```\n\nDone.\n'
  expect(hear(text, step).join(' ')).toBe('A title Read this and that. Code. Done.')
})

test.each([
  ['[the list](https://a.example/list_(short) "All")', 'the list'],
  ['[![a picture](b.png)](https://a.example)', '[!a picture](https://a.example)'],
  ['[a]('.repeat(50_000), '[a]('.repeat(50_000)]
])('reads the text of a link, and reads an unfinished link unchanged: %.30s', (text, words) => {
  expect(sayMore({ text, upTo: 0, isWhole: true }, 'Code.').words).toBe(words)
})

test('announces nothing for parts without content', () => {
  expect(sayMore({ text: '', upTo: 0, isWhole: true }, 'Code.')).toEqual({ upTo: 0, words: '' })
  expect(sayMore({ text: 'Half a sent', upTo: 0, isWhole: false }, 'Code.')).toEqual({ upTo: 0, words: '' })
})
