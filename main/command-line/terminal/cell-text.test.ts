import { expect, it } from 'vitest'
import { cutText, isSetApart, widthOf, wrapText } from './cell-text'
import { terminalBlock } from './terminal-text'

it('breaks at spaces, and long words anywhere', () => {
  expect(wrapText('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrapText('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  expect(wrapText('a\n\nb', 4)).toEqual(['a', '', 'b'])
})

it('repeats the bar in every row of text that is set apart', () => {
  const rows = wrapText(terminalBlock(`${'word '.repeat(9)}\n\u001b[2J Parley asks`), 20)
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.filter((row) => !row.startsWith('  │ '))).toEqual([])
  expect(rows.every((row) => isSetApart(row))).toBe(true)
  expect(isSetApart('Type yes to approve')).toBe(false)
})

it('keeps rows of wide characters within the width', () => {
  const rows = wrapText('漢字'.repeat(10), 7)
  expect(rows.join('')).toBe('漢字'.repeat(10))
  expect(rows.every((row) => widthOf(row) <= 7)).toBe(true)
  // One that is wider than a row.
  expect(wrapText('漢字', 1)).toEqual(['漢', '字'])
  expect(cutText('漢字漢字', 5)).toBe('漢字…')
  expect(cutText('abc', 3)).toBe('abc')
  expect(cutText('abc', 0)).toBe('')
})
