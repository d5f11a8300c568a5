import { expect, it } from 'vitest'
import { isDistinctive } from './is-distinctive'

it.each([
  ['six letters of two kinds', 'xyxyxy', true],
  ['six letters of one kind, as a line may be drawn with', 'xxxxxx', false],
  ['five letters', 'xyzuv', false],
  ['several short words, whose letters are six together', 'xyz uvw', true],
  ['several short words, whose letters are five together', 'xyz uv', false],
  ['ordinary words beside a short one', 'because they would have been xyz', false],
  ['five different signs', '#$%&*', true],
  ['four different signs, however often', '#$%&#$%&', false],
  ['signs that occur in every text', `: / . , " ' { } [ ] -`, false]
])('judges %s: %j', (_what, words, expected) => {
  expect(isDistinctive(words)).toBe(expected)
})
