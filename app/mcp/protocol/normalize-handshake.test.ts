/** Information of servers in a handshake, in other forms than the protocol's. */
import { describe, expect, it } from 'vitest'
import { normalizeDiscover, normalizeInitialize } from './normalize-handshake'

const whole = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'notes', version: '1' }
}
const read = (fields: object) => normalizeInitialize({ ...whole, ...fields }) as Record<string, unknown>

describe('the answer to initialize', () => {
  it('is unchanged if it is valid', () => {
    const given = {
      ...whole,
      capabilities: { tools: { listChanged: true }, experimental: { own: { limit: 5, none: null } } },
      serverInfo: {
        name: 'notes',
        version: '1',
        icons: [{ src: 'data:image/png;base64,', sizes: ['16x16'] }]
      },
      instructions: 'Begin.',
      _meta: { own: 1 }
    }
    expect(normalizeInitialize(given)).toEqual(given)
  })

  it.each<[string, unknown, unknown]>([
    ['are null', null, { tools: {} }],
    ['are missing', undefined, { tools: {} }],
    ['are an empty list', [], {}],
    ['are a list of names', ['tools', 'prompts'], { tools: {}, prompts: {} }],
    ['contain lists', { tools: [], experimental: [] }, { tools: {}, experimental: {} }],
    [
      'contain nulls',
      { tools: {}, prompts: null, resources: { subscribe: null }, logging: null },
      { tools: {}, resources: {} }
    ],
    ['contain booleans', { tools: true, prompts: false, logging: 'true' }, { tools: {}, logging: {} }],
    [
      'contain booleans as strings',
      { tools: { listChanged: 'true' }, resources: { subscribe: 1 } },
      { tools: { listChanged: true }, resources: { subscribe: true } }
    ],
    ['contain invalid switches', { tools: { listChanged: 'often' } }, { tools: {} }],
    [
      'contain invalid tasks',
      { tasks: { list: [], cancel: null, requests: { tools: { call: true } } } },
      { tasks: { list: {}, requests: { tools: { call: {} } } } }
    ],
    [
      'contain experiments that are not objects',
      { experimental: { a: true, b: null, c: [] } },
      { experimental: { a: {}, c: {} } }
    ]
  ])('has its capabilities read if they %s', (_what, capabilities, expected) => {
    expect(read({ capabilities })['capabilities']).toEqual(expected)
  })

  it.each<[string, unknown, object]>([
    ['is missing', undefined, { name: '', version: '' }],
    ['is null', null, { name: '', version: '' }],
    ['is a text', 'notes', { name: 'notes', version: '' }],
    ['has no version', { name: 'notes' }, { name: 'notes', version: '' }],
    ['has numbers', { name: 7, version: 1.5 }, { name: '7', version: '1.5' }],
    [
      'has nulls',
      { name: 'notes', version: null, title: null, icons: null, websiteUrl: null, description: null },
      { name: 'notes', version: '' }
    ],
    [
      'has invalid icons',
      {
        name: 'n',
        version: '1',
        icons: [null, { src: 5 }, { src: 'a:b', sizes: '16x16', theme: 'pink', mimeType: null }]
      },
      { name: 'n', version: '1', icons: [{ src: 'a:b', sizes: ['16x16'] }] }
    ]
  ])('has its server information read if that %s', (_what, serverInfo, expected) => {
    expect(read({ serverInfo })['serverInfo']).toEqual(expected)
  })

  it.each<[unknown, unknown]>([
    [undefined, '2025-03-26'],
    [null, '2025-03-26'],
    [20_250_618, '2025-06-18'],
    ['20250618', '2025-06-18'],
    [' 2025-06-18 ', '2025-06-18'],
    ['2031-01-01', '2031-01-01'],
    [2, '2']
  ])('has the revision %s, which is %s', (protocolVersion, expected) => {
    expect(read({ protocolVersion })['protocolVersion']).toBe(expected)
  })

  it('has instructions and _meta if they are understood', () => {
    expect(read({ instructions: null, _meta: [] })).toEqual(whole)
    expect(read({ instructions: ['Begin.', 'End.'] })['instructions']).toBe('Begin.\nEnd.')
    expect(read({ instructions: { a: 1 } })).toEqual(whole)
  })

  it.each([null, 'hello', [1], 5])('is left to the library to refuse if it is %j', (given) => {
    expect(normalizeInitialize(given)).toBe(given)
  })

  it('has no capabilities if they are invalid', () => {
    expect(read({ capabilities: 'all' })['capabilities']).toBe('all')
  })
})

it('is repaired in the same way for server/discover', () => {
  const key = 'io.modelcontextprotocol/serverInfo'
  expect(
    normalizeDiscover({
      resultType: 'complete',
      supportedVersions: '2026-07-28',
      capabilities: { tools: [], prompts: null },
      instructions: null,
      _meta: { [key]: { name: 'notes' } }
    })
  ).toEqual({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    _meta: { [key]: { name: 'notes', version: '' } }
  })
  expect(normalizeDiscover({ supportedVersions: ['2026-07-28'], capabilities: [], _meta: [] })).toEqual({
    supportedVersions: ['2026-07-28'],
    capabilities: {}
  })
})
