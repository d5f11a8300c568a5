import { describe, expect, it } from 'vitest'
import { rootObject } from './root-object'

const text = { type: 'string' }
const number = { type: 'number' }

describe('rootObject', () => {
  it('passes a schema whole when the API takes it', () => {
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

  it('merges alternatives at the root: every property is known, only what all of them require is required', () => {
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

  it('survives branches that are no objects', () => {
    expect(rootObject({ anyOf: [true, null, 'x'], allOf: 7 })).toEqual({ type: 'object', properties: {} })
  })
})
