/** `parley diff` with the whole core, real servers and recordings. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { sendJson, serveEndpoint } from '../../app/mcp/testing/http-endpoint'
import { openRegistry } from '../../app/testing/servers/directory-registry'
import { runParley } from './run'

const lineServer = new URL('../../app/testing/servers/line-server.mjs', import.meta.url).href

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-diff-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const diff = (...words: readonly string[]) => diffWith({}, ...words)

/** `answer`: what is typed at each question. */
async function diffWith({ answer = null }: { readonly answer?: string | null }, ...words: readonly string[]) {
  const told = { out: '', error: '' }
  const status = await runParley(['diff', `--data-dir=${folder}`, ...words], {
    terminal: {
      out: (text) => (told.out += text),
      error: (text) => (told.error += text),
      isInteractive: answer !== null,
      readLine: async () => answer ?? '',
      readLines: async function* () {}
    },
    environment: { PATH: process.env['PATH'] ?? '', HOME: folder },
    resources: fileURLToPath(new URL('../../resources', import.meta.url)),
    version: '0.0.0',
    signal: new AbortController().signal
  })
  return { status, ...told }
}

async function writeServer(name: string, description: string, title: string): Promise<string> {
  const file = path.join(folder, `${name}.mjs`)
  const tool = { name: 'add', title, description, inputSchema: { type: 'object' } }
  const code = `import { serve, textResult } from ${JSON.stringify(lineServer)}
    serve({ name: 'sums', tools: [${JSON.stringify(tool)}], call: { add: () => textResult('3') } })`
  await writeFile(file, code)
  return file
}

async function writeRecording(name: string, description: string, sum: string): Promise<string> {
  const file = path.join(folder, `${name}.parleyrec`)
  const exchange = (id: number, method: string, params: object, result: object) => [
    { direction: 'out', message: { jsonrpc: '2.0', id, method, params } },
    { direction: 'in', message: { jsonrpc: '2.0', id, result } }
  ]
  const tools = [{ name: 'add', title: 'Add', description, inputSchema: { type: 'object' } }]
  const messages = [
    ...exchange(1, 'initialize', {}, { serverInfo: { name: 'sums' }, capabilities: { tools: {} } }),
    ...exchange(2, 'tools/list', {}, { tools }),
    ...exchange(3, 'tools/call', { name: 'add', arguments: {} }, { content: [{ type: 'text', text: sum }] })
  ]
  const lines = [
    { parleyRecording: 1, of: 'server', servers: [{ name: 'sums' }] },
    ...messages.map((each) => ({ type: 'message', at: 0, server: 'sums', ...each }))
  ]
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

it('compares two recordings: first what a model notices, then the steps', async () => {
  const before = await writeRecording('before', 'Adds', '3')
  const same = await diff(before, before, '--json')
  expect(same).toMatchObject({ status: 0, error: '' })
  const after = await writeRecording('after', 'Adds numbers', '4')
  const found = await diff(before, after)
  expect(found.status).toBe(1)
  expect(found.out).toContain('A model notices:\n  ~ tool add')
  expect(found.out).toContain('description: "Adds" → "Adds numbers"')
  expect(found.out).toContain('✗ tools/call add')
})

it('compares a recording with a running server, and exits with 0 if only people notice the difference', async () => {
  const before = await writeRecording('before', 'Adds', '3')
  const retitled = await writeServer('retitled', 'Adds', 'Add up')
  const found = await diff(before, '--yes', '--', process.execPath, retitled)
  expect(found.out).toContain('Only people notice:')
  expect(found.out).not.toContain('A model notices:')
  expect(found.status).toBe(0)
}, 60_000)

it('compares two servers, one after the other', async () => {
  const entries = await Promise.all(
    [await writeServer('one', 'Adds', 'Add'), await writeServer('two', 'Adds numbers', 'Add')].map(
      async (file) => JSON.stringify({ command: process.execPath, args: [file] })
    )
  )
  const found = await diff('--yes', '--json', ...entries)
  expect(found.status).toBe(1)
  expect(JSON.parse(found.out)).toMatchObject({
    ok: false,
    isNoticedByModels: true,
    definitions: { changes: [{ kind: 'tool', name: 'add', fields: [{ name: 'description' }] }] }
  })
}, 60_000)

it('needs two sides', async () => {
  expect(await diff('only')).toMatchObject({ status: 2 })
})

it('compares what is published about a server with what it really offers', async () => {
  const file = path.join(folder, 'server.json')
  const variable = { name: 'API_KEY', isRequired: true }
  const entry = {
    ...{ name: 'io.github.someone/sums', version: '9.9.9' },
    packages: [{ registryType: 'npm', identifier: 'sums', environmentVariables: [variable] }]
  }
  await writeFile(file, JSON.stringify(entry))
  const server = await writeServer('sums', 'Adds', 'Add')
  const found = await diff(file, '--yes', '--', process.execPath, server)
  expect(found.status).toBe(0)
  expect(found.out).toContain('version: "9.9.9" →')
  expect(found.out).toContain('environmentVariables: ["API_KEY"] → []')
  expect(found.out).toContain('Not compared')

  const manifest = path.join(folder, 'manifest.json')
  const tools = [{ name: 'subtract', description: 'Subtracts' }]
  await writeFile(manifest, JSON.stringify({ ...entry, tools }))
  const noticed = await diff(manifest, '--yes', '--', process.execPath, server)
  expect(noticed.status).toBe(1)
  expect(noticed.out).toContain('A model notices:\n  + tool add')
  expect(noticed.out).toContain('- tool subtract')

  await writeFile(file, '{}')
  const refused = await diff(file, manifest)
  expect(refused.error).toContain(
    "server.json isn't a server.json, a server card, or the manifest of a bundle."
  )
  const mistyped = await diff(path.join(folder, 'sever.json'), manifest)
  expect(mistyped.error).toContain("Parley can't read sever.json.")
})

it('compares a server with its card and with the entry of a registry', async () => {
  const card = { name: 'own', version: '2' }
  await using endpoint = await serveEndpoint((request, response) =>
    request.path.endsWith('/mcp/server-card.json') ? sendJson(response, card) : false
  )
  const { url } = endpoint
  const fromCard = await diff('--yes', '--json', `card:${url}`, url)
  const [change] = JSON.parse(fromCard.out).definitions.changes
  expect(change).toMatchObject({ kind: 'server', fields: [{ name: 'version', before: '2', after: '1' }] })

  const registry = await openRegistry(10)
  onTestFinished(() => registry.close())
  const settings = JSON.stringify({ directory: { registry: registry.address } })
  await writeFile(path.join(folder, 'settings.json'), settings)
  const name = 'io.github.maker-3/maps-3'
  const unasked = await diff('--yes', `registry:${name}`, url)
  expect(unasked.status).toBe(3)
  expect(registry.urls).toEqual([])
  const fromRegistry = await diffWith({ answer: 'yes' }, '--yes', `registry:${name}`, url)
  expect(fromRegistry.out).toContain('name: "io.github.maker-3/maps-3" → "own"')
  expect(registry.urls).toEqual([`/v0.1/servers/${encodeURIComponent(name)}/versions`])
})
