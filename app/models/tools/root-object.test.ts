import { describe, expect, it } from 'vitest'
import { rootObject } from './root-object'

const text = { type: 'string' }
const number = { type: 'number' }

describe('rootObject', () => {
  it('passes a schema unchanged when the API accepts it', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { anyOf: [text, number] }, b: { $ref: '#/$defs/b' } },
      required: ['a'],
      $defs: { b: text },
      additionalProperties: false
    }
    expect(rootObject(schema)).toEqual(schema)
  })

  it('adds the missing type', () => {
    expect(rootObject({})).toEqual({ type: 'object' })
    expect(rootObject({ $ref: '#/$defs/a', $defs: { a: {} } })).toMatchObject({
      type: 'object',
      $ref: '#/$defs/a'
    })
  })

  it('merges alternatives at the root: all properties are known, only those that all alternatives require are required', () => {
    const schema = {
      type: 'object',
      properties: { id: text },
      required: ['id'],
      oneOf: [
        { properties: { path: text, depth: number }, required: ['path', 'depth'] },
        { properties: { url: text, depth: number }, required: ['url', 'depth'] }
      ]
    }
    expect(rootObject(schema)).toEqual({
      type: 'object',
      properties: { path: text, depth: number, url: text, id: text },
      required: ['id', 'depth']
    })
  })

  it('merges conditions that all apply', () => {
    const schema = {
      allOf: [
        { properties: { a: text }, required: ['a'] },
        { properties: { b: number }, required: ['b'] }
      ]
    }
    expect(rootObject(schema)).toEqual({
      type: 'object',
      properties: { a: text, b: number },
      required: ['a', 'b']
    })
  })

  it('accepts branches that are not objects', () => {
    expect(rootObject({ anyOf: [true, null, 'x'], allOf: 7 })).toEqual({ type: 'object', properties: {} })
  })
})
