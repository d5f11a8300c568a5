import { expect, test } from 'vitest'
import { toCsv } from './csv'

test('keeps commas, quotes and line breaks inside their cell', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['1,5', 'say "hi"'],
      ['two\nlines', '']
    ])
  ).toBe('a,b\r\n"1,5","say ""hi"""\r\n"two\nlines",')
})

test.each(['=HYPERLINK("https://a.example","x")', '@SUM(A1)', '+1+cmd', "-1+cmd|' /C calc'!A0", '\t=1'])(
  'keeps a spreadsheet from running %s',
  (formula) => {
    expect(
      toCsv([[formula]])
        .replace(/^"/, '')
        .startsWith("'")
    ).toBe(true)
  }
)

test('keeps numbers with a sign as numbers', () => {
  expect(toCsv([['-3', '+4.5', '-12%', '-']])).toBe('-3,+4.5,-12%,-')
})
