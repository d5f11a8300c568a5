/** Texts that a Markdown parser is slow on, or that create more elements than a window can handle. */
export interface SlowText {
  readonly name: string
  readonly text: string
  /** Start of the part that is shown as plain text. */
  readonly asWritten: string
}

const row = (cell: string, columns: number) => `${`|${cell}`.repeat(columns)}|\n`

export const slowTexts: readonly SlowText[] = [
  { name: 'emphasis', text: '_a__b'.repeat(20_000), asWritten: '_a__b_a__b' },
  { name: 'formulas', text: '$x^2$ '.repeat(20_000), asWritten: '$x^2$ $x^2$' },
  { name: 'formulas without an end', text: '$a \\(b $$c '.repeat(10_000), asWritten: '$a \\(b' },
  { name: 'links', text: '[a]('.repeat(50_000), asWritten: '[a]([a](' },
  {
    name: '20,000 columns',
    text: row('a', 20_000) + row('-', 20_000) + row('b', 20_000),
    asWritten: '|a|a|a'
  },
  {
    name: '100,000 cells',
    text: row('a', 10) + row('-', 10) + row('b', 10).repeat(10_000),
    asWritten: '|b|b|b'
  },
  {
    name: '1,000 ever deeper items',
    text: Array.from({ length: 1_000 }, (_, level) => `${' '.repeat(2 * level)}- a\n`).join(''),
    asWritten: '- a'
  },
  { name: '20,000 headings', text: '# A heading\n'.repeat(20_000), asWritten: '# A heading' }
]
