import { expect, it, vi } from 'vitest'
import { createFakeTerminal } from './fake-terminal'
import { cutText, isSetApart, widthOf, wrapText } from './cell-text'
import { terminalBlock } from './terminal-text'

/** Lengths of the texts that were measured. */
const measured: number[] = []
vi.mock(import('fast-string-truncated-width'), async (original) => {
  const { default: fit } = await original()
  return {
    default: (...all: Parameters<typeof fit>) => {
      measured.push(all[0].length)
      return fit(...all)
    }
  }
})

it('breaks at spaces, and long words anywhere', () => {
  expect(wrapText('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrapText('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  expect(wrapText('a\n\nb', 4)).toEqual(['a', '', 'b'])
})

it("lets no name begin a row like one of Parley's own", () => {
  const rows = wrapText(`Parley calls ${'a'.repeat(7)} ! Approved already`, 20)
  expect(rows).toEqual(['Parley calls aaaaaaa', '    ! Approved', '    already'])
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

it('measures each character of a long word once a row at most, and a long text once', () => {
  const text = `  │ ${'щ'.repeat(200_000)}`
  measured.length = 0
  expect(wrapText(text, 84)).toHaveLength(2_500)
  expect(wrapText(text, 84).at(-1)).toBe(`  │ ${'щ'.repeat(80)}`)
  expect(measured.reduce((all, length) => all + length, 0)).toBeLessThan(text.length * 1.1)
})

it('lets no joined characters push text out of the screen', () => {
  const terminal = createFakeTerminal({ columns: 40, rows: 12 })
  const screen = terminal.openScreen({ onKey: () => {}, onResize: () => {}, onInterrupt: () => {} })
  const text = terminalBlock(`${Array.from({ length: 40 }, () => '👩').join('\u200D')} and removes all files`)
  const rows = wrapText(text, 40)
  screen.draw({
    rows: rows.map((row) => [{ at: 0, width: 40, text: row, style: 'plain' }]),
    cursor: null
  })
  expect(terminal.text()).toContain('and removes all files')
  screen.close()
})
