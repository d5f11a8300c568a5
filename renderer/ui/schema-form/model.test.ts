import { describe, expect, it } from 'vitest'
import { initialArguments } from './initial'
import type { Json, JsonRecord } from './json'
import { childPointer, isSameJson, messagesWithin, readOwn, withKey } from './json'
import { describeField, fieldLimits, parseNumberField } from './model'

function kindOf(schema: Json, value?: Json, root: JsonRecord = {}) {
  return describeField(schema, value, { root, depth: 0 }).control.kind
}

function controlOf(schema: Json, value?: Json, root: JsonRecord = {}) {
  return describeField(schema, value, { root, depth: 0 }).control
}

function notesOf(schema: Json) {
  return describeField(schema, undefined, { root: {}, depth: 0 }).notes
}

describe('the control of a schema', () => {
  it.each<[Json, string]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'number' }, 'number'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ enum: ['a', 'b'] }, 'choice'],
    [{ const: 3 }, 'constant'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ type: 'object', properties: { a: {} } }, 'object'],
    [{ properties: { a: {} } }, 'object'],
    [{ oneOf: [{ type: 'string' }, { type: 'object' }] }, 'variants'],
    [{ type: ['string', 'number'] }, 'variants'],
    [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, 'choice'],
    [true, 'json'],
    [{}, 'json'],
    [false, 'json'],
    [{ type: 'object' }, 'json'],
    [{ type: 'null' }, 'json'],
    [{ type: 'colour' }, 'json'],
    [{ type: 12 }, 'json'],
    ['no schema', 'json'],
    [null, 'json']
  ])('draws %j as %s', (schema, kind) => {
    expect(kindOf(schema)).toBe(kind)
  })

  it('uses the input that fits the format', () => {
    expect(controlOf({ type: 'string', format: 'date' })).toEqual({ kind: 'text', input: 'date' })
    expect(controlOf({ type: 'string', maxLength: 5_000 })).toEqual({ kind: 'text', input: 'lines' })
    expect(controlOf({ type: 'string', format: 'email' })).toEqual({ kind: 'text', input: 'line' })
  })

  it('separates null from types, choices and variants', () => {
    for (const schema of [
      { type: ['string', 'null'] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { type: 'string', nullable: true }
    ]) {
      expect(kindOf(schema)).toBe('text')
      expect(notesOf(schema).isNullable).toBe(true)
    }
    expect(controlOf({ enum: ['a', null] })).toEqual({ kind: 'choice', choices: ['a'] })
    expect(kindOf({ oneOf: [{ type: 'string' }, { type: 'null' }, { type: 'array' }] })).toBe('variants')
  })

  it('ELIC-10 ELIC-11 ELIC-13: finds the titles of choices in every form', () => {
    const named = { choices: ['a', 'b'], labels: ['Ah', 'Be'] }
    const members = [
      { const: 'a', title: 'Ah' },
      { const: 'b', title: 'Be' }
    ]
    const items = { type: 'array', items: { anyOf: members } }
    expect(controlOf({ enum: ['a', 'b'], enumNames: ['Ah', 'Be'] })).toEqual({ kind: 'choice', ...named })
    expect(controlOf({ type: 'string', oneOf: members })).toEqual({ kind: 'choice', ...named })
    expect(controlOf(items)).toEqual({ kind: 'choices', ...named })
    expect(controlOf({ enum: ['a', 'b'], enumNames: ['Ah'] })).toEqual({
      kind: 'choice',
      choices: ['a', 'b']
    })
    expect(controlOf({ enum: ['a', null], enumNames: ['Ah', 'None'] })).toEqual({
      kind: 'choice',
      choices: ['a'],
      labels: ['Ah']
    })
  })

  it('ELIC-12: draws checkboxes only if they can show the list without changing it', () => {
    const schema: Json = { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }
    expect(kindOf(schema)).toBe('choices')
    expect(kindOf(schema, ['b', 'a'])).toBe('choices')
    expect(kindOf(schema, ['a', 'a'])).toBe('list')
    expect(kindOf(schema, ['c'])).toBe('list')
    expect(kindOf({ type: 'array', items: { enum: ['a', 'a'] } })).toBe('list')
    expect(kindOf({ type: 'array', items: { enum: [] } })).toBe('list')
  })

  it('describes the limits, the format and the default', () => {
    expect(notesOf({ type: 'integer', minimum: 1, maximum: 10, default: 5 })).toMatchObject({
      hint: '1 to 10',
      defaultText: '5'
    })
    expect(notesOf({ type: 'string', format: 'date-time' }).hint).toContain('2026-03-31T14:05:00Z')
    expect(notesOf({ type: 'string', maxLength: 20, minLength: 0 }).hint).toBe('0 to 20 characters')
    expect(notesOf({ type: 'string', minLength: 1 }).hint).toBe('At least 1 character')
    expect(notesOf({ type: 'string', minLength: 8 }).hint).toBe('At least 8 characters')
    expect(notesOf({ type: 'string', pattern: '^[a-z]+$' }).hint).toBe('Must match ^[a-z]+$')
    expect(
      notesOf({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }).hint
    ).toBe(null)
  })
})

describe('references', () => {
  const root = {
    $defs: {
      name: { type: 'string', title: 'Name' },
      loop: { $ref: '#/$defs/loop' },
      'a/b': { type: 'boolean' }
    }
  }

  it('follows local references and joins their sibling keywords', () => {
    const field = describeField({ $ref: '#/$defs/name', description: 'Who' }, undefined, { root, depth: 0 })
    expect(field.control.kind).toBe('text')
    expect(field.notes).toMatchObject({ title: 'Name', description: 'Who' })
    expect(kindOf({ $ref: '#/$defs/a~1b' }, undefined, root)).toBe('boolean')
  })

  it.each([
    'https://example.com/schema.json',
    'file:///etc/passwd',
    '#/$defs/missing',
    '#/$defs/loop',
    '#/%',
    '__proto__'
  ])('draws %s as JSON', ($ref) => {
    expect(kindOf({ $ref }, undefined, root)).toBe('json')
  })

  it('unfolds a recursive schema one level at a time', () => {
    const tree: JsonRecord = { type: 'object', properties: { child: { $ref: '#' } } }
    const control = controlOf(tree, undefined, tree)
    expect(control).toMatchObject({ kind: 'object', properties: [{ name: 'child', schema: { $ref: '#' } }] })
    expect(
      describeField({ $ref: '#' }, undefined, { root: tree, depth: fieldLimits.depth + 1 }).control.kind
    ).toBe('json')
  })

  it('stops at a schema that doubles at every step', () => {
    const levels = Array.from({ length: 40 }, (_, index): [string, Json] => [
      `l${index}`,
      { allOf: [{ $ref: `#/$defs/l${index + 1}` }, { $ref: `#/$defs/l${index + 1}` }] }
    ])
    expect(kindOf({ $ref: '#/$defs/l0' }, undefined, { $defs: Object.fromEntries(levels) })).toBe('json')
  })

  it('joins allOf', () => {
    const control = controlOf({
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: {} } }
      ]
    })
    expect(control).toMatchObject({
      properties: [
        { name: 'a', isRequired: true },
        { name: 'b', isRequired: false }
      ]
    })
  })
})

describe('values that the form must not change', () => {
  it.each<[Json, Json]>([
    [{ type: 'string' }, 5],
    [{ type: 'string' }, 'line\r\nline'],
    [{ type: 'string', format: 'date' }, '31.12.2026'],
    [{ type: 'string', format: 'date' }, '2026-02-31'],
    [{ type: 'number' }, '12'],
    [{ type: 'boolean' }, 'true'],
    [{ type: 'array' }, { length: 1 }],
    [{ type: 'object', properties: { a: {} } }, []],
    [{ type: 'object', properties: { a: {} } }, null],
    [{ type: 'string' }, null]
  ])('draws %j with %j as JSON', (schema, value) => {
    expect(kindOf(schema, value)).toBe('json')
  })

  it('keeps the number control while an incomplete number is typed', () => {
    expect(kindOf({ type: 'number' }, '-')).toBe('number')
    expect(kindOf({ type: 'number' }, '1e')).toBe('number')
  })

  it('draws a very long list as JSON', () => {
    expect(
      kindOf(
        { type: 'array' },
        Array.from({ length: fieldLimits.items + 1 }, () => 1)
      )
    ).toBe('json')
  })
})

describe('variants', () => {
  const shapes: Json = {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
        required: ['kind']
      },
      { title: 'Square', type: 'object', properties: { kind: { const: 'square' } }, required: ['kind'] }
    ]
  }

  it('finds the one that the value belongs to and names each', () => {
    const control = controlOf(shapes, { kind: 'square' })
    expect(control).toMatchObject({
      kind: 'variants',
      fitting: 1,
      variants: [{ name: 'kind: circle' }, { name: 'Square' }]
    })
  })

  it('chooses none without a value, and none for a value that fits none', () => {
    expect(controlOf(shapes)).toMatchObject({ fitting: -1 })
    expect(controlOf(shapes, { kind: 'star' })).toMatchObject({ fitting: -1 })
  })

  it('does not try every combination of variants of variants', () => {
    let nested: Json = { type: 'number' }
    for (let level = 0; level < 5; level += 1) nested = { anyOf: Array.from({ length: 50 }, () => nested) }
    // All 300 million of them would exceed the time limit of the test.
    expect(controlOf(nested, 'x').kind).toBe('variants')
  })

  it('tolerates variants that refer to themselves', () => {
    const root: JsonRecord = { $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'string' }] } } }
    expect(controlOf({ $ref: '#/$defs/a' }, 'x', root)).toMatchObject({ kind: 'variants', fitting: 0 })
  })
})

describe('hostile names and sizes', () => {
  it('treats __proto__ and constructor as ordinary names', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}}}'
    )
    const control = controlOf(schema)
    expect(control.kind === 'object' && control.properties.map(({ name }) => name)).toEqual([
      '__proto__',
      'constructor'
    ])
    expect(readOwn({}, 'constructor')).toBeUndefined()
    const changed = withKey({}, '__proto__', { polluted: true })
    expect(JSON.stringify(changed)).toBe('{"__proto__":{"polluted":true}}')
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype)
    expect(JSON.stringify(withKey(changed, '__proto__', undefined))).toBe('{}')
  })

  it('takes no initial value from a prototype', () => {
    const schema = JSON.parse(
      '{"type":"object","required":["__proto__","toString"],"properties":{"__proto__":{"const":1}}}'
    )
    expect(JSON.stringify(initialArguments(schema))).toBe('{"__proto__":1}')
  })

  it('draws the first of ten thousand properties and says there are more', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }])
    )
    const control = controlOf({ type: 'object', properties })
    expect(control.kind === 'object' && control.properties.length).toBe(fieldLimits.properties)
    expect(control).toMatchObject({ hasMore: true })
  })

  it('does not draw a choice of a hundred thousand', () => {
    expect(kindOf({ enum: Array.from({ length: 100_000 }, (_, index) => index) })).toBe('json')
  })

  it('does not follow a schema nested a thousand levels deep', () => {
    let nested: Json = { type: 'string' }
    for (let level = 0; level < 1_000; level += 1) nested = { allOf: [nested] }
    expect(kindOf(nested)).toBe('json')
  })

  it('never runs a pattern', () => {
    expect(controlOf({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`)).toEqual({
      kind: 'text',
      input: 'line'
    })
  })
})

describe('the initial values of a form', () => {
  it('include only what is required and leaves no choice', () => {
    const schema: JsonRecord = {
      type: 'object',
      required: ['kind', 'steps', 'where', 'tags', 'text'],
      properties: {
        kind: { const: 'run' },
        steps: { type: 'integer', default: 5 },
        where: {
          type: 'object',
          required: ['unit'],
          properties: { unit: { enum: ['m'] }, other: { default: 1 } }
        },
        tags: { type: 'array' },
        text: { type: 'string' },
        optional: { default: 'x' }
      }
    }
    expect(initialArguments(schema)).toEqual({ kind: 'run', steps: 5, where: { unit: 'm' }, tags: [] })
  })

  it('are finite for a schema that requires itself', () => {
    const schema: JsonRecord = { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }
    expect(JSON.stringify(initialArguments(schema)).length).toBeLessThan(200)
  })

  it('are empty for an invalid schema', () => {
    expect(initialArguments({ type: 'string' })).toEqual({})
    expect(initialArguments({ $ref: 'https://example.com' })).toEqual({})
  })
})

describe('places', () => {
  it('are pointers that support any key', () => {
    expect(childPointer('/a', 'b/c~d')).toBe('/a/b~1c~0d')
  })

  it('give a message to the nearest drawn control', () => {
    const problems = [
      { path: '/a', message: 'wrong' },
      { path: '/a/x', message: 'has its own control' },
      { path: '/a/y/z', message: 'has none' },
      { path: '/ab', message: 'other place' }
    ]
    expect(messagesWithin(problems, '/a', new Set(['x']))).toEqual(['wrong', '/y/z: has none'])
  })

  it('are compared as JSON', () => {
    expect(isSameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
    expect(isSameJson({ a: 1 }, JSON.parse('{"__proto__":1}'))).toBe(false)
  })
})

describe('numbers', () => {
  it.each<[string, number | null]>([
    ['12', 12],
    [' -1.5 ', -1.5],
    ['1e3', 1_000],
    ['0x10', null],
    ['', null],
    ['1e999', null],
    ['12 apples', null]
  ])('reads %j as %j', (text, value) => {
    expect(parseNumberField(text)).toBe(value)
  })
})
