import { describe, expect, it } from 'vitest'
import { seeds } from '../testing/fuzz/seeds'
import { encodedBytes } from './encoded-bytes'
import { createStepRandom } from './testing/run-steps'

const secret = 'the door code is 7391-blue'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const textOf = (text: string) => encodedBytes(text)?.text ?? null

describe('base64', () => {
  it.each([
    ['alone', base64(secret), secret],
    ['without its padding', base64(secret).replaceAll('=', ''), secret],
    ['between words', `see: ${base64(secret)}, please`, secret],
    ['in the alphabet of addresses', Buffer.from(`??>>${secret}`).toString('base64url'), `??>>${secret}`],
    ['in the usual alphabet', base64(`??>>${secret}`), `??>>${secret}`],
    ['in lines', base64(secret).replaceAll(/.{12}/g, '$&\n'), secret],
    ['in indented lines with Windows line ends', base64(secret).replaceAll(/.{12}/g, '$&\r\n\t  '), secret],
    [
      'several parts with padding between',
      base64('the door c') + base64('ode is 7391'),
      'the door code is 7391'
    ],
    [
      'several parts with blanks between',
      `${base64('the door c')} ${base64('ode is 7391')}`,
      'the door code is 7391'
    ],
    ['of letters beyond ASCII', base64('der Türcode ist 7391 — blau 😀'), 'der Türcode ist 7391 — blau 😀'],
    ['cut in the middle of a letter', base64('naïve café ü').slice(0, -1), 'naïve café '],
    ['of twelve bytes', base64('twelve bytes'), 'twelve bytes'],
    [
      'several texts in a row',
      `${base64('first secret')} and ${base64('other secret')}`,
      'first secretother secret'
    ],
    ['with control codes that occur in text', base64('a\tb\r\nc\u001b[0md tea'), 'a\tb\r\nc\u001b[0md tea']
  ])('is decoded: %s', (_how, text, expected) => {
    expect(textOf(text)).toBe(expected)
  })

  it.each([
    ['words', 'nothing is encoded in here'],
    ['nothing', ''],
    ['less than twelve bytes', base64('too short')],
    ['a run that is too short', 'abcdefghijklmno'],
    ['binary data', Buffer.from(Array.from({ length: 40 }, (_, at) => (at * 37) % 8)).toString('base64')]
  ])('is not decoded from %s', (_what, text) => {
    expect(textOf(text)).toBeNull()
  })

  it('is decoded before and after other letters, at any position of its groups of four', () => {
    for (const before of ['x', 'xy', 'xyz', 'id-', 'AbCdE']) {
      for (const behind of ['', 'Q', 'Qr', '_end'])
        expect(textOf(`${before}${base64(secret)}${behind}`)).toContain('door code is 7391')
    }
  })

  it('is decoded between binary data', () => {
    const bytes = Buffer.concat([Buffer.from([0, 1, 255, 3]), Buffer.from(secret), Buffer.from([0, 254, 2])])
    expect(textOf(bytes.toString('base64'))).toContain(secret)
    const short = Buffer.concat([
      Buffer.from([0, 1, 255, 3]),
      Buffer.from('8 signs.'),
      Buffer.from([0, 254, 2])
    ])
    expect(textOf(short.toString('base64')) ?? '').not.toContain('8 signs')
    const accents = Buffer.concat([
      Buffer.from([255, 1]),
      Buffer.from('Größe: 漢字 😀 viel'),
      Buffer.from([255])
    ])
    expect(textOf(accents.toString('base64'))).toContain('Größe: 漢字 😀 viel')
  })

  it('is decoded in units of two bytes, as some programs write it', () => {
    expect(textOf(Buffer.from(secret, 'utf16le').toString('base64'))).toContain(secret)
  })
})

describe('text in hexadecimal digits', () => {
  it.each([
    ['in a row', hex(secret)],
    ['in capitals', hex(secret).toUpperCase()],
    ['in pairs', hex(secret).replaceAll(/..(?=.)/g, '$& ')],
    ['with colons', hex(secret).replaceAll(/..(?=.)/g, '$&:')],
    ['with commas', hex(secret).replaceAll(/..(?=.)/g, '$&,')],
    ['in lines', hex(secret).replaceAll(/..(?=.)/g, '$&\n')],
    ['as numbers of a program', hex(secret).replaceAll(/..(?=.)/g, '$& 0x')]
  ])('SEC-11-11 is decoded %s', (_how, text) => {
    expect(textOf(`see: ${text}.`)).toContain(secret)
  })

  it('is decoded where it is cut inside a letter', () => {
    expect(textOf(hex('naïve café ☕').slice(0, -2))).toBe('naïve café ')
  })

  it('is decoded from twelve bytes on', () => {
    expect(textOf(hex('twelve bytes').replaceAll(/..(?=.)/g, '$& '))).toBe('twelve bytes')
    expect(textOf(hex('eleven byte').replaceAll(/..(?=.)/g, '$& '))).toBeNull()
  })

  it('is decoded between binary data', () => {
    const bytes = Buffer.concat([Buffer.from([0, 1, 255, 3]), Buffer.from(secret), Buffer.from([0, 254])])
    expect(textOf(bytes.toString('hex').replaceAll(/..(?=.)/g, '$& '))).toBe(secret)
  })
})

describe('mapping decoded letters to positions', () => {
  it.each([
    ['in base64', (text: string) => base64(text), 4 / 3],
    ['in hexadecimal digits', (text: string) => hex(text), 2],
    ['in pairs of them', (text: string) => hex(text).replaceAll(/..(?=.)/g, '$& '), 3],
    [
      'in base64 between binary data',
      (text: string) =>
        Buffer.concat([Buffer.from([0, 255, 1]), Buffer.from(text), Buffer.from([0])]).toString('base64'),
      4 / 3
    ],
    ['in units of two bytes', (text: string) => Buffer.from(text, 'utf16le').toString('base64'), 8 / 3],
    [
      'in hexadecimal digits between binary data',
      (text: string) => `0001ff ${hex(text).replaceAll(/..(?=.)/g, '$& ')}`.replace('0001ff', '00 01 ff'),
      3
    ]
  ])('is exact %s', (_how, encode, share) => {
    const text = 'a text of exactly 42 letters for all of it'
    const written = `>> ${encode(text)} <<`
    const found = encodedBytes(written)
    const from = found?.text.indexOf(text) ?? -1
    expect(from).toBeGreaterThanOrEqual(0)
    const places = [...(found?.places ?? [])].slice(from, from + text.length + 1)
    const first = written.indexOf(encode(text)) + encode(text).length - Math.round(share * text.length)
    for (const [at, place] of places.entries())
      expect(Math.abs(place - (first + at * share))).toBeLessThanOrEqual(share + 4)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(found?.places?.length).toBe((found?.text.length ?? 0) + 1)
  })

  it('stays within the text and near the source, for any encoding', () => {
    for (const seed of seeds(100)) {
      const random = createStepRandom(seed)
      const text = Array.from({ length: 20 + random(40) }, () => String.fromCharCode(97 + random(26))).join(
        ''
      )
      const before = '. '.repeat(random(5))
      const isHex = random(2) === 0
      const written = before + (isHex ? hex(text).replaceAll(/..(?=.)/g, '$&:') : base64(text))
      const found = encodedBytes(written)
      expect(found?.text).toBe(text)
      const places = [...(found?.places ?? [])]
      expect(places[0]).toBe(before.length)
      expect(places.at(-1)).toBeLessThanOrEqual(written.length)
      expect(places.at(-1)).toBeGreaterThan(written.length - 6)
    }
  })

  it('begins at the first letter between binary data, to within a letter or two', () => {
    const text = 'lanterns behind the door'
    for (const before of [3, 30, 90]) {
      const bytes = Buffer.concat([Buffer.alloc(before, 255), Buffer.from(text), Buffer.from([255])])
      const found = encodedBytes(bytes.toString('base64'))
      const at = found?.text.indexOf(text) ?? -1
      expect(Math.abs((found?.places?.[at] ?? 0) - (before * 4) / 3)).toBeLessThanOrEqual(6)
    }
  })

  it('is exact in units of two bytes, also after other letters', () => {
    const text = 'lanterns behind the door'
    const bytes = Buffer.concat([Buffer.alloc(60, 255), Buffer.from(text, 'utf16le')])
    const found = encodedBytes(bytes.toString('base64'))
    const at = found?.text.indexOf(text) ?? -1
    expect(at).toBeGreaterThanOrEqual(0)
    expect(Math.abs((found?.places?.[at] ?? 0) - 80)).toBeLessThanOrEqual(6)
    expect(Math.abs((found?.places?.[at + 12] ?? 0) - 112)).toBeLessThanOrEqual(6)
  })

  it('begins at the source of each of several texts', () => {
    const [one, other] = [base64('first secret'), base64('other secret')]
    const written = `${one} and ${other}`
    const places = [...(encodedBytes(written)?.places ?? [])]
    expect(places[0]).toBe(0)
    expect(places[12]).toBe(written.indexOf(other))
    expect(places.at(-1)).toBe(written.length)
    const parts = [...(encodedBytes(base64('the door c') + base64('ode is 7391'))?.places ?? [])]
    expect(parts[10]).toBe(base64('the door c').length)
  })
})
