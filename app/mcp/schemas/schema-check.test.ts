/** Which input schemas make a tool unusable, and whether the reason names the place. */
import { describe, expect, it } from 'vitest'
import { findSchemaProblem } from './schema-check'
import { renderEnglish } from '../../testing/in-english'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

/** A schema of `levels` nested objects. */
function nested(levels: number): object {
  let schema: object = { type: 'string' }
  for (let level = 0; level < levels; level += 1) schema = object({ in: schema })
  return schema
}

describe('usable schemas', () => {
  it.each<[string, object]>([
    ['an empty one', { type: 'object' }],
    [
      'one with definitions',
      object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { type: ['string', 'null'] } } })
    ],
    ['one with an anchor', object({ a: { $ref: '#here' }, b: { $anchor: 'here', type: 'string' } })],
    [
      'one with ids',
      object({ a: { $ref: 'part' } }, { $id: 'https://s.example/root', $defs: { p: { $id: 'part' } } })
    ],
    ['one that contains itself', object({ next: { $ref: '#' } })],
    ['one with a pattern of old syntax', object({ a: { type: 'string', pattern: '^\\d\\-\\d$' } })],
    ['one with unknown keywords', object({ a: { 'x-order': 1, type: 'string' } })],
    ['a tuple of an older draft', object({ a: { type: 'array', items: [{ type: 'string' }, true] } })],
    ['a property called type', object({ type: { type: 'string' }, required: { type: 'boolean' } })],
    ['one of 30 levels', nested(30)]
  ])('%s', (_name, schema) => {
    expect(findSchemaProblem(schema)).toBeNull()
  })
})

describe('unusable schemas', () => {
  it.each<[string, unknown, RegExp]>([
    ['a text', 'no schema', /isn't a JSON object/],
    ['a list', [], /isn't a JSON object/],
    ['another type', { type: 'string' }, /must have the type “object”, not "string"/],
    ['no type', {}, /must have the type “object”, not nothing/],
    [
      'an unknown type',
      object({ a: { type: 'banana' } }),
      /\/properties\/a: “type” must be .*, not "banana"/
    ],
    [
      'properties as a list',
      { type: 'object', properties: [] },
      /the top level: “properties” must be an object of schemas/
    ],
    ['a property that is not a schema', object({ a: 5 }), /\/properties\/a: a schema must be an object/],
    [
      'required as a boolean',
      object({ a: { type: 'object', required: true } }),
      /\/properties\/a: “required”/
    ],
    [
      'a broken pattern',
      object({ 'a/b': { pattern: '(' } }),
      /\/properties\/a~1b: “pattern” must be a regular expression/
    ],
    ['a limit as text', object({ a: { minimum: 'one' } }), /“minimum” must be a number, not "one"/],
    ['a reference to a missing part', object({ a: { $ref: '#/$defs/none' } }), /refers to "#\/\$defs\/none"/],
    [
      'a remote reference',
      object({ a: { $ref: 'https://schemas.example/a.json' } }),
      /doesn't download schemas/
    ],
    ['too many levels', nested(40), /more than 32 levels/],
    ['far too many levels', nested(5_000), /more than 32 levels/],
    [
      'too many parts',
      object(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`p${i}`, {}]))),
      /more than 10,000 parts/
    ]
  ])('%s', (_name, schema, reason) => {
    expect(renderEnglish(findSchemaProblem(schema))).toMatch(reason)
  })
})
