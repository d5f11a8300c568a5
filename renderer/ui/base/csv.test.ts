import { expect, test } from 'vitest'
import { toCsv } from './csv'

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['1,5', 'say "hi"'],
      ['two\nlines', '']
    ])
  ).toBe('a,b\r\n"1,5","say ""hi"""\r\n"two\nlines",')
})

test.each(['=HYPERLINK("https://a.example","x")', '@SUM(A1)', '+1+cmd', "-1+cmd|' /C calc'!A0", '\t=1'])(
  'a spreadsheet can not be made to run %s',
  (formula) => {
    expect(
      toCsv([[formula]])
        .replace(/^"/, '')
        .startsWith("'")
    ).toBe(true)
  }
)

test('numbers with a sign stay numbers', () => {
  expect(toCsv([['-3', '+4.5', '-12%', '-']])).toBe('-3,+4.5,-12%,-')
})
