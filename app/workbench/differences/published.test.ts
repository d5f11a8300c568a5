import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json'
import type { Definitions } from '../../contract/workbench/differences'
import { comparePublished, readEntry, readPublished, toRunningEntry, type RunningEntry } from './published'

const tool = (name: string, description: string): JsonObject => ({
  name,
  description,
  inputSchema: { type: 'object' }
})
const offered: Definitions = {
  server: {
    ...{ name: 'weather', version: '1.1.0', protocolVersion: '2025-11-25', title: 'Weather' },
    capabilities: { tools: {}, logging: {} }
  },
  tool: [tool('forecast', 'Tells the weather'), tool('alerts', 'Lists alerts')],
  prompt: [{ name: 'plan', arguments: [{ name: 'day' }] }],
  resource: [],
  template: []
}

function compare(document: object, entry: RunningEntry | null = null) {
  const published = readPublished(JSON.stringify(document))
  if (published === null) return null
  return comparePublished({ definitions: published.definitions, published }, { definitions: offered, entry })
}

const serverFields = (document: object, entry: RunningEntry | null = null) =>
  Object.fromEntries(
    (compare(document, entry)?.changes ?? [])
      .filter(({ kind }) => kind === 'server')
      .flatMap(({ fields }) => fields.map(({ name, before, after }) => [name, [before, after]]))
  ) as Record<string, unknown>

const registryEntry = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'io.github.someone/weather',
  version: '1.0.0',
  description: 'Weather of every place',
  packages: [
    {
      registryType: 'npm',
      identifier: 'weather',
      environmentVariables: [
        { name: 'API_KEY', isRequired: true, isSecret: true },
        { name: 'REGION', isRequired: true },
        { name: 'UNITS', isRequired: true, default: 'metric' },
        { name: 'LOG' }
      ]
    }
  ],
  remotes: [{ type: 'streamable-http', url: 'https://{region}.weather.example/mcp/' }],
  unknownMember: { anything: [1] }
}

describe('a registry entry', () => {
  it('differs in its version and in the variables that the entry in the settings lacks', () => {
    expect(serverFields(registryEntry, { url: null, variables: ['REGION'] })).toEqual({
      version: ['1.0.0', '1.1.0'],
      environmentVariables: [['API_KEY', 'REGION'], ['REGION']]
    })
  })

  it('requires only the variables that each of its packages needs', () => {
    const other = { registryType: 'pypi', environmentVariables: [{ name: 'REGION', isRequired: true }] }
    const document = { ...registryEntry, packages: [...registryEntry.packages, other] }
    expect(serverFields(document, { url: null, variables: [] })['environmentVariables']).toEqual([
      ['REGION'],
      []
    ])
  })

  it('names the address where the server really is', () => {
    const at = (url: string) => serverFields(registryEntry, { url, variables: [] })['remotes']
    expect(at('https://eu.weather.example/mcp')).toBeUndefined()
    expect(at('https://other.example/mcp')).toEqual([
      ['https://{region}.weather.example/mcp/'],
      ['https://other.example/mcp']
    ])
  })

  it.each([
    ['https://a.example/{x}/{y}', 'https://a.example/1/2/', true],
    ['https://a.example/{x}/{y}', 'https://a.example/1/', false],
    ['https://a.example/{x}{y}', 'https://a.example/1', false],
    ['https://a.example/{x}{y}', 'https://a.example/12', true],
    ['https://{x}.example/a/{y}/mcp', 'https://b.example/a/a/a/mcp', true],
    ['https://{x}.example/a/{y}/mcp', 'https://b.example/a/mcp', false],
    ['https://a.example/mcp', 'https://a.example/mcp//', true],
    ['https://a.example/mcp', 'https://a.example/mcp2', false],
    [`https://${'{a}'.repeat(200)}`, `https://${'a'.repeat(199)}`, false],
    [`https://${'{a}'.repeat(200)}b`, `https://${'a'.repeat(10_000)}`, false],
    [`https://${'{a}'.repeat(200)}b`, `https://${'a'.repeat(10_000)}b`, true]
  ])('%s has %s: %s', (published, url, isSame) => {
    const document = { ...registryEntry, remotes: [{ url: published }] }
    expect(serverFields(document, { url, variables: [] })['remotes'] === undefined).toBe(isSame)
  })

  it('compares and shows addresses without credentials and query, and none with a variable', () => {
    const at = (url: string) => serverFields(registryEntry, toRunningEntry(url, []))['remotes']
    expect(at('https://me:hunter2@eu.weather.example/mcp?api_key=hunter2#x')).toBeUndefined()
    expect(at('https://me:hunter2@other.example/mcp?api_key=hunter2')).toEqual([
      ['https://{region}.weather.example/mcp/'],
      ['https://other.example/mcp']
    ])
    expect(at('https://${input:place}/mcp')).toBeUndefined()
  })

  it('is read in the answer of a registry, and says nothing about tools', () => {
    const found = compare({
      server: registryEntry,
      _meta: { 'io.modelcontextprotocol.registry/official': {} }
    })
    expect(found?.unknown).toContain('tool')
    expect(found?.changes).toHaveLength(1)
  })
})

describe('the entry of a directory', () => {
  const program = {
    ...{
      type: 'npm',
      identifier: 'weather',
      version: '1.0.0',
      placeholders: [],
      download: null,
      problem: null
    },
    launch: {
      ...{ kind: 'program' as const, command: 'npx', args: [] },
      env: [{ name: 'API_KEY', text: '<API_KEY>', isSecret: true }]
    },
    asked: [
      { name: 'API_KEY', description: '', isRequired: true, isSecret: true, usual: null, choices: [] },
      { name: 'REGION', description: '', isRequired: true, isSecret: false, usual: 'eu', choices: [] }
    ]
  }
  const remote = {
    ...program,
    type: 'remote',
    identifier: 'https://weather.example/mcp',
    launch: null,
    asked: []
  }
  const entry = {
    ...{ name: 'io.github.someone/weather', title: 'Weather', description: 'Weather', version: '1.0.0' },
    ...{
      publisher: { kind: 'github' as const, name: 'someone' },
      looksLike: null,
      publishedAt: null,
      isDeprecated: false
    },
    ...{ repository: null, website: null, ways: [program, remote] }
  }

  it('is read like the file', () => {
    expect(readEntry(entry).definitions.server).toEqual({
      ...{ name: 'io.github.someone/weather', title: 'Weather', description: 'Weather', version: '1.0.0' },
      ...{ remotes: ['https://weather.example/mcp'], environmentVariables: ['API_KEY'] }
    })
  })

  it('says nothing with a title that is its name, an empty description, and what only one package needs', () => {
    const other = { ...program, type: 'pypi', asked: [] }
    const ways = [program, other]
    expect(readEntry({ ...entry, title: 'weather', description: '', ways }).definitions.server).toEqual({
      name: 'io.github.someone/weather',
      version: '1.0.0'
    })
  })

  it('is the same as a server whose longer texts begin like its cut ones', () => {
    const findFields = (description: string) => {
      const published = readEntry({ ...entry, ways: [], description: `${'x'.repeat(1_000)}…` })
      const running = {
        ...offered,
        server: { name: 'weather', version: '1.0.0', title: 'Weather', description }
      }
      return comparePublished({ definitions: published.definitions, published }, { definitions: running })
        .changes.filter(({ kind }) => kind === 'server')
        .flatMap(({ fields }) => fields.map(({ name }) => name))
    }
    expect(findFields('x'.repeat(1_200))).toEqual([])
    expect(findFields('y'.repeat(1_200))).toEqual(['description'])
  })
})

describe('a server card', () => {
  it('is about the name, the capabilities and the revisions', () => {
    const card = {
      ...{ name: 'com.example/other', version: '1.1.0', description: 'x' },
      remotes: [
        { type: 'streamable-http', url: 'https://a.example/mcp', supportedProtocolVersions: ['2026-07-28'] }
      ],
      capabilities: { tools: {}, prompts: {} }
    }
    expect(serverFields(card)).toEqual({
      name: ['com.example/other', 'weather'],
      capabilities: [
        ['prompts', 'tools'],
        ['logging', 'tools']
      ],
      protocolVersions: [['2026-07-28'], ['2025-11-25']]
    })
  })

  it('in the older form has its name in serverInfo, and lists that may be dynamic', () => {
    const card = {
      serverInfo: { name: 'weather', version: '1.1.0' },
      tools: ['dynamic'],
      protocolVersion: '2025-11-25'
    }
    expect(compare(card)).toMatchObject({ changes: [], unknown: ['tool', 'prompt', 'resource', 'template'] })
  })
})

describe('the manifest of a bundle', () => {
  const manifest = {
    ...{
      manifest_version: '0.3',
      name: 'weather',
      display_name: 'Weather',
      version: '1.1.0',
      server: { type: 'node' }
    },
    tools: [
      { name: 'forecast', description: 'Tells the weather' },
      { name: 'history', description: 'Old weather' }
    ],
    prompts: [{ name: 'plan', arguments: ['day'], text: 'Plan the day' }]
  }

  it('shows first which tools a model gets and which it misses', () => {
    expect(
      compare(manifest)?.changes.map(({ kind, name, change, isForModel }) => [kind, name, change, isForModel])
    ).toEqual([
      ['tool', 'alerts', 'added', true],
      ['tool', 'history', 'removed', true]
    ])
  })

  it('may leave out tools that the server makes itself', () => {
    const names = compare({ ...manifest, tools_generated: true })?.changes.map(({ name }) => name)
    expect(names).toEqual(['history'])
  })
})

it.each(['', '[]', '{}', '{"name": 1, "version": "1"}', '{"mcpServers": {}}'])(
  'is nothing else: %s',
  (text) => {
    expect(readPublished(text)).toBeNull()
  }
)
