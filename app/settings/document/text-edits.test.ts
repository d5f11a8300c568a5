import { describe, expect, test } from 'vitest'
import { parse } from 'jsonc-parser'
import type { ParseError } from 'jsonc-parser'
import { seeds } from '../../testing/fuzz/seeds'
import {
  readSettingsText,
  removeIfEmpty,
  removeValue,
  renameKey,
  setList,
  setText,
  setValue
} from './text-edits'

describe('setting', () => {
  test.each([
    ['{}', ['a'], 1, '{\n  "a": 1\n}'],
    ['{ "a": 1 }', ['b'], 2, '{ "a": 1, "b": 2 }'],
    ['{\n  "a": 1 // one\n}\n', ['b'], 2, '{\n  "a": 1, // one\n  "b": 2\n}\n'],
    ['{\n    "a": 1, /* one */\n}\n', ['b'], 2, '{\n    "a": 1, /* one */\n    "b": 2,\n}\n'],
    ['{\n  // nothing yet\n}', ['a'], 1, '{\n  // nothing yet\n  "a": 1\n}'],
    ['{\n  "a": {}\n}', ['a', 'b', 'c'], true, '{\n  "a": {\n    "b": {\n      "c": true\n    }\n  }\n}'],
    [
      '{\n  "a": {"x": [1,2]},\n  "b": 3\n}',
      ['b'],
      { c: 4 },
      '{\n  "a": {"x": [1,2]},\n  "b": {\n    "c": 4\n  }\n}'
    ]
  ])('sets a value in %j at %j', (before, path, value, after) => {
    expect(setValue(before, path, value)).toBe(after)
  })

  test('keeps comments of JSON text, and adapts its margin and line ends', () => {
    const before = '{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}'
    expect(setText(before, ['a', 'c'], '{\n  // why\n  "x": 1\n}')).toBe(
      '{\r\n\t"a": {\r\n\t\t"b": 1,\r\n\t\t"c": {\r\n\t\t  // why\r\n\t\t  "x": 1\r\n\t\t}\r\n\t}\r\n}'
    )
  })

  test('keeps only the key that counts of two with the same name', () => {
    expect(setValue('{"a": 1, "a": 2, "b": 3}', ['a'], 4)).toBe('{"a": 4, "b": 3}')
  })

  test("adds nothing to a value that isn't an object", () => {
    expect(() => setValue('{"a": "text"}', ['a', 'b'], 1)).toThrow(/a is no object/)
    expect(() => setValue('[]', ['a'], 1)).toThrow()
  })
})

describe('removing', () => {
  test.each([
    ['{"a": 1}', 'a', '{}'],
    ['{"a": 1,}', 'a', '{}'],
    ['{"a": 1, "b": 2}', 'a', '{"b": 2}'],
    ['{"a": 1, "b": 2}', 'b', '{"a": 1 }'],
    ['{\n  "a": 1, // one\n  // about b\n  "b": 2 // two\n}', 'b', '{\n  "a": 1 // one\n  // about b\n}'],
    ['{\n  "a": 1, // one\n  // about b\n  "b": 2 // two\n}', 'a', '{\n  // about b\n  "b": 2 // two\n}'],
    ['{\n  "a": 1,\n  "b": {\n    "c": 1\n  },\n}\n', 'b', '{\n  "a": 1,\n}\n'],
    ['{"a": 1, "b": 2, "a": 3}', 'a', '{"b": 2 }'],
    ['{"b": 2}', 'a', '{"b": 2}']
  ])('removes from %j the key %s', (before, key, after) => {
    const result = removeValue(before, [key])
    expect(parse(result, [], { allowTrailingComma: true })).toEqual(
      parse(after, [], { allowTrailingComma: true })
    )
    expect(result.replaceAll(' }', '}')).toBe(after.replaceAll(' }', '}'))
  })
})

test("reads the value's own text, or null if there is none", () => {
  expect(readSettingsText('{\n  "a": { // x\n    "b": 1\n  }\n}', ['a'])).toBe('{ // x\n  "b": 1\n}')
  expect(readSettingsText('{"a": 1, "a": 2}', ['a'])).toBe('2')
  expect(readSettingsText('{}', ['a'])).toBeNull()
})

test('renames a key in place', () => {
  expect(renameKey('{ "a" : 1, "b": 2 }', ['a'], 'x "y"')).toBe('{ "x \\"y\\"" : 1, "b": 2 }')
  expect(renameKey('{}', ['a'], 'b')).toBe('{}')
})

/** A small random generator with the same sequence in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/** An object as users write it: comments, trailing commas, unusual layout. */
function writeObject(random: (below: number) => number, depth: number, margin = ''): string {
  const isLine = random(3) === 0
  const inner = isLine ? ' ' : `\n${margin}  `
  const comments = isLine
    ? ['', '/* note */ ']
    : ['', `// note${inner}`, '/* note */ ', `/* two${inner}lines */${inner}`]
  const comment = () => comments[random(comments.length)] ?? ''
  const values = () => ['1', '"a, // no comment }"', '[1, 2]', 'null', '{}'][random(5)] ?? ''
  const keys = ['a', 'b', 'c', 'd'].slice(0, random(5))
  const properties = keys.map((key) => {
    const value = depth > 0 && random(2) === 0 ? writeObject(random, depth - 1, `${margin}  `) : values()
    return `${inner}${comment()}"${key}"${random(2) === 0 ? ' ' : ''}: ${value}`
  })
  const comma = keys.length > 0 && random(3) === 0 ? ',' : ''
  const end = isLine ? ' ' : `${random(2) === 0 ? ' // end' : ''}\n${margin}`
  return `{${properties.join(',')}${comma}${end}}`
}

const parsed = (text: string) => {
  const errors: ParseError[] = []
  const value = parse(text, errors, { allowTrailingComma: true }) as Record<string, unknown>
  expect(errors, text).toEqual([])
  return value
}

test('changes one value and keeps the rest of any file', () => {
  for (const seed of seeds(600)) {
    const random = createRandom(seed)
    const text = writeObject(random, 2)
    const before = parsed(text)
    const key = ['a', 'b', 'c', 'd', 'e'][random(5)] ?? 'a'
    const comments = text.match(/note|two/g)?.length ?? 0

    const set = setValue(text, [key], { new: [1] })
    expect(parsed(set), text).toEqual({ ...before, [key]: { new: [1] } })
    if (!(key in before)) expect(set.match(/note|two/g)?.length ?? 0, text).toBe(comments)

    const { [key]: _removed, ...rest } = before
    expect(parsed(removeValue(text, [key])), text).toEqual(rest)

    const renamed = renameKey(text, [key], 'z')
    expect(Object.keys(parsed(renamed))).toEqual(
      Object.keys(before).map((name) => (name === key ? 'z' : name))
    )

    const json = readSettingsText(text, [key])
    expect(json === null ? undefined : parse(json, [], { allowTrailingComma: true })).toEqual(before[key])
    if (json !== null) expect(parsed(setText(text, [key], json)), text).toEqual(before)

    const nested = setText(text, ['e', 'f'], '{ // why\n  "x": 1\n}')
    expect(parsed(nested), text).toEqual({ ...before, e: { f: { x: 1 } } })
  }
})

describe('a list', () => {
  const listed = '{\n  "roots": [\n    "/a", // mine\n    // of the team\n    "/b",\n    7\n  ]\n}\n'
  test.each([
    ['{}', [], ['/a'], '{\n  "roots": [\n    "/a"\n  ]\n}'],
    ['{"roots": []}', [], ['/a'], '{"roots": [\n  "/a"\n]}'],
    ['{"roots": ["/a", "/b"]}', ['/a', '/b'], ['/a'], '{"roots": ["/a"]}'],
    ['{"roots": ["/a", "/b"]}', ['/a', '/b'], ['/b', '/c', '/c'], '{"roots": ["/b", "/c"]}'],
    ['{"roots": ["/a", "/a"]}', ['/a'], [], '{"roots": []}'],
    ['{"roots": ["/a"], "roots": ["/b"]}', ['/b'], ['/b', '/c'], '{"roots": ["/b", "/c"]}'],
    [listed, ['/a', '/b'], ['/a', '/b'], listed],
    [
      listed,
      ['/a', '/b'],
      ['/a', '/c'],
      '{\n  "roots": [\n    "/a", // mine\n    // of the team\n    7,\n    "/c"\n  ]\n}\n'
    ]
  ])('changes the list in %j from %j to %j', (before, known, wanted, after) => {
    expect(setList(before, ['roots'], { known, wanted })).toBe(after)
  })

  test('replaces changed items in place', () => {
    const before = '{"roots": [\n  "/a", // mine\n  {"path": "/b", "other": 1},\n  {"path": 7}\n]}'
    const keyOf = (item: unknown) => (typeof item === 'object' ? (item as { path: unknown }).path : item)
    const wanted = [{ path: '/a', name: 'A' }, '/b', { path: '/c' }]
    expect(setList(before, ['roots'], { known: ['/a', { path: '/b' }], wanted, keyOf })).toBe(
      '{"roots": [\n  {"path":"/a","name":"A"}, // mine\n  "/b",\n  {"path": 7},\n  {"path":"/c"}\n]}'
    )
  })

  test("replaces a value that isn't a list", () => {
    expect(parse(setList('{"roots": "/a"}', ['roots'], { known: [], wanted: ['/b'] }))).toEqual({
      roots: ['/b']
    })
  })
})

test.each([
  ['{"a": {}, "b": 1}', '{"b": 1}'],
  ['{"a": {\n }, "b": 1}', '{"b": 1}'],
  ['{"a": {"x": 1}}', '{"a": {"x": 1}}'],
  ['{"a": { /* why */ }}', '{"a": { /* why */ }}'],
  ['{"a": 1}', '{"a": 1}']
])('removes an empty object and keeps a comment: %j', (before, after) => {
  expect(removeIfEmpty(before, ['a'])).toBe(after)
})
