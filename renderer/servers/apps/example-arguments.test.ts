import { describe, expect, it } from 'vitest'
import { exampleArguments } from './example-arguments'

const properties = (given: object) => exampleArguments({ type: 'object', properties: given } as never)

describe('exampleArguments', () => {
  it('prefers what the schema says: default, example, constant, first choice', () => {
    expect(
      properties({
        a: { type: 'string', default: 'x', examples: ['y'] },
        b: { type: 'string', examples: ['y'] },
        c: { const: 3 },
        d: { enum: ['small', 'large'] },
        e: { anyOf: [{ type: 'boolean' }, { type: 'null' }] }
      })
    ).toEqual({ a: 'x', b: 'y', c: 3, d: 'small', e: false })
  })

  it('has a simple value of each type otherwise', () => {
    expect(
      properties({
        a: { type: 'string' },
        b: { type: 'integer', minimum: 2 },
        c: { type: ['number', 'null'] },
        d: { type: 'array', items: { type: 'string' } },
        e: { type: 'object', properties: { f: { type: 'boolean' } } },
        g: { type: 'null' },
        h: true
      })
    ).toEqual({ a: '', b: 2, c: 0, d: [''], e: { f: false }, g: null, h: null })
  })

  it.each([{}, { type: 'string' }, { properties: 5 }])('is an object in any case: %o', (schema) => {
    expect(exampleArguments(schema as never)).toEqual({})
  })

  it('ends in a schema without an end', () => {
    const schema: { type: string; properties?: object } = { type: 'object' }
    schema.properties = { self: schema }
    expect(JSON.stringify(exampleArguments(schema as never)).length).toBeLessThan(200)
  })
})
