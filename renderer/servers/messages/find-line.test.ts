import { expect, it } from 'vitest'
import { findLine } from './find-line'

const value = { a: { list: [1, { deep: true }], 'x/y~z': 2 }, empty: {}, last: [[], 'end'] }
const lines = JSON.stringify(value, null, 2).split('\n')

it.each([
  ['', '{'],
  ['/a', '"a": {'],
  ['/a/list', '"list": ['],
  ['/a/list/0', '1,'],
  ['/a/list/1/deep', '"deep": true'],
  ['/a/x~1y~0z', '"x/y~z": 2'],
  ['/empty', '"empty": {},'],
  ['/last/1', '"end"'],
  ['/a/missing', '"a": {']
])('finds the line of %s', (pointer, text) => {
  expect(lines[findLine(value, pointer)]?.trim()).toBe(text)
})
