/**
 * What each kind of service gets of tool definitions from servers, and what it must never get. The titles use the
 * services' own terms.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../contract/json'
import { anthropic } from '../anthropic/descriptor'
import { openAiCompatible } from '../openai/descriptor'
import { lowerTool } from './lower-tool'
import type { ToolRules } from '../tool-rules'
import { isObject, walkSchema } from './walk-schema'

const at = (baseUrl: string, model = 'm') => openAiCompatible.toolRules(baseUrl, model)
const services: Readonly<Record<string, ToolRules>> = {
  Anthropic: anthropic.toolRules('https://api.anthropic.com', 'claude'),
  OpenAI: at('https://api.openai.com/v1'),
  Azure: at('https://mine.openai.azure.com/openai/v1'),
  Gemini: at('https://generativelanguage.googleapis.com/v1beta/openai'),
  Mistral: at('https://api.mistral.ai/v1'),
  OpenRouter: at('https://openrouter.ai/api/v1', 'qwen/qwen3'),
  'OpenRouter, OpenAI': at('https://openrouter.ai/api/v1', 'openai/gpt-5'),
  'OpenRouter, Gemini': at('https://openrouter.ai/api/v1', 'google/gemini-3-pro'),
  'this computer': at('http://127.0.0.1:11434/v1'),
  'another address': at('https://models.example.com/v1')
}

function tool(inputSchema: JsonObject, name = 's__t', description = '') {
  return { name, description, inputSchema }
}

function lowered(service: string, schema: JsonObject): JsonObject {
  const rules = services[service]
  if (rules === undefined) throw new Error(service)
  const result = lowerTool(tool(schema), rules)
  if (!('tool' in result)) throw new Error(`left out: ${result.refusal.text}`)
  return result.tool.inputSchema
}

const text = { type: 'string' }
const tree = {
  type: 'object',
  properties: { root: { $ref: '#/$defs/node' } },
  $defs: { node: { type: 'object', properties: { name: text, next: { $ref: '#/$defs/node' } } } }
}

describe('a schema', () => {
  it.each<readonly [service: string, what: string, schema: JsonObject, expected: JsonObject]>([
    ['Anthropic', 'a type', {}, { type: 'object' }],
    ['OpenAI', '“object schema missing properties”', {}, { type: 'object', properties: {} }],
    [
      'OpenAI',
      '“array schema missing items”',
      { type: 'object', properties: { a: { type: 'array' }, b: { type: ['array', 'null'] } } },
      {
        type: 'object',
        properties: { a: { type: 'array', items: {} }, b: { type: ['array', 'null'], items: {} } }
      }
    ],
    [
      'OpenAI',
      '“must not have oneOf, enum or not at the top level”',
      { type: 'object', oneOf: [{ properties: { a: text } }], not: { required: ['b'] }, enum: [1] },
      { type: 'object', properties: { a: text } }
    ],
    [
      'Anthropic',
      'draft 2020-12 for the words of older drafts',
      {
        type: 'object',
        properties: {
          a: { type: 'array', items: [text], additionalItems: false },
          b: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }
        }
      },
      {
        type: 'object',
        properties: {
          a: { type: 'array', prefixItems: [text], items: false },
          b: { type: 'number', exclusiveMinimum: 1, maximum: 9 }
        }
      }
    ],
    [
      'Anthropic',
      'no reference that leads nowhere or elsewhere',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/gone' }, b: { $ref: 'https://example.com/s', title: 'B' } }
      },
      { type: 'object', properties: { a: {}, b: { title: 'B' } } }
    ],
    [
      'Anthropic',
      'what the root only points at',
      { $ref: '#/$defs/a', $defs: { a: { type: 'object', properties: { a: text } } } },
      {
        type: 'object',
        properties: { a: text },
        $defs: { a: { type: 'object', properties: { a: text } } }
      }
    ],
    ['Anthropic', 'references within', tree, tree],
    [
      'Anthropic',
      '“Property keys should match pattern”: an argument that may be left out is',
      { type: 'object', properties: { 'a b': text, c: text }, required: ['c'] },
      { type: 'object', properties: { c: text }, required: ['c'] }
    ],
    [
      'this computer',
      '“Pattern must start with ^ and end with $”',
      {
        type: 'object',
        properties: {
          a: { type: 'string', pattern: 'b' },
          c: { type: 'string', pattern: '^[a-z]+$' },
          d: { type: 'string', pattern: '^(?=x).*$' }
        }
      },
      {
        type: 'object',
        properties: { a: text, c: { type: 'string', pattern: '^[a-z]+$' }, d: text }
      }
    ],
    [
      'Gemini',
      '“Unknown name”: additionalProperties, const, $schema, default, title',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        additionalProperties: false,
        properties: { a: { const: 'x', title: 'A', default: 'x' }, b: { const: 7 } }
      },
      { type: 'object', properties: { a: { type: 'string', enum: ['x'] }, b: { type: 'number' } } }
    ],
    [
      'Gemini',
      '“Proto field is not repeating, cannot start list”',
      {
        type: 'object',
        properties: {
          a: { type: ['string', 'null'] },
          b: { type: ['string', 'integer'], description: 'B' },
          c: { type: 'array', items: { type: ['object', 'null'], properties: { d: text } } }
        }
      },
      {
        type: 'object',
        properties: {
          a: { type: 'string', nullable: true },
          b: {
            anyOf: [
              { type: 'string', description: 'B' },
              { type: 'integer', description: 'B' }
            ]
          },
          c: { type: 'array', items: { type: 'object', nullable: true, properties: { d: text } } }
        }
      }
    ],
    [
      'Gemini',
      '“Invalid value at enum (TYPE_STRING)”',
      {
        type: 'object',
        properties: {
          a: { enum: [1, 2] },
          b: { enum: ['x', null] },
          c: { type: 'string', enum: ['', 'x'] },
          d: { type: 'boolean', enum: [true] }
        }
      },
      {
        type: 'object',
        properties: {
          a: { type: 'number' },
          b: { type: 'string', nullable: true, enum: ['x'] },
          c: text,
          d: { type: 'boolean' }
        }
      }
    ],
    [
      'Gemini',
      '“only enum and date-time are supported for STRING type”',
      {
        type: 'object',
        properties: {
          a: { type: 'string', format: 'uri' },
          b: { type: 'string', format: 'date-time' },
          c: { type: 'integer', format: 'int64' }
        }
      },
      {
        type: 'object',
        properties: {
          a: text,
          b: { type: 'string', format: 'date-time' },
          c: { type: 'integer', format: 'int64' }
        }
      }
    ],
    [
      'Gemini',
      '“items: missing field” and “required: property is not defined”',
      { type: 'object', properties: { a: { type: 'array' } }, required: ['a', 'b'] },
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'string' } } },
        required: ['a']
      }
    ],
    [
      'Gemini',
      '“when using any_of, it must be the only field set”',
      {
        type: 'object',
        properties: {
          a: { description: 'A', oneOf: [{ type: 'string' }, { type: 'number' }] },
          b: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'B' },
          c: { type: 'object', properties: { x: text }, anyOf: [{ required: ['x'] }, { required: ['y'] }] },
          d: { allOf: [{ type: 'object', properties: { x: text } }, { required: ['x'] }] }
        }
      },
      {
        type: 'object',
        properties: {
          a: {
            anyOf: [
              { type: 'string', description: 'A' },
              { type: 'number', description: 'A' }
            ]
          },
          b: { type: 'string', nullable: true, description: 'B' },
          c: { type: 'object', properties: { x: text } },
          d: { type: 'object', properties: { x: text }, required: ['x'] }
        }
      }
    ]
  ])('for %s keeps to %s', (service, _what, schema, expected) => {
    expect(lowered(service, schema)).toEqual(expected)
  })

  it('for Gemini contains the referenced parts, and recursive ones a few times', () => {
    const sent = JSON.stringify(lowered('Gemini', tree))
    expect(sent).not.toMatch(/\$ref|\$defs/)
    expect(sent.match(/"name"/g)?.length).toBeGreaterThan(1)
    expect(sent.length).toBeLessThan(1_000)
  })

  it('stays short when small parts refer to each other repeatedly', () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
    const $defs = Object.fromEntries(
      names.map((name, index) => [
        name,
        {
          type: 'object',
          properties: Object.fromEntries(names.map((a) => [a, { $ref: `#/$defs/p${(index + 1) % 20}` }]))
        }
      ])
    )
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/p0' } }, $defs }
    expect(JSON.stringify(lowered('Gemini', schema)).length).toBeLessThan(100_000)
  })
})

describe("a definition that can't be converted is left out and named", () => {
  const refusalOf = (service: string, one: ReturnType<typeof tool>) => {
    const rules = services[service]
    const result = rules === undefined ? null : lowerTool(one, rules)
    return result !== null && 'refusal' in result ? result.refusal.text : null
  }

  it.each(Object.keys(services))('for %s omits a tool whose name has an invalid form', (service) => {
    expect(refusalOf(service, tool({}, 'a b'))).toBe('models.toolName')
    expect(refusalOf(service, tool({}, 'a_b'))).toBeNull()
  })

  it('omits for Gemini a tool whose name begins with a digit, and for Anthropic one with an invalid argument name', () => {
    expect(refusalOf('Gemini', tool({}, '1a'))).toBe('models.toolName')
    const odd = { type: 'object', properties: { 'a b': text }, required: ['a b'] }
    expect(refusalOf('Anthropic', tool(odd))).toBe('models.toolArgument')
    expect(refusalOf('Mistral', tool(odd))).toBeNull()
  })

  it('for all omits one that is too long for any model', () => {
    const long = { type: 'object', properties: { a: { type: 'string', enum: ['x'.repeat(300_000)] } } }
    expect(refusalOf('OpenAI', tool(long))).toBe('models.toolTooLong')
  })
})

it.each([
  ['OpenAI', 1_024],
  ['Azure', 1_024],
  ['OpenRouter', 1_024],
  ['Anthropic', 4_000],
  ['this computer', 4_000]
])('limits a description for %s to %i characters', (service, most) => {
  const rules = services[service]
  const result = rules === undefined ? null : lowerTool(tool({}, 'a', 'd'.repeat(4_000)), rules)
  const description = result !== null && 'tool' in result ? result.tool.description : ''
  expect(description.length).toBeLessThanOrEqual(most)
  expect(description.length).toBeGreaterThan(most - 100)
})

/** Anything a server may write, in JSON Schema keywords. */
const anySchema = fc.letrec<{ schema: JsonObject; value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(null, true, 7, 'string', 'object', '#/$defs/a', ['string', 'null'], ['a', 7]),
    tie('schema'),
    fc.array(tie('value'), { maxLength: 3 })
  ),
  schema: fc.dictionary(
    fc.constantFrom(
      ...[
        'type',
        'properties',
        'items',
        'anyOf',
        'oneOf',
        'allOf',
        'not',
        'enum',
        'const',
        'required',
        '$ref'
      ],
      ...[
        '$defs',
        'a',
        'format',
        'pattern',
        'minimum',
        'exclusiveMinimum',
        'additionalProperties',
        'prefixItems'
      ]
    ),
    tie('value'),
    { maxKeys: 5 }
  )
})).schema

it.each(Object.entries(services))(
  "never breaks the rules of %s with a server's schema",
  (_service, rules) => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        const result = lowerTool(tool(schema), rules)
        if (!('tool' in result)) return
        const { inputSchema } = result.tool
        expect(inputSchema['type']).toBe('object')
        for (const keyword of ['allOf', 'anyOf', 'oneOf', ...rules.schema.notAtRoot])
          expect(inputSchema).not.toHaveProperty(keyword)
        walkSchema(inputSchema, (part) => {
          if (rules.schema.keywords === null) return part
          for (const keyword of Object.keys(part)) expect(rules.schema.keywords.has(keyword)).toBe(true)
          expect(['string', 'undefined']).toContain(typeof part['type'])
          if (part['type'] === 'array') expect(isObject(part['items'])).toBe(true)
          if (part['anyOf'] !== undefined) expect(Object.keys(part)).toEqual(['anyOf'])
          return part
        })
      }),
      { numRuns: 200, examples: [[{ items: { type: [[]] } }], [{ properties: { a: { type: {} } } }]] }
    )
  }
)
