import { expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json'
import { toEnglish } from '../../texts/render-localized'
import { compareSchemas } from './compare-schemas'

const inWords = (before: JsonObject, after: JsonObject) => compareSchemas(before, after).map(toEnglish)
const withCity = (city: JsonObject, others: JsonObject = {}) => ({
  type: 'object',
  properties: { city, ...others }
})
const text = { type: 'string' }

it.each<[string, JsonObject, JsonObject, string[]]>([
  ['a property', withCity(text), withCity(text, { unit: text }), ['unit is new.']],
  [
    'a required property',
    withCity(text),
    { ...withCity(text, { unit: text }), required: ['unit'] },
    ['unit is new and required.']
  ],
  ['a removed property', withCity(text, { unit: text }), withCity(text), ['unit is gone.']],
  [
    'a removed required property',
    { ...withCity(text), required: ['city'] },
    { type: 'object', properties: {} },
    ['city is gone. It was required.']
  ],
  [
    'a property that becomes required',
    withCity(text),
    { ...withCity(text), required: ['city'] },
    ['city is now required.']
  ],
  [
    'a property that becomes optional',
    { ...withCity(text), required: ['city'] },
    withCity(text),
    ['city is now optional.']
  ],
  [
    'a type',
    withCity(text),
    withCity({ type: ['string', 'null'] }),
    ['The type of city changed from string to ["string","null"].']
  ],
  [
    'a new description',
    withCity(text),
    withCity({ ...text, description: 'A' }),
    ['The description of city is new.']
  ],
  [
    'a changed description',
    withCity({ ...text, description: 'B' }),
    withCity({ ...text, description: 'A' }),
    ['The description of city changed.']
  ],
  [
    'values',
    withCity({ enum: ['a', 'b'] }),
    withCity({ enum: ['b', 'c'] }),
    ['city also accepts c.', 'city no longer accepts a.']
  ],
  [
    'the order of values',
    withCity({ enum: ['a', 'b'] }),
    withCity({ enum: ['b', 'a'] }),
    ['The values of city are in a different order.']
  ],
  [
    'another keyword',
    withCity({ ...text, maxLength: 5 }),
    withCity({ ...text, maxLength: 9 }),
    ['“maxLength” of city changed from 5 to 9.']
  ],
  [
    'a new keyword',
    withCity(text),
    withCity({ ...text, default: 'Ulm' }),
    ['“default” of city is new: Ulm.']
  ],
  [
    'a keyword of the whole',
    { type: 'object' },
    { type: 'object', additionalProperties: false },
    ['“additionalProperties” of the schema itself is new: false.']
  ],
  [
    'items',
    withCity({ type: 'array', items: text }),
    withCity({ type: 'array', items: { type: 'number' } }),
    ['The type of city[] changed from string to number.']
  ],
  [
    'a property inside a property',
    withCity({ type: 'object', properties: { zip: text } }),
    withCity({ type: 'object', properties: { zip: { type: 'integer' } } }),
    ['The type of city.zip changed from string to integer.']
  ],
  [
    'an alternative',
    withCity({ anyOf: [text, { type: 'null' }] }),
    withCity({ anyOf: [text, { type: 'number' }] }),
    ['The type of city.anyOf 2 changed from null to number.']
  ],
  [
    'a definition',
    { $defs: { city: text } },
    { $defs: { city: { type: 'number' } } },
    ['The type of $defs.city changed from string to number.']
  ]
])('describes %s', (_what, before, after, sentences) => {
  expect(inWords(before, after)).toEqual(sentences)
})

it('ignores the order of members and of required names', () => {
  const before = { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] }
  expect(inWords(before, { required: ['b', 'a'], properties: { b: text, a: text }, type: 'object' })).toEqual(
    []
  )
})

it('describes a property with the name of a member of every object', () => {
  expect(inWords(withCity(text), withCity(text, { constructor: text }))).toEqual(['constructor is new.'])
})
