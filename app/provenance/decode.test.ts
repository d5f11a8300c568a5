import { describe, expect, it } from 'vitest'
import { readings } from './decode'

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

  it('is not what was encoded six times', () => {
    let text = secret
    for (let time = 0; time < 6; time++) text = base64(text)
    expect(textsOf(text)).not.toContain(secret)
    expect(textsOf(text)).toContain(base64(secret))
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
    expect(all.reduce((sum, one) => sum + one.length, 0)).toBeLessThanOrEqual(6 * text.length)
  })

  it('stops where six times as much has come out, and says what came before', () => {
    // Each part is read again at every level: what comes out is much more than what went in.
    const part = (words: string) => `${words}%2541 ${hex(words.repeat(3))} `
    let text = ''
    for (let at = 0; at < 60; at++) text += part(`words number ${at} of many `)
    const all = readings(text).slice(1)
    const sum = all.reduce((total, one) => total + one.text.length, 0)
    expect(all.length).toBeGreaterThan(1)
    expect(sum).toBeLessThanOrEqual(6 * text.length)
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
