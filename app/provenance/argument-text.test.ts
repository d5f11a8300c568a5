import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../contract/json'
import { toLeafOffsets, findArgumentPlaces, toArgumentText } from './argument-text'
import type { ArgumentText } from './argument-text'
import { runToResult, runSteps } from './testing/run-steps'

const read = (args: JsonObject): ArgumentText => runToResult(toArgumentText(args))
const unitsOf = ({ units }: ArgumentText) => String.fromCharCode(...units)
/** Separates texts that don't follow each other. */
const gap = '\ufffe'

describe('converting arguments to one text', () => {
  it('includes values in order, then names, each with its path', () => {
    const { leaves } = read({
      one: 'first',
      long_name_of_a_list: ['second', { inner_name: 'third' }],
      'a/b~c long': 'fourth'
    })
    expect(leaves).toEqual([
      { path: '/one', text: 'first', isName: false },
      { path: '/long_name_of_a_list/0', text: 'second', isName: false },
      { path: '/long_name_of_a_list/1/inner_name', text: 'third', isName: false },
      { path: '/a~1b~0c long', text: 'fourth', isName: false },
      { path: '/long_name_of_a_list', text: 'long_name_of_a_list', isName: true },
      { path: '/a~1b~0c long', text: 'a/b~c long', isName: true },
      { path: '/long_name_of_a_list/1/inner_name', text: 'inner_name', isName: true }
    ])
  })

  it.each<[string, JsonObject, string[]]>([
    ['texts that are not empty', { a: '', b: 'x' }, ['x']],
    [
      'numbers of eight digits and more',
      { a: 1_234_567, b: 12_345_678, c: 0.123456 },
      ['12345678', '0.123456']
    ],
    ['no booleans and no null', { a: true, b: false, c: null, d: [null, true] }, []],
    ['names of eight letters and more', { seven77: 1, eight888: 1 }, ['eight888']],
    ['no list indexes', { a: ['x', 'y', 'z', 'x', 'y', 'z', 'x', 'y', 'z'] }, [...'xyzxyzxyz']],
    ['nothing for empty arguments', {}, []]
  ])('includes %s', (_what, args, expected) => {
    expect(read(args).leaves.map(({ text }) => text)).toEqual(expected)
  })

  it('joins consecutive values, because a text may be split over them, and nothing else', () => {
    expect(unitsOf(read({ a: 'One ', b: 'TWO' }))).toBe('onetwo')
    expect(unitsOf(read({ long_name: 'x', b: 'y' }))).toBe(`xy${gap}long_name`)
    expect(unitsOf(read({ a: 'a%20b', b: 'c' }))).toBe(`a%20bc${gap}ab`)
  })

  it('records where whitespace was', () => {
    expect([...read({ a: 'a b', b: ' c' }).gaps]).toEqual([0, 1, 1])
    expect([...read({ a: 'a', long_name: 'b c' }).gaps].slice(0, 3)).toEqual([0, 0, 1])
  })

  it('reads a long value in sections, and decodes text across their boundary', () => {
    const hidden = 'the door code is 7391-blue'
    const before = '. '.repeat(16_380)
    const written = `${before}${Buffer.from(hidden).toString('base64')} end`
    const text = read({ a: written })
    const asItIs = text.pieces.filter(({ places, isDisguised }) => places === null && isDisguised !== true)
    expect(asItIs.map(({ offset }) => offset)).toEqual([0, 32_768])
    expect(text.pieces.some((piece) => piece.places !== null && piece.text.includes(hidden))).toBe(true)
    expect(asItIs.map((piece) => piece.text).join('')).toBe(written)
    const steps = runSteps(toArgumentText({ a: written })).steps
    expect(steps[0]).toBe(4 * 32_768)
    expect(steps).toContain(4 * (written.length - 32_768))
    expect(Math.max(...steps)).toBe(4 * 32_768)
  })

  it('leaves out everything beyond half a million characters, and says where', () => {
    const long = 'x'.repeat(300_000)
    const { leaves, unread, pieces } = read({ a: long, b: long, c: 'more' })
    expect(unread).toEqual([
      { leaf: leaves[1], start: 200_000 },
      { leaf: leaves[2], start: 0 }
    ])
    const last = pieces.filter(({ leaf }) => leaf === leaves[1]).at(-1)
    expect((last?.offset ?? 0) + (last?.text.length ?? 0)).toBe(200_000)
    expect(read({ a: 'x'.repeat(500_000) }).unread).toEqual([])
  })
})

describe('mapping a passage back to the arguments', () => {
  const wordsAt = (text: ArgumentText, start: number, end: number) =>
    findArgumentPlaces(text, start, end).map((place) => [
      place.leaf.path,
      place.start,
      place.end,
      place.words,
      place.count
    ])

  it('finds its place in the value', () => {
    const text = read({ a: 'The Door code' })
    expect(wordsAt(text, 3, 7)).toEqual([['/a', 4, 8, 'Door', 4]])
    expect(wordsAt(text, 0, 11)).toEqual([['/a', 0, 13, 'The Door code', 11]])
    expect(wordsAt(text, 10, 11)).toEqual([['/a', 12, 13, 'e', 1]])
  })

  it('finds its parts where it was split', () => {
    const text = read({ a: 'the do', b: 'or', c: ' code' })
    expect(wordsAt(text, 3, 9)).toEqual([
      ['/a', 4, 6, 'do', 2],
      ['/b', 0, 2, 'or', 2],
      ['/c', 1, 3, 'co', 2]
    ])
    expect(wordsAt(text, 5, 7)).toEqual([['/b', 0, 2, 'or', 2]])
    expect(wordsAt(text, 7, 8)).toEqual([['/c', 1, 2, 'c', 1]])
  })

  it('finds nothing where there is nothing', () => {
    const text = read({ a: 'one', long_name: 'two' })
    expect(wordsAt(text, 3, 3)).toEqual([])
    expect(wordsAt(text, 6, 7)).toEqual([]) // the separator
  })

  it('counts original characters, not their folded form', () => {
    const text = read({ a: 'ﬁnd ﬁve' })
    expect(wordsAt(text, 0, 8)).toEqual([['/a', 0, 7, 'ﬁnd ﬁve', 6]])
    expect(wordsAt(text, 1, 3)).toEqual([['/a', 0, 2, 'ﬁn', 2]])
  })

  it('maps through decoded text', () => {
    const text = read({ a: 'x=the%20door' })
    const start = unitsOf(text).indexOf('thedoor')
    expect(wordsAt(text, start, start + 7)).toEqual([['/a', 2, 12, 'the door', 7]])
  })

  it('finds the piece of each unit, for any number of pieces', () => {
    const args = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, `v${at}`]))
    const text = read(args)
    let unit = 0
    for (const { path, text: value } of text.leaves) {
      expect(wordsAt(text, unit, unit + value.length)).toEqual([[path, 0, value.length, value, value.length]])
      unit += value.length
    }
  })

  it('stays within the value and is never empty', () => {
    const [piece] = read({ a: 'short' }).pieces
    expect(toLeafOffsets(piece!, 2, 99)).toEqual({ start: 2, end: 5 })
    expect(toLeafOffsets(piece!, 2, 2)).toEqual({ start: 2, end: 3 })
    expect(toLeafOffsets({ ...piece!, places: Int32Array.of(1, 1, 4), offset: 0 }, 0, 2)).toEqual({
      start: 1,
      end: 4
    })
    expect(toLeafOffsets({ ...piece!, offset: 3 }, 0, 1)).toEqual({ start: 3, end: 4 })
  })
})
