import { describe, expect, it } from 'vitest'
import { checkAnswers } from './check'
import { prefilledAnswers } from './initial'
import { fieldLimits } from './model'
import type { Json, JsonRecord } from './json'

/** The problem of a field `a` with this value; null for none. */
function said(field: Json, value: Json | undefined, isRequired = false): string | null {
  const schema = { type: 'object', properties: { a: field }, required: isRequired ? ['a'] : [] }
  const problems = checkAnswers(schema, value === undefined ? {} : { a: value })
  expect(problems.every(({ path }) => path === '/a')).toBe(true)
  return problems[0]?.message ?? null
}

describe('answers', () => {
  it.each<[Json, Json, string | null]>([
    [{ type: 'string', minLength: 3 }, 'ab', 'Enter at least 3 characters. You entered 2.'],
    [{ type: 'string', minLength: 2 }, '😀', 'Enter at least 2 characters. You entered 1.'],
    [{ type: 'string', maxLength: 1 }, '😀', null],
    [{ type: 'string', maxLength: 1 }, 'ab', 'Enter at most 1 character. You entered 2.'],
    [{ type: 'string', format: 'email' }, 'ada', 'Enter an email address, such as ada@example.com.'],
    [{ type: 'string', format: 'email' }, 'ada@example.com', null],
    [{ type: 'string', format: 'uri' }, 'example.com', 'Enter a full URL, such as https://example.com/page.'],
    [{ type: 'string', format: 'uri' }, 'mailto:ada@example.com', null],
    [{ type: 'string', format: 'date' }, '2026-02-30', 'Enter a date, such as 2026-03-31.'],
    [{ type: 'string', format: 'date' }, '2026-02-28', null],
    [
      { type: 'string', format: 'date-time' },
      '2026-02-28 10:00',
      'Enter a date and time with a time zone, such as 2026-03-31T14:05:00Z.'
    ],
    [{ type: 'string', format: 'date-time' }, '2026-02-28T10:00:00.5+01:00', null],
    [{ type: 'string', format: 'hostname' }, 'anything', null],
    [{ type: 'number' }, 'x', 'This is not a number.'],
    [{ type: 'number', minimum: 2 }, 1.5, 'Enter 2 or more.'],
    [{ type: 'number', maximum: 2 }, 2.5, 'Enter 2 or less.'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'Enter more than 0.'],
    [{ type: 'number', multipleOf: 0.1 }, 0.3, null],
    [{ type: 'number', multipleOf: 0.1 }, 0.35, 'Enter a multiple of 0.1.'],
    [{ type: 'integer', minimum: 18 }, 17, 'Enter 18 or more.'],
    [{ type: 'integer' }, 1.5, 'Enter a whole number.'],
    [{ type: 'boolean' }, false, null],
    [{ type: 'string', enum: ['x', 'y'] }, 'z', 'Choose one of the answers.'],
    [{ type: 'string', oneOf: [{ const: 'x', title: 'X' }] }, 'x', null],
    [{ type: 'array', items: { enum: ['x', 'y'] }, minItems: 2 }, ['x'], 'Choose at least 2.'],
    [{ type: 'array', items: { enum: ['x', 'y'] }, maxItems: 1 }, ['x', 'y'], 'Choose at most 1.'],
    [{ type: 'array', items: { anyOf: [{ const: 'x' }] } }, ['z'], 'Choose only from the answers.'],
    [true, 'anything', null],
    [7, 'anything', null]
  ])('ELIC-06 ELIC-08 ELIC-12 ELIC-16: reports, for %j with %j, the problem %j', (field, value, message) => {
    expect(said(field, value)).toBe(message)
  })

  it('requires required values, and counts empty text as missing', () => {
    expect(said({ type: 'string' }, undefined, true)).toBe('Required.')
    expect(said({ type: 'string' }, '', true)).toBe('Required.')
    expect(said({ type: 'string', minLength: 3 }, '')).toBeNull()
    expect(said({ enum: ['x'] }, undefined, true)).toBe('Choose one.')
    expect(said({ type: 'array', items: { enum: ['x'] } }, undefined, true)).toBe('Choose at least one.')
    expect(said({ type: 'boolean' }, false, true)).toBeNull()
  })

  it('ELIC-07: runs no pattern, so that none can freeze the window', () => {
    const evil = '^(a+)+$'
    expect(said({ type: 'string', pattern: evil }, `${'a'.repeat(50)}!`)).toBeNull()
  })

  it('treats property names literally and tolerates an invalid schema', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"a/b":{"type":"number"}},"required":["__proto__"]}'
    )
    expect(checkAnswers(schema, { 'a/b': 'x' }).map(({ path }) => path)).toEqual(['/__proto__', '/a~1b'])
    expect(checkAnswers({ type: 'string' }, {})).toEqual([])
    expect(checkAnswers({ properties: { a: { $ref: '#' } } } as JsonRecord, { a: 1 })).toEqual([])
  })
})

describe('the initial values of an elicitation form', () => {
  it('ELIC-14: include every default, whether required or not, and nothing else', () => {
    const schema: JsonRecord = {
      type: 'object',
      required: ['text', 'agreed'],
      properties: {
        text: { type: 'string' },
        port: { type: 'integer', default: 3_000 },
        isOn: { type: 'boolean', default: false },
        color: { enum: ['red', 'green'], default: 'green' },
        sizes: { type: 'array', items: { enum: ['s', 'm'] }, default: ['s'] },
        agreed: { type: 'boolean' },
        news: { type: 'boolean' }
      }
    }
    expect(prefilledAnswers(schema)).toEqual({
      port: 3_000,
      isOn: false,
      color: 'green',
      sizes: ['s'],
      agreed: false
    })
  })

  it('have no value of a property that the form leaves out because there are too many', () => {
    const names = Array.from({ length: fieldLimits.properties + 1 }, (_, index) => `p${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', default: 'x' }]))
    expect(Object.keys(prefilledAnswers({ type: 'object', properties }))).toEqual(names.slice(0, -1))
  })

  it('ELIC-14: exclude a default that is not a valid answer', () => {
    const properties = {
      colour: { type: 'string', enum: ['r', 'g'], default: 'x' },
      size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }], default: 's' },
      fish: { type: 'array', items: { enum: ['a', 'b'] }, default: ['a', 'zzz', 'a'] },
      none: { type: 'array', items: { anyOf: [{ const: 'a' }] }, default: ['zzz'] },
      isOn: { type: 'boolean', default: 'yes' },
      count: { type: 'integer', default: 'many' },
      price: { type: 'number', default: 1e-7 },
      name: { type: 'string', default: 5 },
      kept: { type: 'string', format: 'uri', default: 'not an address' }
    }
    expect(prefilledAnswers({ type: 'object', properties })).toEqual({
      size: 's',
      fish: ['a'],
      price: 1e-7,
      kept: 'not an address'
    })
  })
})
