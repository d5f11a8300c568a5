/** Which checks run at once: never one that could take long. */
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../contract/json'
import { renderEnglish } from '../../testing/in-english'
import { isQuick } from './quick-fit'
import { quickFirst } from './schema-checks'
import type { Fit } from './schema-fit'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more
})
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
const nested = (levels: number): JsonValue => {
  let value: JsonValue = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

describe('a check that runs at once', () => {
  it.each<[string, JsonObject]>([
    ['texts and numbers', object({ a: { type: 'string', minLength: 1 }, b: { type: 'number', minimum: 1 } })],
    ['a list of choices', object({ mode: { enum: ['fast', 'slow'] } }, { required: ['mode'] })],
    ['lists in objects', object({ all: { type: 'array', items: object({ x: true }) } })]
  ])('%s', (_name, schema) => {
    expect(isQuick({ schema, value: { a: 'x', mode: 'fast', all: [{ x: 1 }] } })).toBe(true)
  })
})

describe('a check that may take long runs on a thread that can be ended', () => {
  it.each<[string, JsonObject]>([
    ['a pattern', object({ a: { pattern: '^(a+)+$' } })],
    ['a pattern of names', object({}, { patternProperties: { '^(a+)+$': true } })],
    ['a format', object({ a: { format: 'email' } })],
    ['a reference', object({ a: { $ref: '#' } })],
    ['values that must differ', object({ a: { type: 'array', uniqueItems: true } })],
    ['a choice of alternatives', object({ a: { anyOf: [{}, {}] } })],
    ['an unknown keyword', object({ a: { 'x-more': { pattern: '^(a+)+$' } } })],
    ['a keyword deep within', object({ a: { items: { additionalProperties: { not: {} } } } })],
    ['very many parts', object(Object.fromEntries(many(300, (at) => [`p${at}`, {}])))],
    ['very many choices', object({ a: { enum: many(300, String) } })],
    ['choices that are not plain values', object({ a: { enum: [[1]] } })],
    ['a constant that is not a plain value', object({ a: { const: { b: 1 } } })],
    ['invalid properties', { type: 'object', properties: ['a'] }]
  ])('%s', (_name, schema) => {
    expect(isQuick({ schema, value: { a: 1 } })).toBe(false)
  })

  it.each<[string, JsonValue]>([
    ['a long text', { a: 'x'.repeat(30_000) }],
    ['a long name', { ['x'.repeat(30_000)]: 1 }],
    ['many values', many(600, (at) => at)],
    ['deeply nested values', nested(5_000)]
  ])('is not made for a value with %s', (_name, value) => {
    expect(isQuick({ schema: { type: 'object' }, value })).toBe(false)
  })
})

describe('a check of the clients', () => {
  it('uses no thread for quick checks and gives the same result', async () => {
    const asked: Fit[] = []
    const checks = quickFirst({
      find: async (_owner, fit) => (asked.push(fit), []),
      close: async () => {}
    })
    const schema = object({ a: { type: 'string' } }, { required: ['a'] })
    const problems = await checks.find('server', { schema, value: {}, which: 'input' })
    expect(renderEnglish(problems)).toEqual([{ path: '/a', message: 'Is missing.' }])
    expect(asked).toEqual([])
    const slow: Fit = { schema: object({ a: { pattern: 'b' } }), value: { a: 'c' }, which: 'input' }
    expect(await checks.find('server', slow)).toEqual([])
    expect(asked).toEqual([slow])
  })
})
