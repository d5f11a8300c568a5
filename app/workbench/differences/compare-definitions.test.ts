import { expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json'
import type { Definitions } from '../../contract/workbench/differences'
import { compareDefinitions } from './compare-definitions'

const tool = (name: string, others: JsonObject = {}): JsonObject => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: 'object' },
  ...others
})
const offer = (others: Partial<Definitions>): Definitions => ({
  server: { name: 's', version: '1', capabilities: {} },
  tool: [tool('echo')],
  prompt: [],
  resource: [],
  template: [],
  ...others
})
const compare = (before: Partial<Definitions>, after: Partial<Definitions>) =>
  compareDefinitions(offer(before), offer(after))

it('finds no difference where only the order differs', () => {
  const found = compare({ tool: [tool('a'), tool('b')] }, { tool: [tool('b'), tool('a')] })
  expect(found).toMatchObject({ changes: [], unchanged: 3, unknown: [] })
})

it('lists tools that were added and removed, with their tokens', () => {
  const found = compare(
    { tool: [tool('old', { description: 'One' })] },
    { tool: [tool('new', { description: 'Two' })] }
  )
  expect(found.changes).toMatchObject([
    { kind: 'tool', name: 'new', change: 'added', isForModel: true, tokens: { before: 0 } },
    { kind: 'tool', name: 'old', change: 'removed', isForModel: true, tokens: { after: 0 } }
  ])
  expect(found.changes[0]?.tokens?.after).toBe(found.after.tokens)
})

it('recognizes a tool that only has a new name', () => {
  const found = compare(
    { tool: [tool('old', { description: 'Same' })] },
    { tool: [tool('new', { description: 'Same' })] }
  )
  expect(found.changes).toMatchObject([
    { name: 'new', previousName: 'old', change: 'changed', isForModel: true, fields: [{ name: 'name' }] }
  ])
})

it('lists what a model gets before what only people see', () => {
  const found = compare(
    {
      tool: [tool('shown', { title: 'A' }), tool('echo', { title: 'A', annotations: { readOnlyHint: true } })]
    },
    {
      tool: [
        tool('shown', { title: 'B' }),
        tool('echo', { title: 'B', annotations: {}, description: 'More' })
      ]
    }
  )
  expect(found.changes.map(({ name, isForModel }) => [name, isForModel])).toEqual([
    ['echo', true],
    ['shown', false]
  ])
  expect(found.changes[0]?.fields.map(({ name, isForModel }) => [name, isForModel])).toEqual([
    ['description', true],
    ['title', false],
    ['annotations', false]
  ])
})

it('describes changed schemas, of which a model gets only the one for input', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const found = compare({}, { tool: [tool('echo', { inputSchema: schema, outputSchema: schema })] })
  expect(found.changes[0]?.fields).toMatchObject([
    { name: 'inputSchema', isForModel: true, notes: [{ text: 'differences.propertyAdded' }] },
    { name: 'outputSchema', isForModel: false, before: null }
  ])
  expect(found.after.tokens).toBeGreaterThan(found.before.tokens)
})

it('counts a tool as removed for models if it is only for apps now', () => {
  const found = compare({}, { tool: [tool('echo', { _meta: { ui: { visibility: ['app'] } } })] })
  expect(found.changes).toMatchObject([
    { isForModel: true, tokens: { after: 0 }, fields: [{ name: '_meta', isForModel: true }] }
  ])
  expect(found.after).toEqual({ tools: 0, tokens: 0 })
})

it('marks instructions as read by models, and version, capabilities, prompts and resources as not', () => {
  const found = compare(
    {},
    {
      server: { name: 's', version: '2', instructions: 'Ask first', capabilities: { logging: {} } },
      prompt: [{ name: 'p' }],
      resource: [{ uri: 'a:b', name: 'r' }],
      template: [{ uriTemplate: 'a:{b}', name: 't' }]
    }
  )
  expect(found.changes.map(({ kind, name, isForModel }) => [kind, name, isForModel])).toEqual([
    ['server', '', true],
    ['prompt', 'p', false],
    ['resource', 'a:b', false],
    ['template', 'a:{b}', false]
  ])
  expect(found.changes[0]?.fields.map(({ name }) => name)).toEqual([
    'instructions',
    'version',
    'capabilities'
  ])
})

it("doesn't compare a list that one side didn't ask for", () => {
  const found = compare({ prompt: null, server: null }, { prompt: [{ name: 'p' }] })
  expect(found).toMatchObject({ changes: [], unknown: ['server', 'prompt'] })
})
