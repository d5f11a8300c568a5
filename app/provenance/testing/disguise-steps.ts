/** Ways to disguise a text, as a model that obeys another server's text could write it. */
import { deflateRawSync, gzipSync } from 'node:zlib'

/** `key`: a small number, for disguises that need one. */
export type Disguise = (text: string, key: number) => string

const bytesOf = (text: string) => [...Buffer.from(text)]
const each = (text: string, write: (code: number) => string) =>
  Array.from(text, (letter) => write(letter.charCodeAt(0))).join('')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function base32(text: string): string {
  const bits = bytesOf(text)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const letters = (bits.match(/.{1,5}/g) ?? []).map(
    (five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]
  )
  return letters.join('').padEnd(Math.ceil(letters.length / 8) * 8, '=')
}

const moveLetters = (text: string, by: number) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 0x41 : 0x61
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + by) % 26))
  })

const lookAlikes: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', s: 'ѕ', x: 'х', y: 'у' } // prettier-ignore

/** What the search explains, by the name in `docs/data-flow.md`. */
export const explained: Readonly<Record<string, Disguise>> = {
  unchanged: (text) => text,
  'capitals, other spaces': (text) => text.toUpperCase().replaceAll(' ', '\n\t'),
  'look-alike letters': (text) => text.replaceAll(/[aceiopsxy]/g, (letter) => lookAlikes[letter] ?? letter),
  'hidden characters between letters': (text) => [...text].join('\u200b'),
  'signs between letters': (text, key) => [...text.replaceAll(' ', '')].join('.-*_'[key % 4]),
  'signs instead of spaces': (text, key) => text.replaceAll(' ', '_.-~'[key % 4] ?? '_'),
  backwards: (text) => [...text].reverse().join(''),
  ROT13: (text) => moveLetters(text, 13),
  'JSON escapes': (text) => each(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  'percent encoding': (text) =>
    bytesOf(text)
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join(''),
  'quoted-printable': (text) =>
    bytesOf(text).map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('').replaceAll(/.{72}/g, '$&=\n'), // prettier-ignore
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  base32,
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 three times': (text) => [1, 2, 3].reduce((inner) => Buffer.from(inner).toString('base64'), text),
  'base64 backwards': (text) => [...Buffer.from(text).toString('base64')].reverse().join('')
}

/** What no search explains. */
export const unexplained: Readonly<Record<string, Disguise>> = {
  'compressed, in base64': (text, key) =>
    (key % 2 === 0 ? gzipSync(text) : deflateRawSync(text)).toString('base64'),
  'Caesar cipher': (text, key) => moveLetters(text, 1 + ((key * 5) % 12)),
  'XOR with a key': (text, key) =>
    Buffer.from(bytesOf(text).map((byte, at) => byte ^ (17 + ((key * 31 + at * 7) % 200)))).toString(
      'base64'
    ),
  'one bit per word': (text) =>
    bytesOf(text)
      .map((byte) => byte.toString(2).padStart(8, '0').replaceAll('0', 'tea ').replaceAll('1', 'pot '))
      .join('')
}
