import { describe, expect, it } from 'vitest'
import { readAll, readings } from './decode'

const secret = 'the door code is 7391-blue'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const textsOf = (text: string) => readings(text).map((reading) => reading.text)

describe('decoding a text', () => {
  it('returns the text itself first', () => {
    expect(readings('plain words')).toEqual([{ text: 'plain words', places: null }])
    expect(readings(base64(secret))[0]).toEqual({ text: base64(secret), places: null })
  })

  it('returns what it contains escaped and encoded', () => {
    expect(textsOf(`a%20b ${base64(secret)}`)).toContain(secret)
    expect(textsOf('a%20b')).toEqual(['a%20b', 'a b'])
  })

  it.each([1, 2, 3, 4, 5])('returns what was encoded %i times', (times) => {
    let text = secret
    for (let time = 0; time < times; time++) text = time % 2 === 0 ? hex(text) : base64(text)
    expect(textsOf(text)).toContain(secret)
  })

  it('reports more text where it was encoded more than eight times', () => {
    let text = secret
    for (let time = 0; time < 8; time++) text = base64(text)
    expect(readAll(text)).toMatchObject({ isWhole: true })
    expect(textsOf(text)).toContain(secret)
    const { all, isWhole } = readAll(base64(text))
    expect(isWhole).toBe(false)
    expect(all.map((reading) => reading.text)).toContain(base64(secret))
    expect(all.map((reading) => reading.text)).not.toContain(secret)
  })

  it('reads data that is not text to the end: a picture, checksums, numbers', () => {
    const bytes = Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * at * 2_654_435_761) >>> 11))
    for (const text of [bytes.toString('base64'), bytes.toString('hex'), [...bytes].join(', ')])
      expect(readAll(text).isWhole).toBe(true)
  })

  it('returns each text once, however it was encoded', () => {
    const texts = textsOf('a%2520b')
    expect(texts).toEqual(['a%2520b', 'a%20b', 'a b'])
    const twice = textsOf(`${base64(secret)}`)
    expect(new Set(twice).size).toBe(twice.length)
  })

  it('limits a text that decodes to more and more', () => {
    let text = 'x'.repeat(3_000)
    for (let time = 0; time < 4; time++) text = base64(`${text}%41`)
    const all = textsOf(text).slice(1)
    expect(all.reduce((sum, one) => sum + one.length, 0)).toBeLessThanOrEqual(12 * text.length)
  })

  it('stops at twelve times the length, returns what came before, and reports that there is more', () => {
    // Each part is read again at every level, so much more comes out than went in.
    let text = Array.from({ length: 60 }, (_, at) => `words number ${at} of many `).join('')
    for (let level = 0; level < 3; level++) text = `${text}%252525252541 ${hex(text)} `
    const { all, isWhole } = readAll(text)
    const sum = all.slice(1).reduce((total, one) => total + one.text.length, 0)
    expect(isWhole).toBe(false)
    expect(all.length).toBeGreaterThan(8)
    expect(sum).toBeGreaterThan(6 * text.length)
    expect(sum).toBeLessThanOrEqual(12 * text.length)
  })

  it('returns a text that decodes to itself only once', () => {
    const texts = textsOf(String.raw`a\+b\+c`)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('allows a short text to decode to more', () => {
    expect(textsOf(hex(hex(hex(secret))))).toContain(secret)
  })
})

describe('each letter keeps its position in the outermost text', () => {
  it('maps through one encoding', () => {
    const [, inner] = readings('x%20%20y')
    expect(inner?.text).toBe('x  y')
    expect([...(inner?.places ?? [])]).toEqual([0, 1, 1, 7, 8])
  })

  it('maps through several encodings', () => {
    const written = `to: ${hex(encodeURIComponent('a b'.repeat(8)))}`
    const inner = readings(written).find(({ text }) => text === 'a b'.repeat(8))
    const places = [...(inner?.places ?? [])]
    expect(places).toHaveLength(25)
    expect(places[0]).toBe(4)
    expect(places[1]).toBe(6) // after the two digits of a
    expect(places[2]).toBe(12) // after the six characters of %20
    expect(places.at(-1)).toBe(written.length)
  })
})
