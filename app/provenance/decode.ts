/**
 * The texts that a text holds in encoded form: escapes of JSON, percent escapes of addresses, base64, each again
 * within what came out. Tolerant: what is no escape stays as it is. Where a decoded unit stood is kept.
 */
import { isUtf8 } from 'node:buffer'

export interface Reading {
  readonly text: string
  /** For each unit of `text` and one beyond its end, the offset in the text that was read; null: the same. */
  readonly places: Int32Array | null
}

/** Encodings within encodings. */
const deepest = 3
const mostReadings = 64
/** Of all readings together, as a multiple of the text; a bound for texts made to unfold. */
const largestShare = 4

/** The text itself first, then what can be decoded out of it. */
export function readings(text: string): readonly Reading[] {
  const all: Reading[] = [{ text, places: null }]
  let room = largestShare * Math.max(text.length, 1_000)
  let from = 0
  for (let depth = 0; depth < deepest && from < all.length; depth++) {
    const level = all.slice(from)
    from = all.length
    for (const inner of level.flatMap(decoded)) {
      room -= inner.text.length
      if (all.length === mostReadings || room < 0) return all
      all.push(inner)
    }
  }
  return all
}

function decoded(outer: Reading): readonly Reading[] {
  return Array.from(decodings(outer.text), (inner) => ({ text: inner.text, places: through(inner, outer) }))
}

function* decodings(text: string): Generator<Reading> {
  if (text.includes('\\')) yield* replaced(text, jsonEscapes, fromJsonEscape)
  if (/%[0-9a-f]{2}|\+/i.test(text)) yield* replaced(text, urlEscapes, fromUrlEscape)
  for (const match of text.matchAll(base64Runs)) yield* fromBase64(match[0], match.index)
}

const jsonEscapes = /\\(?:u[0-9a-fA-F]{4}|.)/gs
const urlEscapes = /\+|(?:%[0-9a-fA-F]{2})+/g
/** Twelve bytes and more, in lines or not, in either alphabet. */
const base64Runs = /[A-Za-z0-9+/_-]{16,}(?:\r?\n[A-Za-z0-9+/_-]+)*/g

const jsonLetters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function fromJsonEscape(escape: string): string {
  const letter = escape.charAt(1)
  if (escape.length === 6) return String.fromCharCode(Number.parseInt(escape.slice(2), 16))
  return jsonLetters[letter] ?? letter
}

function fromUrlEscape(escape: string): string {
  return escape === '+' ? ' ' : Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8')
}

/** Nothing where no escape changes anything. */
function* replaced(text: string, escapes: RegExp, decode: (escape: string) => string): Generator<Reading> {
  const pieces: string[] = []
  const places = new Int32Array(text.length + 1)
  let length = 0
  let end = 0
  const keep = (to: number): void => {
    for (let place = end; place < to; place++) places[length++] = place
    pieces.push(text.slice(end, to))
  }
  for (const match of text.matchAll(escapes)) {
    keep(match.index)
    const decoded = decode(match[0])
    for (let unit = 0; unit < decoded.length; unit++) places[length++] = match.index
    pieces.push(decoded)
    end = match.index + match[0].length
  }
  if (end === 0) return
  keep(text.length)
  places[length] = text.length
  yield { text: pieces.join(''), places: places.subarray(0, length + 1) }
}

/* eslint-disable-next-line no-control-regex -- what no text holds */
const unreadable = /[\u0000-\u0008\u000e-\u001f\u007f]/

/** As a whole; a run that begins or ends with something else, in the stretches of it that can be read. */
function* fromBase64(run: string, start: number): Generator<Reading> {
  const compact = run.replaceAll(/\s/g, '')
  const share = run.length / compact.length
  const whole = Buffer.from(compact, 'base64')
  // It may be cut in the middle of a letter.
  const bytes = [0, 1, 2, 3].map((cut) => whole.subarray(0, whole.length - cut)).find((part) => isUtf8(part))
  const text = bytes?.toString('utf8') ?? ''
  if (text.length >= 8 && !unreadable.test(text)) {
    yield placed(text, { start, share: (share * compact.length) / text.length })
    return
  }
  for (const offset of [0, 1, 2, 3]) {
    const stretches = Buffer.from(compact.slice(offset), 'base64')
      .toString('latin1')
      .matchAll(/[\t\n\r -~]{10,}/g)
    for (const { 0: stretch, index } of stretches) {
      yield placed(stretch, { start: start + (offset + (index * 4) / 3) * share, share: (share * 4) / 3 })
    }
  }
}

/** `share`: units of the run for one of the text. */
function placed(text: string, { start, share }: { readonly start: number; readonly share: number }): Reading {
  const places = new Int32Array(text.length + 1)
  for (let unit = 0; unit <= text.length; unit++) places[unit] = Math.floor(start + unit * share)
  return { text, places }
}

function through(inner: Reading, outer: Reading): Int32Array | null {
  const { places } = outer
  return inner.places === null || places === null
    ? inner.places
    : inner.places.map((place) => places[place] ?? 0)
}
