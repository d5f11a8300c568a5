/** Schemas of tools in other forms than JSON Schema. */
import { describe, expect, it } from 'vitest'
import { normalizeInputSchema, normalizeOutputSchema } from './normalize-schema'
import { findSchemaProblem } from './schema-check'

const withProperty = (property: unknown) => ({ type: 'object', properties: { a: property } })
const propertyOf = (schema: unknown) => (schema as { properties: { a: unknown } }).properties.a

describe('the schema of an input', () => {
  it.each<[string, unknown]>([
    ['that is missing', undefined],
    ['that is null', null],
    ['that is an empty list', []],
    ['that is empty', {}],
    ['that is true', true],
    ['without a type', { type: null }],
    ['whose type is a list', { type: ['object', 'null'] }],
    ['whose type is in capitals', { type: 'OBJECT' }],
    ['that is a JSON string', '{"type":"object"}']
  ])('accepts any object if it is one %s', (_what, given) => {
    expect(normalizeInputSchema(given)).toEqual({ type: 'object' })
  })

  it('gets its type if it has properties and no type', () => {
    expect(normalizeInputSchema({ properties: { a: { type: 'string' } } })).toEqual(
      withProperty({ type: 'string' })
    )
  })

  it.each<[string, unknown]>([
    ['text', 'no schema'],
    ['a number', 5],
    ['a list', [1]],
    ['of another type', { type: 'string' }]
  ])('stays unusable if it is %s', (_what, given) => {
    expect(findSchemaProblem(normalizeInputSchema(given))).not.toBeNull()
  })

  it.each<[string, object, object]>([
    ['properties as an empty list', { properties: [] }, { properties: {} }],
    ['properties that are null', { properties: null }, {}],
    ['required that is null', { required: null }, {}],
    ['required as an empty object', { required: {} }, { required: [] }],
    ['required as a single name', { required: 'a' }, { required: ['a'] }],
    ['required with gaps', { required: { 0: 'a', 2: 'b' } }, { required: ['a', 'b'] }],
    ['definitions as an empty list', { $defs: [], definitions: [] }, { $defs: {}, definitions: {} }],
    ['additional properties as a string', { additionalProperties: 'false' }, { additionalProperties: false }],
    ['additional properties as an empty list', { additionalProperties: [] }, { additionalProperties: {} }],
    ['alternatives that are null', { anyOf: null, allOf: {}, oneOf: [] }, {}],
    ['an unknown dialect', { $schema: 'urn:of-our-own' }, { $schema: 'urn:of-our-own' }],
    ['a dialect that is null', { $schema: null, $id: null }, {}]
  ])('is repaired if it has %s', (_what, given, expected) => {
    expect(normalizeInputSchema({ type: 'object', ...given })).toEqual({ type: 'object', ...expected })
  })

  it.each<[string, unknown, unknown]>([
    ['is null', null, {}],
    ['is an empty list', [], {}],
    ['is the name of a type', 'int', { type: 'integer' }],
    ['has the type of another language', { type: 'Str' }, { type: 'string' }],
    ['has types of other languages', { type: ['float', 'NULL'] }, { type: ['number', 'null'] }],
    ['has an unknown type', { type: 'banana', title: 'A' }, { title: 'A' }],
    [
      'has null members',
      { type: 'string', format: null, pattern: null, enum: null, default: null },
      { type: 'string', default: null }
    ],
    ['has limits as strings', { minLength: '1', maximum: '2.5' }, { minLength: 1, maximum: 2.5 }],
    ['has limits as names', { minimum: 'one', maxItems: -1, multipleOf: 0 }, {}],
    [
      'has limits of the fourth draft',
      { minimum: 0, exclusiveMinimum: true },
      { minimum: 0, exclusiveMinimum: true }
    ],
    ['has a pattern of another language', { type: 'string', pattern: '(?i)tea' }, { type: 'string' }],
    ['is nullable', { type: 'string', nullable: 'true' }, { type: 'string', nullable: true }],
    ['has an enum that is an object', { enum: { 0: 'a', 1: 'b' } }, { enum: ['a', 'b'] }],
    ['has items as an empty list', { type: 'array', items: [] }, { type: 'array', items: {} }],
    ['has items that are null', { type: 'array', items: null }, { type: 'array' }],
    [
      'has items with invalid members',
      { type: 'array', items: { properties: [] } },
      { type: 'array', items: { properties: {} } }
    ],
    [
      'is a tuple of the older drafts',
      { items: [{ type: 'str' }, true] },
      { items: [{ type: 'string' }, true] }
    ],
    [
      'has alternatives with invalid schemas',
      { anyOf: [{ type: 'int' }, []] },
      { anyOf: [{ type: 'integer' }, {}] }
    ]
  ])('is repaired in a property that %s', (_what, given, expected) => {
    const mended = normalizeInputSchema(withProperty(given))
    expect(propertyOf(mended)).toEqual(expected)
    expect(findSchemaProblem(mended)).toBeNull()
  })

  it('collects the `required` flags of the third draft in one list', () => {
    const given = {
      type: 'object',
      properties: { a: { required: true }, b: { required: false }, c: {} },
      required: ['c']
    }
    expect(normalizeInputSchema(given)).toEqual({
      type: 'object',
      properties: { a: {}, b: {}, c: {} },
      required: ['c', 'a']
    })
  })

  it('is the same object if it is valid', () => {
    const properties = {
      required: { type: 'boolean' },
      type: { enum: [null, 1] },
      $ref: { $ref: '#/$defs/x' }
    }
    const schema = { properties, type: 'object', required: ['type'], $defs: { x: { 'x-order': null } } }
    const mended = normalizeInputSchema(schema)
    expect(mended).toEqual(schema)
    expect((mended as typeof schema).properties).toBe(properties)
  })

  it('is skipped if it is endless', () => {
    let deep: object = {}
    for (let level = 0; level < 10_000; level += 1) deep = { properties: { a: deep } }
    const schema = { type: 'object', ...deep }
    expect(normalizeInputSchema(schema)).toBe(schema)
  })

  it('keeps a property that is named like a property of every object', () => {
    const given = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"int"}}}') as object
    expect(JSON.stringify(normalizeInputSchema(given))).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"integer"}}}'
    )
  })
})

it('is dropped for a result if it is null, a list, or true', () => {
  for (const given of [undefined, null, [], true, 'none']) expect(normalizeOutputSchema(given)).toBeNull()
  expect(normalizeOutputSchema({ type: 'array', items: null })).toEqual({ type: 'array' })
})
