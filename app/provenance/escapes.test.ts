import { describe, expect, it } from 'vitest'
import { quotedPrintable, unescaped } from './escapes'

describe('decoding escapes', () => {
  it.each([
    ['of JSON', String.raw`a\nb\tc\rd\be\ff`, 'a\nb\tc\rd\be\ff'],
    ['of quotes and backslashes', String.raw`say \"hi\" C:\\x`, 'say "hi" C:\\x'],
    ['of a line end', 'a\\\nb', 'a\nb'],
    ['of letters in JSON', String.raw`\u0041\u00e4`, 'Aä'],
    ['of letters in programs', String.raw`\u{41}\u{1F600}\U0041`, 'A😀A'],
    ['of bytes in programs', String.raw`\x41\xc3\xa4\x7e`, 'Aä~'],
    ['of bytes that are not UTF-8', String.raw`\xe4\xf6`, 'äö'],
    ['of bytes in octal', String.raw`\101\102\303\244`, 'ABä'],
    ['that only look like octal numbers', String.raw`\777`, '777'],
    ['of addresses', 'a%20b%C3%A4%2f', 'a bä/'],
    ['of forms', 'a+b++c', 'a b  c'],
    ['of addresses as old programs write them', '%u0041%u00E4', 'Aä'],
    ['of HTML by number', '&#65;&#228;&#x41;&#X1f600;', 'AäA😀'],
    ['of HTML by name', '&amp;&lt;&gt;&quot;&apos;x&nbsp;y&AMP;', `&<>"'x y&`],
    ['of a number beyond Unicode', '&#9999999;&#x110000;a', 'a'],
    ['of the last code point', '&#x10FFFF;', '\u{10ffff}'],
    ['of letters that need no escape', String.raw`\a\-\q`, 'a-q'],
    ['in a row', String.raw`%41\x42&#67;+\n`, 'ABC \n']
  ])('decodes escapes %s', (_of, text, expected) => {
    expect(unescaped(text)?.text).toBe(expected)
  })

  it.each(['', 'plain', '100% sure', '50 %zz', '& co', '&nope;', 'a&b', '%4'])('finds none in %j', (text) => {
    expect(unescaped(text)).toBeNull()
  })

  it('leaves other text unchanged beside them', () => {
    expect(unescaped('100%25 of &nope; and %zz')?.text).toBe('100% of &nope; and %zz')
  })
})

describe('decoding quoted-printable escapes', () => {
  it('decodes two or more', () => {
    expect(quotedPrintable('caf=C3=A9 =3D tea')?.text).toBe('café = tea')
    expect(quotedPrintable('one line=\r\nand t=65a')?.text).toBe('one lineand tea')
  })

  it('ignores a single one, as in an address', () => {
    expect(quotedPrintable('?page=10 of it')).toBeNull()
    expect(quotedPrintable('nothing of the kind')).toBeNull()
  })
})

describe('the position of an unescaped letter', () => {
  const placesOf = (text: string) => [...(unescaped(text)?.places ?? [])]

  it.each([
    ['after an escape', '%41bc', [0, 3, 4, 5]],
    ['before one', 'bc%41', [0, 1, 2, 5]],
    ['around one', 'b%41c', [0, 1, 4, 5]],
    ['of several letters', 'x%41%42y', [0, 1, 1, 7, 8]],
    ['of two units', 'x&#128512;y', [0, 1, 1, 10, 11]],
    ['of an escape without a result', 'x&#9999999;y', [0, 11, 12]]
  ])('is correct %s', (_where, text, expected) => {
    expect(placesOf(text)).toEqual(expected)
  })
})
