/**
 * Decodes text in base64, base32, or hexadecimal digits: both alphabets of base64, with or without padding, on several
 * lines, and before and after other letters. Returns one text, in the original order.
 */
import { isUtf8 } from 'node:buffer'
import type { ReadText } from './reading'

/** Runs of base64 letters. Line breaks or the end of a part may be in between. */
const base64Runs = /[A-Za-z0-9+/_-]{8,}(?:(?:={1,2}\s{0,8}|\r?\n[ \t]{0,8})[A-Za-z0-9+/_-]{2,})*/g
/** Letters of a run: 12 bytes. */
const shortestBase64 = 16
/** Letters of base32, on one or several lines: 12 bytes and more. */
const base32Runs = /[A-Z2-7]{8,}(?:\r?\n[A-Z2-7]{2,})*/gi
const shortestBase32 = 20
/** Each byte as a number in a program (`0x50, 0x61`), or as two digits with little in between. */
const hexRuns =
  /0x[0-9a-f]{1,2}(?:[\s,;:|]{0,3}0x[0-9a-f]{1,2}){11,}|[0-9a-f]{2}(?:[ :,\n]?(?:0x)?[0-9a-f]{2}){11,}/gi

/** A decoded text. `share`: source units for each of its units. */
interface Decoded {
  readonly text: string
  readonly start: number
  readonly share: number
}

/** null if there is none. */
export function encodedBytes(text: string): ReadText | null {
  const all: Decoded[] = []
  for (const { 0: run, index } of text.matchAll(base64Runs)) all.push(...fromBase64(run, index))
  for (const { 0: run, index } of text.matchAll(hexRuns)) all.push(...fromHex(run, index))
  for (const { 0: run, index } of text.matchAll(base32Runs)) all.push(...fromBase32(run, index))
  return all.length === 0 ? null : joined(all, text.length)
}

function joined(all: readonly Decoded[], end: number): ReadText {
  const length = all.reduce((sum, { text }) => sum + text.length, 0)
  const places = new Int32Array(length + 1)
  let next = 0
  for (const { text, start, share } of all) {
    for (let unit = 0; unit < text.length; unit++) places[next++] = Math.floor(start + unit * share)
  }
  const last = all.at(-1)
  places[length] = last === undefined ? end : Math.floor(last.start + last.text.length * last.share)
  return { text: all.map(({ text }) => text).join(''), places }
}

/** Only as a whole, because most long words consist of its letters. */
function fromBase32(run: string, start: number): Decoded[] {
  const compact = run.replaceAll(/\s/g, '')
  if (compact.length < shortestBase32) return []
  const text = readable(bytesOfBase32(compact))
  return text === null ? [] : [{ text, start, share: run.length / text.length }]
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOfBase32(run: string): Buffer {
  const bytes = Buffer.alloc(Math.floor((run.length * 5) / 8))
  let bits = 0
  let value = 0
  let next = 0
  for (const letter of run.toUpperCase()) {
    value = ((value << 5) | base32Letters.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[next++] = (value >>> bits) & 0xff
  }
  return bytes
}

/** Padding ends a part. Decoding starts again after it. */
function fromBase64(run: string, start: number): Decoded[] {
  if (run.length < shortestBase64) return []
  const parts: Decoded[] = []
  let from = start
  for (const part of run.split('=')) {
    const compact = part.replaceAll(/\s/g, '')
    if (compact.length > 1) parts.push(...fromPart(compact, { start: from, length: part.length }))
    from += part.length + 1
  }
  return parts
}

interface Stretch {
  readonly start: number
  readonly length: number
}

/** As a whole, or if a part begins or ends with something else, only its readable sections. */
function fromPart(compact: string, { start, length }: Stretch): Decoded[] {
  const whole = readable(Buffer.from(compact, 'base64'))
  if (whole !== null) return [{ text: whole, start, share: length / whole.length }]
  const share = (length / compact.length) * (4 / 3)
  return [0, 1, 2, 3].flatMap((offset) => {
    const bytes = Buffer.from(compact.slice(offset), 'base64')
    return getStretches(bytes, { start: start + (offset * length) / compact.length, share })
  })
}

function fromHex(run: string, start: number): Decoded[] {
  const digits = run.replaceAll(/0x([0-9a-f])(?![0-9a-f])/gi, '0$1').replaceAll(/0x|[\s,;:|]/gi, '')
  const bytes = Buffer.from(digits, 'hex')
  const whole = readable(bytes)
  const share = run.length / bytes.length
  return whole === null
    ? getStretches(bytes, { start, share })
    : [{ text: whole, start, share: run.length / whole.length }]
}

/* eslint-disable-next-line no-control-regex -- what no text holds */
const unreadable = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/

/** It may be cut inside a letter. */
function readable(bytes: Buffer): string | null {
  const part = [0, 1, 2, 3].map((cut) => bytes.subarray(0, bytes.length - cut)).find((item) => isUtf8(item))
  const text = part?.toString('utf8') ?? ''
  return text.length === 0 || unreadable.test(text) ? null : text
}

/** Text in UTF-8, and in units of two bytes as some programs write it. */
const stretches =
  /(?:[\t\n\r -~]|[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}){9,}/g
/* eslint-disable-next-line no-control-regex -- the upper half of each unit */
const wideStretches = /(?:[\t\n\r -~]\u0000){9,}/g

function getStretches(bytes: Buffer, { start, share }: Omit<Decoded, 'text'>): Decoded[] {
  const letters = bytes.toString('latin1')
  const found = Array.from(letters.matchAll(stretches), ({ 0: stretch, index }) => {
    const text = Buffer.from(stretch, 'latin1').toString('utf8')
    return { text, start: start + index * share, share: (share * stretch.length) / text.length }
  })
  if (!letters.includes('\u0000')) return found
  const wide = Array.from(letters.matchAll(wideStretches), ({ 0: stretch, index }) => ({
    text: stretch.replaceAll('\u0000', ''),
    start: start + index * share,
    share: 2 * share
  }))
  return [...found, ...wide]
}
