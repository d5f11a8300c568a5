/** Checks of arguments: messages to users, supported drafts, and hostile schemas. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json'
import { checkArguments } from './check-arguments'
import { checksInPlace } from './schema-checks'
import { renderEnglish } from '../../testing/in-english'

const check = (schema: JsonObject, args: JsonObject) =>
  checkArguments({ owner: null, schema, args }, checksInPlace)

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more
})

describe('a check of arguments with hidden keys', () => {
  it('refuses them at any depth, even if the schema allows them', async () => {
    const args = JSON.parse('{"a":[{"b/c":{"__proto__":{"all":true}}}]}') as JsonObject
    expect(renderEnglish(await check({ type: 'object' }, args))).toEqual([
      { path: '/a/0/b~1c/__proto__', message: expect.stringContaining('would be invisible') as string }
    ])
    expect(await check({ type: 'object' }, { constructor: 1, toString: { proto: 2 } })).toEqual([])
  })
})

describe('the message for a problem', () => {
  const schema = object(
    {
      name: { type: 'string', minLength: 1 },
      count: { type: 'integer', minimum: 1, maximum: 10 },
      mode: { enum: ['fast', 'slow'] },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
      place: { $ref: '#/$defs/place' },
      'a/b c': { type: 'boolean' }
    },
    {
      required: ['name'],
      additionalProperties: false,
      $defs: { place: object({ city: { type: 'string' } }, { required: ['city'] }) }
    }
  )

  it.each<[JsonObject, string, string]>([
    [{}, '/name', 'Is missing.'],
    [{ name: '' }, '/name', 'Must not be empty.'],
    [{ name: 5 }, '/name', 'Must be text.'],
    [{ name: 'a', count: 1.5 }, '/count', 'Must be a whole number.'],
    [{ name: 'a', count: 11 }, '/count', 'Must be at most 10.'],
    [{ name: 'a', mode: 'odd' }, '/mode', 'Must be one of "fast", "slow".'],
    [{ name: 'a', tags: ['x', 7] }, '/tags/1', 'Must be text.'],
    [{ name: 'a', tags: ['x', 'y', 'z'] }, '/tags', 'Must have at most 2 items.'],
    [{ name: 'a', place: {} }, '/place/city', 'Is missing.'],
    [{ name: 'a', place: { city: 1 } }, '/place/city', 'Must be text.'],
    [{ name: 'a', extra: 1 }, '/extra', 'Is not expected here.'],
    [{ name: 'a', 'a/b c': 1 }, '/a~1b c', 'Must be true or false.']
  ])('for %j at %s is: %s', async (args, path, message) => {
    expect(renderEnglish(await check(schema, args))).toEqual([{ path, message }])
  })

  it('TOOL-05: names every place', async () => {
    expect(renderEnglish((await check(schema, { count: 0, mode: 'x' })).map(({ path }) => path))).toEqual([
      '/name',
      '/count',
      '/mode'
    ])
  })

  it('is absent for arguments that fit', async () => {
    expect(await check(schema, { name: 'a', count: 3, place: { city: 'Ulm' } })).toEqual([])
  })
})

describe('a choice of alternatives', () => {
  const form = object({ size: { type: 'number' } }, { required: ['size'], additionalProperties: false })

  it('describes the intended alternative', async () => {
    const schema = object({ box: { anyOf: [{ type: 'null' }, form] } })
    expect(renderEnglish(await check(schema, { box: { size: 'big' } }))).toEqual([
      { path: '/box/size', message: 'Must be a number.' }
    ])
    const surplus = await check(schema, { box: { size: 1, colour: 'red' } })
    expect(renderEnglish(surplus)).toEqual([{ path: '/box/colour', message: 'Is not expected here.' }])
  })

  it('lists the types if none fits', async () => {
    const schema = object({ when: { oneOf: [{ type: 'string' }, { type: 'integer' }] } })
    expect(renderEnglish(await check(schema, { when: true }))).toEqual([
      { path: '/when', message: 'Must be text or a whole number.' }
    ])
  })

  it('says that too many fit', async () => {
    const schema = object({ x: { oneOf: [{ type: 'number' }, { type: 'integer' }] } })
    expect(renderEnglish((await check(schema, { x: 1 }))[0]?.message)).toContain('more than one')
  })
})

describe('the draft of a schema', () => {
  it('TOOL-24: decides how tuples are read, the newest by default', async () => {
    const old = object({ pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } })
    const named = { ...old, $schema: 'http://json-schema.org/draft-07/schema#' }
    expect(renderEnglish(await check(named, { pair: ['a', 'b'] }))).toEqual([
      { path: '/pair/1', message: 'Must be a number.' }
    ])
    const today = object({ pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] } })
    expect(renderEnglish(await check(today, { pair: ['a', 'b'] }))).toEqual([
      { path: '/pair/1', message: 'Must be a number.' }
    ])
  })

  it('leaves the schema object unchanged', async () => {
    const schema = object({ a: { $ref: '#/properties/b' }, b: { type: 'string' } })
    const before = Reflect.ownKeys(schema)
    await check(schema, { a: 1 })
    expect(Reflect.ownKeys(schema)).toEqual(before)
  })
})

describe('a hostile schema', () => {
  it('stops at a pattern that would never end', async () => {
    const schema = object({ text: { type: 'string', pattern: '^(a+)+$' } })
    const problems = await check(schema, { text: `${'a'.repeat(60)}!` })
    expect(renderEnglish(problems)).toEqual([
      { path: '', message: "Checking the tool's schema takes too long (more than 1,000 ms)." }
    ])
    expect(await check(schema, { text: 'aaa' })).toEqual([])
  })

  it('fails with a reason if it refers to itself endlessly or to a missing part', async () => {
    const endless = { type: 'object', $ref: '#' }
    expect(renderEnglish((await check(endless, {}))[0]?.message)).toContain('endlessly')
    const lost = object({ a: { $ref: '#/$defs/none' } })
    expect(renderEnglish((await check(lost, { a: 1 }))[0]?.message)).toContain("can't apply")
  })

  it('leaves patterns of old syntax to the server', async () => {
    const schema = object({ day: { type: 'string', pattern: '^\\d+\\-\\d+$' }, n: { type: 'number' } })
    expect(renderEnglish(await check(schema, { day: 'x', n: 'y' }))).toEqual([
      { path: '/n', message: 'Must be a number.' }
    ])
  })
})
