/** What a model reads about the functions of a script: any text from a server stays inside its declaration. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../contract/json'
import { declareFunction, nameToolFunctions } from './declare-tools'
import type { DeclaredTool } from './declare-tools'
import { renderSchemaType } from './schema-type'

const tool = (change: Partial<DeclaredTool> = {}): DeclaredTool => ({
  modelToolName: 'files__read',
  serverName: 'files',
  description: 'Reads a file.',
  inputSchema: { type: 'object' },
  outputSchema: null,
  ...change
})

describe('function names', () => {
  it('are the tool names if those are identifiers, and never the same for two tools', () => {
    const names = ['a_b__x', 'a-b__x', '7up__go', 'a__b-c', 'a__b_c', 'a__b_c_2', 'x--y', '__proto__']
    const functions = nameToolFunctions(names.map((modelToolName) => tool({ modelToolName })))
    const byTool = new Map([...functions].map(([name, { modelToolName }]) => [modelToolName, name]))
    expect(Object.fromEntries(byTool)).toMatchObject({
      a_b__x: 'a_b__x',
      'a-b__x': 'a_b__x_2',
      '7up__go': '_7up__go',
      'a__b-c': 'a__b_c_3',
      a__b_c: 'a__b_c',
      a__b_c_2: 'a__b_c_2',
      'x--y': 'x__y'
    })
    expect(functions.size).toBe(names.length)
    for (const name of functions.keys()) expect(name).toMatch(/^[A-Za-z_$][\w$]*$/)
    expect(functions.has('__proto__')).toBe(false)
  })
})

describe('a declaration', () => {
  it("names the tool's server, its arguments and its result", () => {
    const inputSchema = {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where it\nlies.' },
        lines: { type: 'integer' },
        'with-dash': { enum: ['a', 2, null] }
      },
      required: ['path']
    }
    const outputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
    expect(declareFunction('files__read', tool({ inputSchema, outputSchema }))).toBe(
      '  /** "files": Reads a file. */\n' +
        '  files__read(args: { /** Where it lies. */ path: string; lines?: number; "with-dash"?: "a" | 2 | null }): Promise<{ text: string }>'
    )
    expect(declareFunction('f', tool())).toContain('f(args?: Record<string, unknown>): Promise<string>')
  })

  it.each<[JsonValue, string]>([
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    [{ oneOf: [{ const: 'a' }, { const: true }] }, '"a" | true'],
    [
      {
        allOf: [{ type: 'object', properties: { a: {} } }, { $ref: '#/$defs/b' }],
        $defs: { b: { type: 'number' } }
      },
      '{ a?: unknown } & number'
    ],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, '{ [name: string]: boolean }'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, {}] }, '[string, unknown, ...unknown[]]'],
    [{ $ref: 'https://elsewhere.example/schema' }, 'unknown'],
    [{ $ref: '#/$defs/none' }, 'unknown'],
    [{ enum: Array.from({ length: 100 }, (_, index) => `v${index}`) }, 'string'],
    [true, 'unknown'],
    [false, 'never']
  ])('of %j is %s', (schema, type) => {
    expect(renderSchemaType(schema)).toBe(type)
  })

  it('stops when the schema is endless', () => {
    const list = {
      type: 'object',
      properties: { next: { $ref: '#' }, other: { $ref: '#' }, third: { $ref: '#' } }
    }
    expect(renderSchemaType(list).length).toBeLessThan(10_000)
    expect(renderSchemaType({ $ref: '#' })).toBe('unknown')
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`name_${index}`, {}]))
    expect(renderSchemaType({ type: 'object', properties: wide })).toBe('Record<string, unknown>')
  })

  it('SEC-12-8 cannot be ended by text from a server', () => {
    const words = fc.oneof(
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
        .map((codes) => String.fromCharCode(...codes)),
      fc.constantFrom(
        '*/ evil() /*',
        '*\n/ evil()',
        '\u2028*/evil()',
        '"; evil(); "',
        '}',
        '```',
        '\\',
        "'",
        '*/*/'
      )
    )
    for (const [description, name, value] of fc.sample(fc.tuple(words, words, words), 200)) {
      const inputSchema: JsonObject = {
        type: 'object',
        properties: { [name]: { type: 'string', description }, kind: { enum: [value] } }
      }
      const declared = declareFunction('f', tool({ description, serverName: name, inputSchema }))
      expect(declared.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(2)
      expect(declared).not.toContain('`')
      // As the language reads it: comments and literals apart, nothing is left that a server wrote but a plain name.
      const rest = declared.replace(/\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"/g, '#').replace(/\s+/g, ' ')
      expect(rest).toMatch(
        /^ # f\(args\?: \{ (?:# )?(?:#|[A-Za-z_$][\w$]*)\?: string; kind\?: # \}\): Promise<string>$/
      )
    }
  })
})
