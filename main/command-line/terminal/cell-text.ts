/** Text in the cells of a terminal: its width, cut and wrapped. The text contains no control characters. */
import fit from 'fast-string-truncated-width'

/** What `terminalBlock` sets text of others apart with. */
const bar = '  │ '
const indent = '    '

/** At most this many characters are wrapped again each time. */
const smallText = 5_000

/** What a terminal needs that joins no characters. One that does leaves cells empty. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += cellsOf(character)
  return width
}

/** A variation selector makes the character before it wider in some terminals. */
function cellsOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1
  return /[\p{Mc}\uFE0F]/u.test(character) ? 1 : fit(character).width
}

/** At most `width` cells. A text that was cut ends in an ellipsis. */
export function cutText(text: string, width: number): string {
  if (endOfFitting(text, width) === text.length) return text
  return width < 1 ? '' : `${text.slice(0, endOfFitting(text, width - 1))}…`
}

/** How much of the text fits, without half of a character. */
function endOfFitting(text: string, width: number): number {
  let end = 0
  let used = 0
  for (const character of text) {
    used += cellsOf(character)
    if (used > width) return end
    end += character.length
  }
  return end
}

let wrapped: { readonly text: string; readonly width: number; readonly rows: readonly string[] } | null = null

/**
 * Rows of at most `width` cells, broken at spaces where possible. Every row of a text that is set apart has its bar.
 * Further rows of other lines are indented, so that no name in a line can begin a row like one of Parley's own.
 */
export function wrapText(text: string, width: number): readonly string[] {
  if (text.length <= smallText) return wrapLines(text, width)
  if (wrapped?.text !== text || wrapped.width !== width)
    wrapped = { text, width, rows: wrapLines(text, width) }
  return wrapped.rows
}

function wrapLines(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const whole = line.replaceAll('\t', '  ')
    const isApart = whole.startsWith(bar)
    if (isApart) {
      const rows = wrapLine(whole.slice(bar.length), Math.max(1, width - bar.length))
      return rows.map((row) => bar + row)
    }
    return wrapLine(whole, Math.max(1, width), width < indent.length * 3 ? '' : indent)
  })
}

/** Whether a row belongs to text that others wrote. */
export function isSetApart(row: string): boolean {
  return row.startsWith(bar.trimEnd())
}

function wrapLine(line: string, width: number, further = ''): readonly string[] {
  const rows: string[] = []
  let rest = line
  for (;;) {
    const start = rows.length === 0 ? '' : further
    const index = endOfFitting(rest, width - start.length)
    if (index === rest.length) return [...rows, start + rest]
    const space = rest.lastIndexOf(' ', index)
    // A character that is wider than the row still has to go somewhere.
    const end = space > index / 2 ? space : index || String.fromCodePoint(rest.codePointAt(0) ?? 0).length
    rows.push(start + rest.slice(0, end).trimEnd())
    rest = rest.slice(end + (space === end ? 1 : 0))
    if (rest === '') return rows
  }
}
