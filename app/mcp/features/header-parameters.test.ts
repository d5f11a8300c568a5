/** Which header annotations make a tool unusable over HTTP. */
import { expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json'
import { findHeaderProblem } from './header-parameters'
import { renderEnglish } from '../../testing/in-english'

const marked = (name: unknown, type = 'string') => ({ type, 'x-mcp-header': name }) as JsonObject
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties })

it.each<[string, JsonObject]>([
  ['none', object({ a: { type: 'string' } })],
  ['at the first level', object({ a: marked('Region'), b: marked('Tenant', 'integer') })],
  ['in nested properties', object({ in: object({ a: marked('Region') }) })]
])('accepts annotations: %s', (_name, schema) => {
  expect(findHeaderProblem(schema)).toBeNull()
})

it.each<[string, JsonObject, RegExp]>([
  ['in a list', object({ a: { type: 'array', items: marked('Region') } }), /\/properties\/a\/items, where/],
  ['in an alternative', object({ a: { anyOf: [marked('Region')] } }), /isn't always in the same place/],
  ['at the top level', { ...object({}), 'x-mcp-header': 'All' }, /at the top/],
  ['without a name', object({ a: marked('') }), /isn't valid for a header/],
  ['with a line break', object({ a: marked('A\r\nB') }), /isn't valid for a header/],
  [
    'for an object',
    object({ a: { ...object({}), 'x-mcp-header': 'A' } }),
    /isn't text, an integer or a boolean/
  ],
  ['for a number', object({ a: marked('A', 'number') }), /isn't text, an integer or a boolean/],
  ['twice', object({ a: marked('Same'), b: marked('same') }), /used twice/]
])('refuses annotations: %s', (_name, schema, reason) => {
  expect(renderEnglish(findHeaderProblem(schema))).toMatch(reason)
})
