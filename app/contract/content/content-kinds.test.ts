import { expect, test } from 'vitest'
import { contentBlock, type ContentBlock } from '../content-blocks'
import {
  contentKinds,
  describeBlock,
  listBlockFields,
  mapFields,
  readBlock,
  readBlockText
} from './content-kinds'

const link = {
  type: 'resource-link',
  uri: 'file:///plan.md',
  name: 'Plan',
  mimeType: 'text/markdown'
} as const

test('RES-23: the description of a resource that a tool points to reaches the model with it', () => {
  const described = describeBlock({ ...link, description: 'What we do in May' })
  expect(described).toBe('[link to resource file:///plan.md, named Plan: What we do in May]')
  expect(describeBlock({ ...link, description: null })).toBe('[link to resource file:///plan.md, named Plan]')
})

/** One of every kind, as a server sends it. A new kind does not compile without an example. */
const examples: Record<Exclude<ContentBlock['type'], 'unknown'>, Record<string, unknown>> = {
  text: { type: 'text', text: 'Hello' },
  image: { type: 'image', mimeType: 'image/png', data: 'AAAA' },
  audio: { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
  resource: { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'Words' } },
  'resource-link': { type: 'resource_link', uri: 'file:///a', name: 'a', title: 'A', description: 'It is a' }
}

test.each(Object.entries(examples))('reads all of a %s block', (kind, sent) => {
  const block = readBlock(sent)
  expect(contentBlock.parse(block)).toEqual(block)
  expect(block?.type).toBe(kind)
  const held = listBlockFields(block!).map(({ value }) => value)
  expect(held.length).toBeGreaterThan(0)
  expect(describeBlock(block!)).not.toContain('AAAA')
})

test.each(Object.values(examples))("rejects a block whose form doesn't match its type: %j", (sent) => {
  expect(readBlock({ type: sent['type'] })).toBeNull()
})

test('has no entry for an unknown type or for the placeholder name of unknown content', () => {
  for (const type of ['hologram', 'unknown', 'resource-link', '', undefined])
    expect(readBlock({ type, text: 'x', uri: 'a:b', raw: 1 })).toBeNull()
})

test('has a role for every field, and each role decides whether the field is changed', () => {
  for (const [kind, sent] of Object.entries(examples)) {
    const { type, annotations, ...fields } = readBlock(sent) as Record<string, unknown>
    expect([type, annotations]).toEqual([kind, undefined])
    expect(Object.keys(contentKinds[kind as ContentBlock['type']].fields).sort()).toEqual(
      Object.keys(fields).sort()
    )
  }
  const resource = readBlock(examples.resource)!
  const louder = mapFields(resource, { words: (text) => text.toUpperCase() })
  expect(louder).toEqual({ ...resource, text: 'WORDS' })
  expect(mapFields({ ...resource, text: null } as ContentBlock, { words: () => 'x' })).toMatchObject({
    text: null
  })
  expect(mapFields({ type: 'unknown', raw: [1] }, { data: () => ({ a: null }), words: () => 'x' })).toEqual({
    type: 'unknown',
    raw: { a: null }
  })
  expect(
    ['text', 'resource', 'image'].map((kind) => readBlockText(readBlock(examples[kind as 'text'])!))
  ).toEqual(['Hello', 'Words', null])
})
