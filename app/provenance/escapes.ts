/**
 * Decodes the escapes in a text: of JSON and programs (`\n`, `\u0041`, `\x41`, `\101`), of addresses (`%41`, `+`), and
 * of HTML (`&#65;`, `&amp;`). Text that is not an escape stays unchanged.
 */
import { isUtf8 } from 'node:buffer'
import type { ReadText } from './reading'

const escapes =
  /(?:%[0-9a-f]{2})+|(?:\\x[0-9a-f]{2})+|(?:\\[0-3][0-7]{2})+|\\u\{[0-9a-f]{1,6}\}|\\u[0-9a-f]{4}|\\[^ux]|%u[0-9a-f]{4}|&#\d{1,7};|&#x[0-9a-f]{1,6};|&(?:amp|lt|gt|quot|apos|nbsp);|\+/gis

const letters: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' '
}

/**
 * Quoted-printable (`=C3=A4`, `=` at the end of a line). Separate, because it also looks like the values of an address.
 */
const quotedEscapes = /(?:=[0-9a-f]{2})+|=[ \t]*\r?\n/gi
const fewestQuoted = 2

/** null if there is none. */
export function quotedPrintable(text: string): ReadText | null {
  if ((text.match(quotedEscapes)?.length ?? 0) < fewestQuoted) return null
  return replaced(text, quotedEscapes, (escape) =>
    fromBytes(Buffer.from(escape.replaceAll(/[^0-9a-f]/gi, ''), 'hex'))
  )
}

/** null if there is none. */
export function unescaped(text: string): ReadText | null {
  return replaced(text, escapes, getPlain)
}

function replaced(text: string, wanted: RegExp, plainFor: (escape: string) => string): ReadText | null {
  const pieces: string[] = []
  const places = new Int32Array(text.length + 1)
  let length = 0
  let end = 0
  const keep = (to: number): void => {
    for (let place = end; place < to; place++) places[length++] = place
    pieces.push(text.slice(end, to))
  }
  for (const { 0: escape, index } of text.matchAll(wanted)) {
    keep(index)
    const plain = plainFor(escape)
    // Never longer than the escape was.
    for (let unit = 0; unit < plain.length; unit++) places[length++] = index
    pieces.push(plain)
    end = index + escape.length
  }
  if (end === 0) return null
  keep(text.length)
  places[length] = text.length
  return { text: pieces.join(''), places: places.subarray(0, length + 1) }
}

function getPlain(escape: string): string {
  if (escape === '+') return ' '
  if (escape.startsWith('&#')) return fromNumber(escape.slice(2, -1))
  if (escape.startsWith('&')) return letters[escape.slice(1, -1).toLowerCase()] ?? escape
  if (/^[%\\]u/i.test(escape)) return fromCode(Number.parseInt(escape.replaceAll(/[^0-9a-f]/gi, ''), 16))
  if (escape.startsWith('%')) return fromBytes(Buffer.from(escape.replaceAll('%', ''), 'hex'))
  if (/^\\x/i.test(escape)) return fromBytes(Buffer.from(escape.replaceAll(/\\x/gi, ''), 'hex'))
  if (/^\\[0-3][0-7]{2}/.test(escape)) {
    return fromBytes(
      Buffer.from(
        escape
          .split('\\')
          .slice(1)
          .map((byte) => Number.parseInt(byte, 8))
      )
    )
  }
  const letter = escape.slice(1)
  return letters[letter] ?? letter
}

function fromNumber(number: string): string {
  return fromCode(/^x/i.test(number) ? Number.parseInt(number.slice(1), 16) : Number(number))
}

function fromCode(code: number): string {
  return code > 0x10ffff ? '' : String.fromCodePoint(code)
}

function fromBytes(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}
