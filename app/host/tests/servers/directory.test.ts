/** Directories of servers through the whole host, with a registry that may misbehave. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { QuestionAnswer } from '../../../contract/questions/questions'
import type { DirectorySource } from '../../../contract/servers/directory'
import { sendJson, serveEndpoint } from '../../../mcp/testing/http-endpoint'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { openRegistry, type Misbehave, type TestRegistry } from '../../../testing/servers/directory-registry'
import { soon } from '../../../testing/soon'

let folder: string
let host: OpenTestHost
let registry: TestRegistry
let misbehave: Misbehave

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-directory-'))
  misbehave = () => false
  registry = await openRegistry(250, (...asked) => misbehave(...asked))
})

afterEach(async () => {
  await host.dispose()
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(settings: object): Promise<void> {
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings, null, 2))
  host = await openHost({ folder })
  await host.start()
}

const withRegistry = () => open({ directory: { registry: registry.address } })
const read = async (source: DirectorySource, search = '', cursor: string | null = null) =>
  await host.handlers['directory.read']({ source, search, cursor })

async function answer(given: QuestionAnswer): Promise<void> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: given.type }), soon)
  await host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer: given })
}

/** Reads from the registry; the user allows the request. */
async function readTrusted(search = '') {
  const reading = read('registry', search)
  reading.catch(() => {})
  await answer({ type: 'destination', decision: 'trust' })
  return await reading
}

describe('directories of servers', () => {
  it('SYS-67: shows the whole shipped list without a registry, and requests nothing', async () => {
    await open({})
    const page = await read('shipped')
    expect(page.entries).toHaveLength(12)
    expect(page.skipped).toBe(0)
    const usable = page.entries.flatMap(({ ways }) => ways)
    expect(usable.filter(({ launch }) => launch === null)).toEqual([])
    expect((await read('shipped', 'folders file')).entries.map(({ title }) => title)).toEqual(['Filesystem'])
    await expect(read('registry')).rejects.toMatchObject({ code: 'DIRECTORY_FAILED' })
    expect(host.question()).toBeNull()
  })

  it('requests nothing from a registry of the settings file before an approval, and nothing after a denial', async () => {
    await withRegistry()
    const reading = read('registry', 'mail')
    reading.catch(() => {})
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'destination' }), soon)
    expect(host.question()).toMatchObject({ act: { kind: 'directory', address: registry.address } })
    await answer({ type: 'destination', decision: 'not-now' })
    await expect(reading).rejects.toMatchObject({ code: 'DESTINATION_NOT_TRUSTED' })
    expect(registry.urls).toEqual([])
    expect((await read('shipped')).entries).toHaveLength(12)
  })

  it('ECO-04 SYS-67: reads the registry page by page after an approval, and records the search in the ledger', async () => {
    await withRegistry()
    const page = await readTrusted('mail')
    expect(page.entries).toHaveLength(25)
    expect(registry.urls).toEqual(['/v0.1/servers?limit=100&version=latest&search=mail'])
    const first = await read('registry')
    const second = await read('registry', '', first.nextCursor)
    expect(second.entries[0]?.name).not.toBe(first.entries[0]?.name)
    const { entries } = await host.handlers['directory.read-versions']({
      source: 'registry',
      name: first.entries[3]?.name ?? ''
    })
    expect(entries.map(({ version }) => version)).toEqual(['2.0.0', '1.5.0', '1.0.0'])
    await vi.waitFor(async () => {
      const { entries: told } = await host.handlers['ledger.search']({
        recipientType: 'address',
        recipient: null,
        text: '',
        from: null,
        to: null,
        beforePosition: null,
        limit: 50
      })
      const asked = told.filter(({ kind }) => kind === 'directory')
      expect(asked).toHaveLength(4)
      expect(asked.at(-1)).toMatchObject({ excerpt: 'mail', subject: `${registry.address}/v0.1/servers` })
    }, soon)
  })

  it('compares a server with the newest entry of a name, after an approval of the registry', async () => {
    const lines = new URL('../../../testing/servers/line-server.mjs', import.meta.url).href
    const code = `import { serve } from ${JSON.stringify(lines)}\nserve({ name: 'maps-3', tools: [], call: {} })`
    await writeFile(path.join(folder, 'maps.mjs'), code)
    const maps = { command: process.execPath, args: [path.join(folder, 'maps.mjs')], sandbox: 'off' }
    await open({ directory: { registry: registry.address }, mcpServers: { maps } })
    await answer({ type: 'server-trust', decision: 'trust' })
    await vi.waitFor(async () => {
      expect((await host.handlers['app.snapshot']({})).servers[0]?.state).toBe('connected')
    }, soon)
    const name = 'io.github.maker-3/maps-3'
    const reading = host.handlers['difference.read-entry']({ name })
    await answer({ type: 'destination', decision: 'trust' })
    const file = await reading
    expect(file).toMatchObject({ name: `${name} 2.0.0`, of: 'publication' })
    const { definitions } = await host.handlers['difference.read']({
      before: { type: 'file', fileId: file.fileId },
      after: { type: 'server', serverName: 'maps' }
    })
    expect(
      definitions?.changes.map(({ kind, fields }) => [kind, fields.map(({ name: field }) => field)])
    ).toEqual([['server', ['version', 'environmentVariables']]])
  })

  it('compares a server with the card on its own host, which gets nothing but the request', async () => {
    const card = { name: 'io.example/own', version: '2', description: 'Adds.', tools: [{ name: 'gone' }] }
    await using endpoint = await serveEndpoint((request, response) =>
      request.path.endsWith('/mcp/server-card.json') ? sendJson(response, card) : false
    )
    const sums = { url: endpoint.url, headers: { 'X-Team': 'secret-of-the-team' } }
    await open({ mcpServers: { sums } })
    const refused = host.handlers['difference.read-card']({ serverName: 'sums' })
    await expect(refused).rejects.toMatchObject({ code: 'SERVER_NOT_CONNECTED' })
    await answer({ type: 'server-trust', decision: 'trust' })
    await vi.waitFor(async () => {
      expect((await host.handlers['app.snapshot']({})).servers[0]?.state).toBe('connected')
    }, soon)
    const { fileId, of } = await host.handlers['difference.read-card']({ serverName: 'sums' })
    expect(of).toBe('publication')
    const asked = endpoint.requests.filter(({ path: place }) => place.includes('server-card'))
    expect(asked.map(({ path: place }) => place)).toEqual([
      '/mcp/server-card',
      '/.well-known/mcp/server-card.json'
    ])
    expect(JSON.stringify(asked)).not.toContain('secret-of-the-team')
    const { definitions } = await host.handlers['difference.read']({
      before: { type: 'file', fileId },
      after: { type: 'server', serverName: 'sums' }
    })
    expect(definitions?.changes.map(({ kind, name, change }) => [kind, name, change])).toEqual(
      expect.arrayContaining([
        ['tool', 'gone', 'removed'],
        ['tool', 'go', 'added']
      ])
    )
    await vi.waitFor(async () => {
      const { entries } = await host.handlers['ledger.search']({
        recipientType: 'address',
        recipient: null,
        text: '',
        from: null,
        to: null,
        beforePosition: null,
        limit: 50
      })
      expect(entries.map(({ subject }) => subject)).toContain(
        new URL('/.well-known/mcp/server-card.json', endpoint.url).href
      )
    }, soon)
  })

  it('requests no entry for a comparison after a denial', async () => {
    await withRegistry()
    const reading = host.handlers['difference.read-entry']({ name: 'io.github.maker-3/maps-3' })
    const refused = expect(reading).rejects.toMatchObject({ code: 'DESTINATION_NOT_TRUSTED' })
    await answer({ type: 'destination', decision: 'not-now' })
    await refused
    expect(registry.urls).toEqual([])
  })

  it.each<[string, Misbehave, RegExp]>([
    ['is out of order', (_, response) => (response.writeHead(503).end(), true), /HTTP 503/],
    [
      'redirects to a different site',
      (_, response) => (response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), true),
      /another address/
    ],
    [
      'sends another format',
      (_, response) => (response.end('<html>'), true),
      /respond like a server registry/
    ],
    [
      'sends no list',
      (_, response) => (response.end('{"servers":"all"}'), true),
      /respond like a server registry/
    ],
    [
      'sends more than a page may contain',
      (_, response) => (response.end(`{"servers":[],"x":"${'x'.repeat(3_000_000)}"}`), true),
      /more data at once/
    ],
    ['hangs up', (_, response) => (response.destroy(), true), /can't reach the registry/]
  ])('reports a registry that %s, and the next request works', async (_what, fault, words) => {
    await withRegistry()
    misbehave = fault
    await expect(readTrusted()).rejects.toThrow(words)
    misbehave = () => false
    expect((await read('registry')).entries).toHaveLength(100)
    expect((await read('shipped')).entries).toHaveLength(12)
  })

  it('refuses an unencrypted address of another computer without a question', async () => {
    await open({ directory: { registry: 'http://registry.example' } })
    await expect(read('registry')).rejects.toMatchObject({ code: 'DESTINATION_REFUSED' })
    expect(host.question()).toBeNull()
  })

  it('finds a server with an older version, and updates it with comments kept', async () => {
    const text = `{
  "mcpServers": {
    // mine
    "mail": { "disabled": true, "command": "npx", "args": ["-y", "mail-server-2@1.0.0", "--all"] },
    "box": { "disabled": true, "command": "docker", "args": ["run", "-i", "--rm", "-e", "KEY", "ghcr.io/o/box:1.0"] },
    "py": { "disabled": true, "command": "uvx", "args": ["py-thing==1.0", "x"] },
    "own": { "disabled": true, "command": "node", "args": ["index.js"] }
  }
}
`
    await writeFile(path.join(folder, 'settings.json'), text)
    host = await openHost({ folder })
    await host.start()
    expect(await host.handlers['directory.list-installed']({})).toEqual([
      { serverName: 'mail', type: 'npm', identifier: 'mail-server-2', version: '1.0.0' },
      { serverName: 'box', type: 'oci', identifier: 'ghcr.io/o/box', version: '1.0' },
      { serverName: 'py', type: 'pypi', identifier: 'py-thing', version: '1.0' }
    ])
    const mail = { serverName: 'mail', type: 'npm', identifier: 'mail-server-2' }
    await host.handlers['directory.update']({ ...mail, from: '1.0.0', to: '2.0.0' })
    const written = await readFile(path.join(folder, 'settings.json'), 'utf8')
    expect(written).toContain('"mail-server-2@2.0.0"')
    expect(written).toContain('"--all"')
    expect(written).toContain('// mine')
    const again = host.handlers['directory.update']({ ...mail, from: '1.0.0', to: '3.0.0' })
    await expect(again).rejects.toMatchObject({ code: 'DIRECTORY_FAILED' })
  })

  it('refuses a version that would change the command', async () => {
    const mail = { command: 'npx', args: ['-y', 'mail-server-2@1.0.0'], disabled: true }
    await open({ mcpServers: { mail } })
    const wanted = { serverName: 'mail', type: 'npm', identifier: 'mail-server-2', from: '1.0.0' }
    for (const to of ['latest', 'https://evil.test/x.tgz', '1.0.0 --all', '${env:HOME}'])
      await expect(host.handlers['directory.update']({ ...wanted, to })).rejects.toMatchObject({
        code: 'DIRECTORY_FAILED'
      })
  })
})
