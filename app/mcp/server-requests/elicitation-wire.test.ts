/** Which forms and links of a server reach the user, and that only matching answers are sent. */
import { ProtocolError } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json'
import { readElicitation, writeElicitation } from './elicitation-wire'
import { checksInPlace } from '../schemas/schema-checks'

const form = (properties: unknown, more: object = {}) => ({
  message: 'Please fill in',
  requestedSchema: { type: 'object', properties, ...more }
})

const code = (work: () => unknown): number | null => {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof ProtocolError) return error.code
    throw error
  }
}

describe('a form', () => {
  it('ELIC-03 ELIC-05: is the default mode, and its schema is kept unchanged', () => {
    const asked = form({ name: { type: 'string', title: 'Name' } }, { required: ['name'], $schema: 'any' })
    const read = { type: 'elicitation-form', ...asked }
    expect(readElicitation(asked)).toEqual(read)
    expect(readElicitation({ mode: 'form', ...asked })).toEqual(read)
    expect(code(() => readElicitation({ mode: 'telepathy', ...asked }))).toBe(-32_602)
  })

  it('is read if its schema is written in another form', () => {
    expect(readElicitation(form([], { required: null }))).toEqual(readElicitation(form({})))
    const given = { name: { type: 'str', minLength: '1', format: null }, yes: 'bool' }
    const meant = { name: { type: 'string', minLength: 1 }, yes: { type: 'boolean' } }
    expect(readElicitation({ ...form(given), mode: null })).toEqual(readElicitation(form(meant)))
    expect(readElicitation({ message: 'Hi', requestedSchema: { properties: meant } })).toMatchObject({
      requestedSchema: { type: 'object' }
    })
  })

  it('ELIC-04 ELIC-06 ELIC-10 ELIC-11 ELIC-12 ELIC-13: may have plain fields and choices, and nothing nested', () => {
    const titled = [{ const: 'a', title: 'A' }]
    const fields = {
      text: { type: 'string', format: 'email' },
      number: { type: 'number' },
      count: { type: 'integer' },
      yes: { type: 'boolean' },
      old: { type: 'string', enum: ['a'], enumNames: ['A'] },
      titled: { type: 'string', oneOf: titled },
      several: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      severalTitled: { type: 'array', items: { anyOf: titled } },
      optional: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      constructor: { type: 'string' }
    }
    expect(readElicitation(form(fields))).toMatchObject({ type: 'elicitation-form' })
    const nested: unknown[] = [
      { type: 'object', properties: {} },
      { type: 'array', items: { type: 'object' } },
      { type: 'array' },
      { $ref: '#/$defs/x' },
      {}
    ]
    for (const field of nested) expect(code(() => readElicitation(form({ field })))).toBe(-32_602)
  })

  it.each([
    ['no schema', { message: 'Hi' }],
    ['a schema that is not an object', { message: 'Hi', requestedSchema: { type: 'array' } }],
    ['no message', { requestedSchema: { type: 'object', properties: {} } }],
    ['a message of 1 MB', { ...form({}), message: 'x'.repeat(1_000_000) }],
    [
      '5,000 fields',
      form(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, { type: 'string' }])))
    ],
    ['100,000 choices', form({ choice: { type: 'string', enum: Array.from({ length: 100_000 }, String) } })],
    ['a field with a hidden name', form(JSON.parse('{"__proto__":{"type":"string"}}') as unknown)]
  ])('ELIC-22: is refused with %s', (_what, params) => {
    expect(code(() => readElicitation(params))).toBe(-32_602)
  })
})

describe('a link', () => {
  it('ELIC-24 ELIC-25: keeps its URL and id unchanged', () => {
    const link = {
      mode: 'url',
      message: 'Sign in',
      url: 'https://example.test/a?b#c',
      elicitationId: ' Ü/../1 '
    }
    expect(readElicitation(link)).toEqual({
      type: 'elicitation-url',
      message: link.message,
      url: link.url,
      elicitationId: link.elicitationId
    })
    const { elicitationId: _none, ...newest } = link
    expect(readElicitation(newest)).toMatchObject({ elicitationId: null })
    expect(code(() => readElicitation({ ...link, url: `https://x.test/${'a'.repeat(100_000)}` }))).toBe(
      -32_602
    )
    expect(code(() => readElicitation({ ...link, url: 7 }))).toBe(-32_602)
  })
})

describe('an answer', () => {
  const asked = readElicitation(
    form(
      {
        email: { type: 'string', format: 'email', maxLength: 30 },
        age: { type: 'integer', minimum: 18 },
        size: { type: 'string', enum: ['S', 'L'] },
        topics: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1 },
        nick: { anyOf: [{ type: 'string' }, { type: 'null' }] }
      },
      { required: ['email'] }
    )
  )
  const by = { serverName: 'tested', checks: checksInPlace }
  const accept = (content: JsonObject) =>
    writeElicitation({ type: 'elicitation', action: 'accept', content }, asked, by)

  it('ELIC-17 ELIC-19: carries the typed values of an accepted form', async () => {
    const content = { email: 'a@example.test', age: 18, size: 'S', topics: ['a'] }
    expect(await accept(content)).toEqual({ action: 'accept', content })
    expect(await accept({ ...content, nick: null })).toEqual({ action: 'accept', content })
  })

  it('SYS-42 ELIC-16: is never sent with a value that does not fit', async () => {
    const wrong: JsonObject[] = [
      {},
      { email: 'no address' },
      { email: `${'a'.repeat(40)}@example.test` },
      { email: 'a@example.test', age: 17 },
      { email: 'a@example.test', age: '18' },
      { email: 'a@example.test', size: 'M' },
      { email: 'a@example.test', topics: ['a', 'b'] },
      { email: 'a@example.test', secret: 'not asked for' }
    ]
    for (const content of wrong) await expect(accept(content)).rejects.toMatchObject({ code: -32_603 })
  })

  it('SYS-42 ELIC-18: has no content if it is declined, cancelled, or for a link', async () => {
    const content = { email: 'a@example.test' }
    for (const action of ['decline', 'cancel'] as const)
      expect(await writeElicitation({ type: 'elicitation', action, content }, asked, by)).toEqual({ action })
    const link = readElicitation({ mode: 'url', message: 'Go', url: 'https://example.test' })
    expect(await writeElicitation({ type: 'elicitation', action: 'accept', content }, link, by)).toEqual({
      action: 'accept'
    })
  })
})
