import { expect, test } from 'vitest'
import { estimateMarkdownCost } from './markdown-cost'

const row = (cells: number) => `${'|a'.repeat(cells)}|\n`
const delimiter = (cells: number) => `${'|-'.repeat(cells)}|\n`
const deeper = (depth: number) =>
  Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')

test.each([
  ['prose', 'Lorem *ipsum* dolor `sit` amet, [consectetur](https://a.example) elit.\n'.repeat(60)],
  ['a long line', 'word '.repeat(10_000)],
  ['a table of a hundred rows', row(10) + delimiter(10) + row(10).repeat(100)],
  ['a list', '- item with **words** in it\n'.repeat(100)],
  ['a list in a list in a quote', `> ${deeper(6).replaceAll('\n', '\n> ')}`],
  ['a program', `\`\`\`js\n${'const a = { b: [1, 2, 3] } // > > > - - -\n'.repeat(1_000)}\`\`\`\n`]
])('formats all of %s', (_, source) => {
  expect(estimateMarkdownCost(source)).toMatchObject({ end: source.length, reason: null })
})

test.each([
  ['quotes', '>'.repeat(3_000)],
  ['quotes with blanks', '> '.repeat(3_000)],
  ['items on one line', '- '.repeat(10_000)],
  ['numbers on one line', '1. '.repeat(2_000)],
  ['quotes and items', '> - '.repeat(500)]
])('leaves deeply nested %s unformatted', (_, source) => {
  expect(estimateMarkdownCost(source)).toMatchObject({ end: 0, reason: 'deep' })
})

test('formats ever deeper lines up to a limit', () => {
  const source = deeper(1_000)
  expect(estimateMarkdownCost(source)).toMatchObject({ end: deeper(16).length, reason: 'deep' })
})

test('ends depth with its items, and counts a tab as its columns', () => {
  expect(estimateMarkdownCost(`${deeper(12)}\n`.repeat(5)).reason).toBeNull()
  const tabs = Array.from({ length: 40 }, (_, level) => `${'\t'.repeat(level)}- a\n`).join('')
  expect(estimateMarkdownCost(tabs).reason).toBe('deep')
})

test.each([
  ['emphasis that never ends', '_a__b'.repeat(20_000)],
  ['links that never end', '[a]('.repeat(50_000)],
  ['tags that never end', '<a b="'.repeat(10_000)],
  ['addresses', 'a@b.c '.repeat(20_000)],
  ['entities', '&amp;'.repeat(20_000)],
  ['a table of 20,000 columns', row(20_000) + delimiter(20_000) + row(20_000)],
  ['a megabyte on one line', 'a'.repeat(1_000_000)]
])('leaves %s unformatted', (_, source) => {
  expect(estimateMarkdownCost(source)).toMatchObject({ end: 0, reason: 'large' })
})

test('formats a long table up to a row, and its rows are as wide as its head', () => {
  const head = row(10) + delimiter(10)
  const source = head + row(10).repeat(10_000)
  const { end, reason } = estimateMarkdownCost(source)
  expect(reason).toBe('large')
  expect((end - head.length) % row(10).length).toBe(0)
  expect(end).toBeGreaterThan(100 * row(10).length)
  const sparse = row(1_000) + delimiter(1_000) + '|a|\n'.repeat(1_000)
  expect(estimateMarkdownCost(sparse).end).toBeLessThan(row(1_000).length + delimiter(1_000).length + 40)
})
