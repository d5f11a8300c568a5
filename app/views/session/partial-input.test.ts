import { expect, it } from 'vitest'
import { readPartialInput } from './partial-input'

it.each<readonly [text: string, input: object | null]>([
  ['', null],
  ['[1', null],
  ['"a', null],
  ['{', {}],
  ['{"ci', {}],
  ['{"city"', {}],
  ['{"city":', {}],
  ['{"city":"Os', { city: 'Os' }],
  ['{"city":"Oslo"', { city: 'Oslo' }],
  ['{"city":"a\\', { city: 'a' }],
  ['{"city":"a\\\\', { city: 'a\\' }],
  ['{"city":"a\\u00e', { city: 'a' }],
  ['{"city":"a\\u00e9', { city: 'aé' }],
  ['{"city":"a\\"b', { city: 'a"b' }],
  ['{"count":12', {}],
  ['{"count":12,', { count: 12 }],
  ['{"isOn":tru', {}],
  ['{"isOn":true}', { isOn: true }],
  ['{"a":1,"b":[1,2', { a: 1, b: [1] }],
  ['{"a":{"b":["x","y', { a: { b: ['x', 'y'] } }],
  ['{"a":[{"b":1},{"c', { a: [{ b: 1 }, {}] }],
  ['{"a":"}{][,:"', { a: '}{][,:' }],
  ['{"a","b', null]
])('reads the beginning %j', (text, input) => {
  expect(readPartialInput(text)).toEqual(input)
})

it('reads every beginning of an object, and never more than it has', () => {
  const whole = { city: 'Os"lo', days: [1, 2.5, { name: 'a\\b' }], isOn: true, none: null }
  const text = JSON.stringify(whole)
  const names = [...text].map((_character, at) => Object.keys(readPartialInput(text.slice(0, at + 1)) ?? {}))
  expect(names.every((list) => list.every((name) => name in whole))).toBe(true)
  expect(readPartialInput(text)).toEqual(whole)
})
