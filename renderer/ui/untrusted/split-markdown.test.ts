import { expect, test } from 'vitest'
import { BlockSettler, finalBlocks } from './split-markdown'

const text = [
  '# Title',
  '',
  'A paragraph with `code`.',
  '',
  '- one',
  '- two',
  '',
  '  more of two',
  '',
  '```ts',
  'const a = 1',
  '',
  'const b = 2',
  '```',
  '',
  '| a | b |',
  '| - | - |',
  '| 1 | 2 |',
  '',
  'End.'
].join('\n')

test('gives the same final blocks however a text arrives', () => {
  for (const step of [1, 3, 7, 50]) {
    const settler = new BlockSettler()
    let blocks = settler.take('')
    for (let end = step; end < text.length + step; end += step) blocks = settler.take(text.slice(0, end))
    expect(blocks.map(({ start, source }) => ({ start, source }))).toEqual(
      finalBlocks(text).map(({ start, source }) => ({ start, source }))
    )
  }
})

test('keeps a settled block as the same object however much follows', () => {
  const settler = new BlockSettler()
  const first = settler.take('One.\n\nTwo.\n\nThree.\n\nFour.').find(({ isSettled }) => isSettled)
  const later = settler.take('One.\n\nTwo.\n\nThree.\n\nFour.\n\nFive and six.')
  expect(first?.source).toBe('One.\n\n')
  expect(later[0]).toBe(first)
})

test('starts again when a text was replaced', () => {
  const settler = new BlockSettler()
  settler.take('One.\n\nTwo.\n\nThree.\n\nFour.')
  expect(settler.take('Other.').map(({ source }) => source)).toEqual(['Other.'])
})

test('neither loses nor repeats text with Windows line ends', () => {
  const settler = new BlockSettler()
  const windows = text.replaceAll('\n', '\r\n')
  let blocks = settler.take('')
  for (let end = 1; end <= windows.length; end += 1) blocks = settler.take(windows.slice(0, end))
  expect(blocks.map(({ source }) => source).join('')).toBe(text)
})

test('keeps a finished text with definitions at its end in one block, so that they apply to all of it', () => {
  expect(finalBlocks('See [it][1].\n\nMore.\n\n[1]: https://example.com')).toHaveLength(1)
  expect(finalBlocks('A note.[^1]\n\n[^1]: The note.')).toHaveLength(1)
})
