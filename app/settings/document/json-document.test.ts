import { expect, test } from 'vitest'
import { createLineIndex, formatPath, isBreakage, parseDocument, toJsonValue } from './json-document'
import { toEnglish } from '../../texts/render-localized'

function parse(text: string) {
  const document = parseDocument(text)
  if (isBreakage(document)) throw new Error(toEnglish(document.message))
  return toJsonValue(document.root) as Record<string, unknown>
}

test('ignores a __proto__ key, which neither changes the object nor appears in it', () => {
  const value = parse('{"__proto__": {"polluted": 1}, "a": {"__proto__": [1], "constructor": 2}}')
  expect(value['polluted']).toBeUndefined()
  expect(Object.keys(value)).toEqual(['a'])
  for (const each of [value, value['a']]) expect(Object.getPrototypeOf(each)).toBe(Object.prototype)
  expect(Object.entries(value['a'] as object)).toEqual([['constructor', 2]])
})

test('uses the last of repeated keys', () => {
  expect(parse('{"a": 1, "b": 2, "a": 3}')).toEqual({ a: 3, b: 2 })
})

test('counts positions from 1', () => {
  const at = createLineIndex('ab\r\nc\n\nd')
  expect([0, 1, 4, 6, 7].map((offset) => Object.values(at(offset)))).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
    [3, 1],
    [4, 1]
  ])
})

test('formats paths as users write them', () => {
  expect(formatPath(['mcpServers', 'my notes', 'args', 0])).toBe('mcpServers["my notes"].args[0]')
  expect(formatPath(['mcpServers', 'käse-2', 'env', 'A.B'])).toBe('mcpServers.käse-2.env["A.B"]')
  expect(formatPath([])).toBe('')
})

test.each([
  ['{ "a": 1 "b": 2 }', /line 1, column 10: a comma is missing/],
  ['{\n  a: 1 }', /line 2, column 3/],
  ["{ 'a': 1 }", /line 1, column 3/],
  ['{ "a": [1, 2 }', /line 1, column 14/],
  ['{ "a": 1', /closing brace/],
  ['{} {}', /text after the end of the JSON/],
  ['{ "a": "x\\q" }', /backslash/],
  ['{ "a": True }', /line 1, column 8/],
  ['/* no end', /comment isn't closed|value is expected/]
])('reports where %s breaks and why', (text, message) => {
  const document = parseDocument(text)
  expect(isBreakage(document) ? toEnglish(document.message) : 'taken').toMatch(message)
})
