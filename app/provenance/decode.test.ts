import { describe, expect, it } from 'vitest'
import { readAll, readings } from './decode'

const secret = 'the door code is 7391-blue'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const textsOf = (text: string) => readings(text).map((reading) => reading.text)

describe('what can be read out of a text', () => {
  it('is the text itself first', () => {
    expect(readings('plain words')).toEqual([{ text: 'plain words', places: null }])
    expect(readings(base64(secret))[0]).toEqual({ text: base64(secret), places: null })
  })

  it('is what it holds escaped, and encoded', () => {
    expect(textsOf(`a%20b ${base64(secret)}`)).toContain(secret)
    expect(textsOf('a%20b')).toEqual(['a%20b', 'a b'])
  })

  it.each([1, 2, 3, 4, 5])('is what was encoded %i times', (times) => {
    let text = secret
    for (let time = 0; time < times; time++) text = time % 2 === 0 ? hex(text) : base64(text)
    expect(textsOf(text)).toContain(secret)
  })

  it('says that there is more where it was encoded more than eight times', () => {
    let text = secret
    for (let time = 0; time < 8; time++) text = base64(text)
    expect(readAll(text)).toMatchObject({ isWhole: true })
    expect(textsOf(text)).toContain(secret)
    const { all, isWhole } = readAll(base64(text))
    expect(isWhole).toBe(false)
    expect(all.map((reading) => reading.text)).toContain(base64(secret))
    expect(all.map((reading) => reading.text)).not.toContain(secret)
  })

  it('is read to the end where it is no text: a picture, sums, numbers', () => {
    const bytes = Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * at * 2_654_435_761) >>> 11))
    for (const text of [bytes.toString('base64'), bytes.toString('hex'), [...bytes].join(', ')])
      expect(readAll(text).isWhole).toBe(true)
  })

  it('comes once, however it was come by', () => {
    const texts = textsOf('a%2520b')
    expect(texts).toEqual(['a%2520b', 'a%20b', 'a b'])
    const twice = textsOf(`${base64(secret)}`)
    expect(new Set(twice).size).toBe(twice.length)
  })

  it('is bounded for a text that unfolds without end', () => {
    let text = 'x'.repeat(3_000)
    for (let time = 0; time < 4; time++) text = base64(`${text}%41`)
    const all = textsOf(text).slice(1)
    expect(all.reduce((sum, one) => sum + one.length, 0)).toBeLessThanOrEqual(12 * text.length)
  })

  it('stops where twelve times as much has come out, says what came before and that there is more', () => {
    // Each part is read again at every level: what comes out is much more than what went in.
    let text = Array.from({ length: 60 }, (_, at) => `words number ${at} of many `).join('')
    for (let level = 0; level < 3; level++) text = `${text}%252525252541 ${hex(text)} `
    const { all, isWhole } = readAll(text)
    const sum = all.slice(1).reduce((total, one) => total + one.text.length, 0)
    expect(isWhole).toBe(false)
    expect(all.length).toBeGreaterThan(8)
    expect(sum).toBeGreaterThan(6 * text.length)
    expect(sum).toBeLessThanOrEqual(12 * text.length)
  })

  it('is no text twice, where it decodes to itself', () => {
    const texts = textsOf(String.raw`a\+b\+c`)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('has room for a short text that unfolds', () => {
    expect(textsOf(hex(hex(hex(secret))))).toContain(secret)
  })
})

describe('each letter knows where it stood in the outermost text', () => {
  it('through one encoding', () => {
    const [, inner] = readings('x%20%20y')
    expect(inner?.text).toBe('x  y')
    expect([...(inner?.places ?? [])]).toEqual([0, 1, 1, 7, 8])
  })

  it('through several', () => {
    const written = `to: ${hex(encodeURIComponent('a b'.repeat(8)))}`
    const inner = readings(written).find(({ text }) => text === 'a b'.repeat(8))
    const places = [...(inner?.places ?? [])]
    expect(places).toHaveLength(25)
    expect(places[0]).toBe(4)
    expect(places[1]).toBe(6) // behind the two digits of a
    expect(places[2]).toBe(12) // behind the six of %20
    expect(places.at(-1)).toBe(written.length)
  })
})
