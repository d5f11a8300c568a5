import { describe, expect, it } from 'vitest'
import { readPage } from './read-page'

const entry = (server: object = {}, official: object | null = null) => ({
  server: { name: 'com.example/thing', version: '1.0.0', description: 'A thing.', ...server },
  ...(official === null ? {} : { _meta: { 'io.modelcontextprotocol.registry/official': official } })
})

describe('a page of a registry', () => {
  it('SYS-67: leaves out and counts only invalid entries', () => {
    const bad = [
      ...[null, 7, 'text', [], {}, { server: null }, entry({ name: 7 }), entry({ name: 'no-namespace' })],
      ...[entry({ name: 'com.еxample/cyrillic' }), entry({ version: ['1'] }), entry({ packages: 'npx' })],
      entry({ packages: [{ registryType: 'npm', identifier: ['x'], transport: { type: 'stdio' } }] })
    ]
    const page = readPage({ servers: [...bad, entry()] })
    expect(page?.entries.map(({ name }) => name)).toEqual(['com.example/thing'])
    expect(page?.skipped).toBe(bad.length)
  })

  it('leaves out invalid descriptions', () => {
    const [read] =
      readPage({ servers: [entry({ title: 7, description: null, websiteUrl: {}, repository: 'x' })] })
        ?.entries ?? []
    expect(read).toMatchObject({ title: 'thing', description: '', website: null, repository: null })
  })

  it('cuts long texts, and leaves out URLs that are not of the web', () => {
    const [read] =
      readPage({
        servers: [
          entry({
            title: 'T'.repeat(1_000_000),
            description: 'd'.repeat(1_000_000),
            websiteUrl: 'javascript:alert(1)',
            repository: { url: 'file:///etc/passwd' }
          })
        ]
      })?.entries ?? []
    expect(read?.title.length).toBeLessThan(110)
    expect(read?.description.length).toBeLessThan(1_010)
    expect(read).toMatchObject({ website: null, repository: null })
  })

  it('cuts 50,000 entries on one page to its limit, and counts the rest', () => {
    const page = readPage({ servers: Array.from({ length: 50_000 }, () => entry()) })
    expect(page?.entries.length).toBe(200)
    expect(page?.skipped).toBe(49_800)
  })

  it('accepts only a text of limited length as a cursor', () => {
    const cursorOf = (nextCursor: unknown) => readPage({ servers: [], metadata: { nextCursor } })?.nextCursor
    expect(cursorOf('abc')).toBe('abc')
    expect([cursorOf(''), cursorOf(7), cursorOf(null), cursorOf('x'.repeat(3_000))]).toEqual([
      null,
      null,
      null,
      null
    ])
    expect([readPage([]), readPage({ servers: {} }), readPage('x'), readPage(null)]).toEqual([
      null,
      null,
      null,
      null
    ])
  })

  it('does not offer deleted entries, and marks outdated ones', () => {
    const page = readPage({
      servers: [
        entry({}, { status: 'deleted' }),
        entry({}, { status: 'deprecated', publishedAt: '2026-01-02T03:04:05Z' })
      ]
    })
    expect(page?.entries).toMatchObject([{ isDeprecated: true, publishedAt: '2026-01-02T03:04:05.000Z' }])
  })

  it.each([
    ['io.github.octo/thing', { kind: 'github', name: 'octo' }, null],
    ['com.example.team/thing', { kind: 'domain', name: 'team.example.com' }, null],
    [
      'io.github.modelcontextprotoco1/thing',
      { kind: 'github', name: 'modelcontextprotoco1' },
      'modelcontextprotocol'
    ],
    ['io.github.mlcrosoft/thing', { kind: 'github', name: 'mlcrosoft' }, 'microsoft'],
    ['io.github.microsoft/thing', { kind: 'github', name: 'microsoft' }, null]
  ])(
    'reads the publisher of %s from its namespace, and reports an imitated one',
    (name, publisher, looksLike) => {
      expect(readPage({ servers: [entry({ name })] })?.entries[0]).toMatchObject({ publisher, looksLike })
    }
  )
})
