/** A connection from its first message to its last, over stdio and over a transport of the caller. */
import { InMemoryTransport } from '@modelcontextprotocol/client'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionInfo } from '../interface'
import { isGroupAlive } from '../../base/process-group'
// @ts-expect-error: a plain Node program, which stdio starts from its file
import { createLifecycleServer as untyped } from '../testing/lifecycle-server.mjs'
import { installed, watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import { soon } from '../../testing/soon'

interface LifecycleServer {
  connect(transport: InMemoryTransport): Promise<void>
}

const createLifecycleServer = untyped as () => LifecycleServer
const lifecycleServer = fileURLToPath(new URL('../testing/lifecycle-server.mjs', import.meta.url))
let watched: WatchedClients

afterEach(async () => {
  await watched.clients.shutdown()
})

const inMemory = () => {
  const watchedInMemory = watchClients({
    createTransport: () => {
      const [here, there] = InMemoryTransport.createLinkedPair()
      void createLifecycleServer().connect(there)
      return here
    }
  })
  return { made: watchedInMemory, start: () => watchedInMemory.startFile('not used') }
}
const overStdio = () => {
  const made = watchClients()
  return { made, start: () => made.startFile(lifecycleServer) }
}

const methods = () => watched.sent.map(({ method }) => method)

describe.each([
  ['stdio', overStdio],
  ['a transport of the caller', inMemory]
])('a connection over %s', (_name, prepare) => {
  let start: () => Promise<ConnectionInfo>
  beforeEach(() => {
    const prepared = prepare()
    watched = prepared.made
    start = prepared.start
  })

  it('SYS-11 TRN-02 LIFE-01 LIFE-02 LIFE-03 LIFE-05 LIFE-11 LIFE-12 ARCH-11: begins with one handshake that names Parley and its capabilities', async () => {
    await start()
    const afterProbe = watched.sent.filter(({ method }) => method !== 'server/discover')
    expect(afterProbe.slice(0, 3).map(({ method }) => method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/list'
    ])
    expect(afterProbe[0]?.params).toMatchObject({
      protocolVersion: '2025-11-25',
      clientInfo: { name: 'parley-tests', version: '0', title: 'Parley' },
      capabilities: expect.any(Object) as object
    })
  })

  it('LIFE-16 LIFE-17 LIFE-21 SDK-05: reports what the server says about itself', async () => {
    expect(await start()).toMatchObject({
      protocolVersion: '2025-11-25',
      title: 'Lifecycle server',
      version: '1.2.3',
      instructions: 'Begin at the beginning.',
      capabilities: expect.arrayContaining(['tools', 'tools.listChanged', 'logging']) as string[],
      announcedLists: ['tools']
    })
  })

  it('LIFE-18: requests nothing that the server does not offer', async () => {
    const { connectionId } = await start()
    expect(await watched.clients.listPrompts(connectionId)).toEqual([])
    expect(await watched.clients.listResources(connectionId)).toMatchObject({ resources: [], templates: [] })
    await watched.clients.subscribeResource(connectionId, 'memo://x')
    expect(methods().filter((method) => /^(prompts|resources)/.test(method ?? ''))).toEqual([])
  })

  it('SYS-11 TRN-01 TRN-04: calls, cancels, and notices new tools', async () => {
    const info = await start()
    expect(await watched.call(info, 'greet', { name: 'Ada' })).toMatchObject({
      content: [{ text: 'Hello Ada' }]
    })
    const waiting = watched.call(info, 'wait')
    await vi.waitFor(
      () => expect(methods().filter((method) => method === 'tools/call')).toHaveLength(2),
      soon
    )
    await watched.clients.cancelCall(watched.lastCallId())
    expect(await waiting).toEqual({ type: 'cancelled' })
    await watched.call(info, 'grow')
    await vi.waitFor(() => expect(JSON.stringify(watched.news('toolsChanged'))).toContain('grown'), soon)
  })

  it('PING-01 RPC-20: answers a ping during a call', async () => {
    expect(await watched.call(await start(), 'ping')).toMatchObject({ content: [{ text: '{}' }] })
  })

  it('RPC-01 RPC-03 RPC-04 RPC-08: gives each request a new id, and notifications none', async () => {
    const info = await start()
    await Promise.all([1, 2, 3].map(() => watched.call(info, 'greet', { name: 'x' })))
    await watched.clients.setLogLevel(info.connectionId, 'error')
    for (const message of watched.sent) expect(message.jsonrpc).toBe('2.0')
    const requests = watched.sent.filter((message) => 'method' in message && 'id' in message)
    const ids = requests.map(({ id }) => id)
    expect(ids.every((id) => typeof id === 'string' || Number.isInteger(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    const notifications = watched.sent.filter(({ method }) => method?.startsWith('notifications/'))
    expect(notifications.every((message) => !('id' in message))).toBe(true)
  })

  it('SYS-11 TRN-05 LIFE-24 LIFE-26: fails open requests with the reason when the server ends the connection', async () => {
    const info = await start()
    const waiting = watched.call(info, 'wait')
    await watched.call(info, 'end')
    await vi.waitFor(() => expect(watched.news('connectionClosed')).toHaveLength(1), soon)
    expect(await waiting).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED' } })
    expect(await watched.call(info, 'greet', { name: 'x' })).toMatchObject({
      failure: { code: 'SERVER_NOT_CONNECTED' }
    })
  })

  it('LIFE-24 LIFE-26: fails open requests without reporting a loss when Parley ends the connection', async () => {
    const info = await start()
    const waiting = watched.call(info, 'wait')
    await watched.clients.disconnect(info.connectionId)
    expect(await waiting).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED' } })
    expect(watched.news('connectionClosed')).toEqual([])
  })
})

describe('SYS-06: over stdio', () => {
  let folder: string
  beforeEach(async () => {
    watched = watchClients()
    folder = await mkdtemp(path.join(os.tmpdir(), 'parley-stdio-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('SYS-06 STDIO-01 STDIO-02 STDIO-05 STDIO-06 SDK-07: connects, lists, calls and ends a server, and logs its other output', async () => {
    const info = await watched.startProgram(`
      console.log('Server is starting')
      console.error('to standard error')
      const tools = [{ name: 'go', inputSchema: { type: 'object' } }]
      serve({ name: 'talkative', tools, call: { go: () => { console.log('going'); return textResult('went') } } })`)
    expect(info.tools.map(({ name }) => name)).toEqual(['go'])
    expect(await watched.call(info, 'go')).toMatchObject({ content: [{ text: 'went' }] })
    expect(watched.log().join()).toContain('not JSON-RPC: going')
    await vi.waitFor(
      () =>
        expect(watched.news('logged')).toContainEqual({
          serverName: 'tested',
          line: expect.objectContaining({ source: 'stderr', text: 'to standard error' }) as object
        }),
      soon
    )
    await watched.clients.disconnect(info.connectionId)
    expect(isGroupAlive(info.processId ?? 0)).toBe(false)
  })

  it('SYS-06 STDIO-07 LIFE-25 SDK-04: ends a server that ignores the end of its input and SIGTERM with SIGKILL, in this order', async () => {
    const file = path.join(folder, 'ends')
    const info = await watched.startProgram(`
      import fs from 'node:fs'
      const note = (what) => fs.appendFileSync(${JSON.stringify(file)}, what + ' ')
      process.stdin.on('end', () => note('input'))
      process.on('SIGTERM', () => note('SIGTERM'))
      setInterval(() => {}, 60_000)
      serve({ name: 'stubborn' })`)
    await watched.clients.disconnect(info.connectionId)
    expect(await readFile(file, 'utf8')).toBe('input SIGTERM ')
    expect(isGroupAlive(info.processId ?? 0)).toBe(false)
  })

  it('STDIO-08: reports the exit code of a server that exits', async () => {
    const info = await watched.startProgram(`
      const tools = [{ name: 'leave', inputSchema: { type: 'object' } }]
      serve({ name: 'leaver', tools, call: { leave: () => process.exit(7) } })`)
    expect(await watched.call(info, 'leave')).toMatchObject({ failure: { code: 'SERVER_RESTARTED' } })
    expect(watched.news('connectionClosed')).toMatchObject([{ exitCode: 7, signal: null }])
  })

  it('STDIO-03 STDIO-04 RPC-02 RPC-17: sends one message a line, in UTF-8, and nothing else', async () => {
    const file = path.join(folder, 'input')
    const info = await watched.startProgram(`
      import fs from 'node:fs'
      process.stdin.on('data', (chunk) => fs.appendFileSync(${JSON.stringify(file)}, chunk))
      const tools = [{ name: 'go', inputSchema: { type: 'object' } }]
      serve({ name: 'reader', tools, call: { go: () => textResult('went') } })`)
    await watched.call(info, 'go', { text: 'two\nlines, größe, 🙂' })
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const messages = lines.map(
      (line) => JSON.parse(line) as { jsonrpc: string; params?: { arguments?: object } }
    )
    expect(messages.every((message) => !Array.isArray(message) && message.jsonrpc === '2.0')).toBe(true)
    expect(messages.at(-1)?.params?.arguments).toEqual({ text: 'two\nlines, größe, 🙂' })
  })

  it('LIFE-13: accepts logs and pings before the handshake is over', async () => {
    await watched.startProgram(`
      const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
      send({ method: 'notifications/message', params: { level: 'info', data: 'waking up' } })
      send({ id: 'early', method: 'ping' })
      serve({ name: 'early' })`)
    expect(watched.log()).toContain('waking up')
    expect(watched.sent).toContainEqual({ jsonrpc: '2.0', id: 'early', result: {} })
  })

  it('RPC-21: ignores a server that answers before it is asked', async () => {
    const info = await watched.startProgram(`
      for (let id = 0; id < 20; id += 1)
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [], protocolVersion: '1' } }) + '\\n')
      serve({ name: 'eager', tools: [{ name: 'go', inputSchema: { type: 'object' } }] })`)
    expect(info).toMatchObject({ protocolVersion: '2025-11-25', tools: [{ name: 'go' }] })
    expect(watched.log().join()).toContain('never sent: {"jsonrpc":"2.0","id":0')
  })
})

describe('SYS-01: over stdio, a server of the first revision', () => {
  it('LIFE-06 LIFE-14 SYS-01: connects in its own revision and gets no batches', async () => {
    watched = watchClients()
    const info = await watched.startProgram(`
      const initialize = () =>
        ({ protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'first', version: '1' } })
      const tools = [{ name: 'go', inputSchema: { type: 'object' } }]
      serve({ name: 'first', tools, call: { go: () => textResult('went') }, on: { initialize } })`)
    expect(info.protocolVersion).toBe('2024-11-05')
    await Promise.all([watched.call(info, 'go'), watched.call(info, 'go')])
    expect(watched.sent.some((message) => Array.isArray(message))).toBe(false)
  })
})

describe('reserved and foreign keys of _meta', () => {
  it("META-01 META-02 META-03 META-04: keeps foreign keys, which differ from Parley's", async () => {
    watched = watchClients()
    const info = await watched.startProgram(`
      const _meta = { 'io.modelcontextprotocol/odd': [null], 'com.example/x': { y: 1 }, bare: 'z' }
      const tools = [{ name: 'go', inputSchema: { type: 'object' }, _meta }]
      const initialize = ({ params }) => ({ protocolVersion: params.protocolVersion, _meta,
        capabilities: { tools: {}, resources: {}, prompts: {} }, serverInfo: { name: 'meta', version: '1' } })
      serve({ name: 'meta', tools, call: { go: () => ({ content: [{ type: 'text', text: 'went', _meta }], _meta }) },
        on: {
          initialize,
          'tools/list': () => ({ tools, _meta }),
          'resources/list': () => ({ resources: [{ uri: 'memo://a', name: 'a', _meta }], _meta }),
          'prompts/list': () => ({ prompts: [{ name: 'p', _meta }], _meta })
        } })`)
    expect(info.tools).toMatchObject([{ name: 'go', problem: null }])
    expect(await watched.call(info, 'go')).toMatchObject({ content: [{ type: 'text', text: 'went' }] })
    expect((await watched.clients.listResources(info.connectionId)).resources).toHaveLength(1)
    expect(await watched.clients.listPrompts(info.connectionId)).toHaveLength(1)
    const keys = watched.sent.flatMap(({ params, method }) => {
      const meta = (params as { _meta?: object } | undefined)?._meta ?? {}
      return method === 'server/discover' ? [] : Object.keys(meta)
    })
    // `progressToken` belongs to the protocol. The keys of the stateless revision are checked with that revision.
    expect(keys.filter((key) => key !== 'progressToken')).toEqual([])
  })
})

it('TRN-03: works over a transport that has only what docs/transports.md requires', async () => {
  const page = await readFile(new URL('../../../docs/transports.md', import.meta.url), 'utf8')
  const [, written = ''] = /interface Transport \{\n([^}]+)\}/.exec(page) ?? []
  const members = [...written.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)
  const [here, there] = InMemoryTransport.createLinkedPair()
  const asDescribed = new Proxy(here, {
    get: (target, name) => {
      if (!members.includes(String(name))) return undefined
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
    set: (target, name, value) => members.includes(String(name)) && Reflect.set(target, name, value)
  })
  watched = watchClients({ createTransport: () => asDescribed })
  void createLifecycleServer().connect(there)
  const info = await watched.startFile('not used')
  expect(await watched.call(info, 'greet', { name: 'Ada' })).toMatchObject({
    content: [{ text: 'Hello Ada' }]
  })
  await watched.call(info, 'end')
  await vi.waitFor(() => expect(watched.news('connectionClosed')).toHaveLength(1), soon)
})

it('LIFE-20 LIFE-21: shows the name, the instructions and the dotted capability names of the everything server', async () => {
  watched = watchClients()
  const info = await watched.startFile(installed('server-everything'), ['stdio'])
  expect(info).toMatchObject({ usedTransport: 'stdio', probe: 'answered' })
  expect(info.capabilities).toEqual(
    expect.arrayContaining(['resources.subscribe', 'tasks.requests.tools.call', 'completions'])
  )
})

it("SDK-11: sends the name and version from the server's entry, and declares roots without listing them", async () => {
  watched = watchClients()
  const info = await watched.startFile(lifecycleServer, [], {
    clientName: 'another-host',
    clientVersion: '9.1',
    isWithoutFolderNews: true
  })
  const hello = watched.sent.find(({ method }) => method === 'initialize')
  expect(hello?.params).toMatchObject({ clientInfo: { name: 'another-host', version: '9.1' } })
  expect(hello?.params).toHaveProperty('capabilities.roots', {})
  await watched.clients.setRoots([{ uri: 'file:///home/me/notes', name: 'notes' }])
  await watched.call(info, 'greet', { name: 'Ada' })
  expect(methods()).not.toContain('notifications/roots/list_changed')
})
