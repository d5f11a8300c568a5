import { describe, expect, test } from 'vitest'
import type { ToolDefinition } from '../contract/consents'
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
  ])('SEC-11-11 %o and %o are two definitions', (one, other) => {
    expect(hash(one)).not.toBe(hash(other))
  })

  test('does not change with the order of keys', () => {
    expect(hash({ a: 1, b: { c: 2, d: [] } })).toBe(hash({ b: { d: [], c: 2 }, a: 1 }))
  })

  test('is what it was before for a definition that could not be mistaken', () => {
    const usual = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
    expect(hash(usual)).toBe(former(usual))
    expect(hash({ type: 'object', properties: {} })).toBe(former({ type: 'object', properties: {} }))
  })
})

describe('approvals under the former hash', () => {
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

  test('go on under the new one where the approved definition is there in full', () => {
    const { pins, byFormer } = renewHashes([pin])
    expect(pins).toMatchObject([{ hash: hash(schema) }])
    expect(withNewHashes(grant, byFormer).definitionHash).toBe(hash(schema))
    const wide = { ...grant, toolName: null, definitionHash: '', coveredTools: { t: former(schema) } }
    expect(withNewHashes(wide, byFormer).coveredTools).toEqual({ t: hash(schema) })
  })

  test('do not where another definition was approved', () => {
    const { pins, byFormer } = renewHashes([{ ...pin, hash: 'another' }])
    expect(pins).toMatchObject([{ hash: 'another' }])
    expect(withNewHashes(grant, byFormer)).toBe(grant)
    const ofOther = { ...grant, serverName: 'other' }
    expect(withNewHashes(ofOther, renewHashes([pin]).byFormer).definitionHash).toBe(former(schema))
  })
})
