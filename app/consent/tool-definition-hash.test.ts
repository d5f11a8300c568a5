import { describe, expect, test } from 'vitest'
import type { ToolDefinition } from '../contract/tool-definition'
import type { JsonObject } from '../contract/json'
import type { StoredGrant, StoredPin } from '../history/interface'
import { hashFormerDefinition, hashToolDefinition } from './tool-definition-hash'
import { renewHashes, withNewHashes } from './store/renew-hashes'

const definition = (inputSchema: JsonObject): ToolDefinition => ({
  title: null,
  description: 'd',
  annotations: {},
  inputSchema,
  outputSchema: null
})
const hash = (schema: JsonObject) => hashToolDefinition('t', definition(schema))
const former = (schema: JsonObject) => hashFormerDefinition('t', definition(schema))

describe('the hash of a definition', () => {
  test.each<[JsonObject, JsonObject]>([
    [{ default: {} }, { default: [] }],
    [{ default: { a: 1 } }, { default: [['a', 1]] }],
    [
      { default: { a: 1, b: {} } },
      {
        default: [
          ['a', 1],
          ['b', []]
        ]
      }
    ],
    [{ enum: [['a', {}]] }, { enum: [['a', []]] }],
    [{ enum: [{ list: [] }] }, { enum: [[]] }],
    [{ enum: { list: [] } }, { enum: [] }]
  ])('SEC-11-11 distinguishes %o from %o', (one, other) => {
    expect(hash(one)).not.toBe(hash(other))
  })

  test('does not depend on the order of keys', () => {
    expect(hash({ a: 1, b: { c: 2, d: [] } })).toBe(hash({ b: { d: [], c: 2 }, a: 1 }))
  })

  test('stays what is stored for a tool without data about views', () => {
    expect(hash({ type: 'object' })).toBe('cc6f29e522896b84d3314c4a1692a510d09704210ae941ee29e7d6ca51bc9575')
  })

  test('changes with the view and with who gets the tool', () => {
    const ui = { resourceUri: null, isForModel: true, isForView: true }
    const definitions = [
      definition({}),
      { ...definition({}), ui: { ...ui, isForModel: false } },
      { ...definition({}), ui: { ...ui, isForView: false } },
      { ...definition({}), ui: { ...ui, resourceUri: 'ui://s/one' } },
      { ...definition({}), ui: { ...ui, resourceUri: 'ui://s/two' } }
    ]
    const hashes = definitions.map((one) => hashToolDefinition('t', one))
    expect(new Set(hashes).size).toBe(definitions.length)
  })

  test('equals the former hash for a definition that could not be mistaken', () => {
    const usual = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
    expect(hash(usual)).toBe(former(usual))
    expect(hash({ type: 'object', properties: {} })).toBe(former({ type: 'object', properties: {} }))
  })
})

describe('an approval with the former hash', () => {
  const schema = { type: 'object', required: [] }
  const pin: StoredPin = {
    serverName: 's',
    toolName: 't',
    hash: former(schema),
    definition: definition(schema),
    pinnedAt: 1
  }
  const grant = {
    serverName: 's',
    toolName: 't',
    definitionHash: former(schema),
    coveredTools: {}
  } as StoredGrant

  test('moves to the new hash when the full approved definition is available', () => {
    const { pins, byFormer } = renewHashes([pin])
    expect(pins).toMatchObject([{ hash: hash(schema) }])
    expect(withNewHashes(grant, byFormer).definitionHash).toBe(hash(schema))
    const wide = { ...grant, toolName: null, definitionHash: '', coveredTools: { t: former(schema) } }
    expect(withNewHashes(wide, byFormer).coveredTools).toEqual({ t: hash(schema) })
  })

  test('is dropped when another definition was approved', () => {
    const { pins, byFormer } = renewHashes([{ ...pin, hash: 'another' }])
    expect(pins).toMatchObject([{ hash: 'another' }])
    expect(withNewHashes(grant, byFormer)).toBe(grant)
    const ofOther = { ...grant, serverName: 'other' }
    expect(withNewHashes(ofOther, renewHashes([pin]).byFormer).definitionHash).toBe(former(schema))
  })
})
