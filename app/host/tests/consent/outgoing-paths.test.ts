/**
 * Every way by which bytes leave Parley: found in its sources and compared with a reviewed table. Each sends nothing
 * before an approval and is in the ledger after it. Ways that need more than the core are covered by the tests that the
 * table names.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ledgerKinds, type LedgerEntry } from '../../../contract/ledger'
import type { QuestionAnswer } from '../../../contract/questions/questions'
import { answerEnded } from '../../../testing/answer-ended'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { listTestTitles } from '../../../testing/titles/test-titles'
import { findPorts, readNetworkPorts } from '../../../testing/network-uses/find-ports'
import { toServers, networkUses } from '../../../testing/network-uses/network-uses-table'
import { soon } from '../../../testing/soon'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('outgoing paths', () => {
  it('are the only ones in the sources: a new one fails here until its question and its record are named', () => {
    const reviewed = networkUses.flatMap(({ ports }) => Object.entries(ports))
    expect(reviewed.map(([file]) => file).sort()).toEqual([...new Set(reviewed.map(([file]) => file))].sort())
    expect(findPorts(root)).toEqual(Object.fromEntries(reviewed))
  })

  it.each(networkUses.map((way) => [way.what, way] as const))('%s', (_what, { ledger, shown, yes }) => {
    expect(yes).not.toBe('')
    if (typeof ledger !== 'string') expect(shown.length).toBeGreaterThan(1)
    const missing = shown.filter(
      ([file, name]) =>
        !existsSync(path.join(root, file)) ||
        !listTestTitles(file, read(file)).some((title) => title.includes(name))
    )
    expect(missing).toEqual([])
  })

  it('include every kind of entry', () => {
    const told = new Set(networkUses.flatMap(({ ledger }) => (typeof ledger === 'string' ? [] : ledger)))
    expect([...told].sort()).toEqual([...ledgerKinds].sort())
  })

  it('to servers are the methods of the gateway, each recorded if it sends data of the user', () => {
    const methods = methodsOf(read('app/mcp/interface.ts'), 'McpClients')
    expect(methods.sort()).toEqual(Object.keys(toServers).sort())
    const recorder = read('app/ledger/record-servers.ts')
    const unrecorded = Object.entries(toServers).filter(
      ([method, kinds]) => typeof kinds !== 'string' && !new RegExp(`^ +${method}: `, 'm').test(recorder)
    )
    expect(unrecorded).toEqual([])
  })
})

const methodsOf = (text: string, name: string): string[] => {
  const body = text.slice(text.indexOf(`export interface ${name} {`)).split('\n}\n')[0] ?? ''
  return [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, method]) => method ?? '')
}

describe('detection of a new outgoing path', () => {
  it.each<[string, string, Record<string, number>]>([
    ['a request', `void fetch('https://x.test')`, { fetch: 1 }],
    ['a request by another name', `const send = globalThis.fetch`, { fetch: 1 }],
    ['a request in brackets', `void window['fetch']('x')`, { fetch: 1 }],
    ['a second request', `fetch('a'); fetch('b')`, { fetch: 2 }],
    ['a socket', `new WebSocket('wss://x.test')`, { WebSocket: 1 }],
    ['a module', `import { connect } from 'node:net'\nconnect(1)`, { 'net connect': 1 }],
    ['a module without its prefix', `import tls from 'tls'\ntls.connect(1)`, { 'tls default': 1 }],
    ['a dynamically imported module', `await import('node:dgram')`, { 'dgram import()': 1 }],
    ['a module with a computed name', `await import(name)`, { 'import() of what is not known': 1 }],
    ['a re-exported module', `export { get } from 'node:https'`, { 'https export': 1 }],
    ['a program', `import { spawn as run } from 'child_process'\nrun('sh')`, { 'child_process spawn': 1 }],
    [
      'a program started by another',
      `import { spawn } from 'node:child_process'\nuse({ spawn })`,
      { 'child_process spawn': 1 }
    ],
    [
      'an opener',
      `import { shell } from 'electron'\nshell.openExternal(x)`,
      { 'electron shell': 1, openExternal: 1 }
    ],
    ['all of Electron', `import * as all from 'electron'\nall.shell`, { 'electron *': 1 }],
    ['an opener of the core', `const { openLink } = ports`, { openLink: 1 }],
    ['a beacon', `navigator.sendBeacon('x')`, { sendBeacon: 1 }],
    ['an unknown package', `import got from 'got'\ngot('x')`, { 'got default': 1 }],
    ['a package imported for its side effects', `import 'left-pad'`, { 'left-pad *': 0 }],
    ['an element', `const x = <iframe src={a} />`, { '<iframe>': 1 }],
    ['code out of text', `new Function(text)()`, { Function: 1 }]
  ])('%s', (_what, text, ports) => {
    expect(readNetworkPorts('some.tsx', text)).toEqual(ports)
  })

  it.each([
    ['a parameter of that name', `const ask = (fetch: Ask) => fetch('x')`],
    ['a function of the file', `function open() {}\nopen()`],
    ['a function from options', `function f({ fetch }: O) { return fetch('x') }`],
    ['a type', `import type { Server } from 'node:http'\nlet x: typeof fetch`],
    ['a method of another object', `options.fetch('x')`],
    ['a function without network access', `import { isIP } from 'node:net'\nisIP('x')`]
  ])('ignores %s', (_what, text) => {
    expect(readNetworkPorts('some.ts', text)).toEqual({})
  })
})

describe('in the whole core', () => {
  const stub = fileURLToPath(new URL('../../../testing/servers/stub.mjs', import.meta.url))
  let folder: string
  let host: OpenTestHost
  let sink: Server
  let heard: string[]

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-ways-out-'))
    heard = []
    sink = createServer((request, response) => {
      heard.push(`${request.method} ${request.url}`)
      response.writeHead(500).end()
    })
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    await host.dispose()
    sink.closeAllConnections()
    await new Promise((resolve) => sink.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })

  const address = () => `http://127.0.0.1:${(sink.address() as AddressInfo).port}`

  async function start(settings: object, environment: Record<string, string> = {}): Promise<void> {
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
    host = await openHost({ folder, environment })
    await host.start()
  }

  async function asked(type: QuestionAnswer['type']): Promise<void> {
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type }), soon)
  }

  async function answer(given: QuestionAnswer): Promise<void> {
    await asked(given.type)
    await host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer: given })
  }

  async function entries(): Promise<LedgerEntry[]> {
    const all = { recipientType: null, recipient: null, text: '', from: null, to: null, beforePosition: null }
    return (await host.handlers['ledger.search']({ ...all, limit: 500 })).entries.toReversed()
  }

  const kindsTo = async (recipient: string) =>
    (await entries()).filter((entry) => entry.recipient === recipient).map(({ kind }) => kind)

  it("doesn't start a program before it is trusted", async () => {
    const mark = path.join(folder, 'started')
    const program = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`
    await start({ mcpServers: { marker: { command: process.execPath, args: ['-e', program] } } })
    await asked('server-trust')
    expect(existsSync(mark)).toBe(false)
    expect(await entries()).toEqual([])
    await answer({ type: 'server-trust', decision: 'trust' })
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), soon)
    expect(await kindsTo('marker')).toEqual(['connection'])
  })

  it('SEC-11-11 sends nothing to a remote server before it is trusted', async () => {
    await start({ mcpServers: { far: { url: `${address()}/mcp` } } })
    await asked('server-trust')
    expect(heard).toEqual([])
    await answer({ type: 'server-trust', decision: 'trust' })
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), soon)
    expect(await kindsTo('far')).toContain('connection')
  })

  it('sends nothing to a provider in the settings file, and no key of the environment, before its address is trusted', async () => {
    const provider = { type: 'anthropic', baseUrl: address(), apiKey: '${env:A_KEY}' }
    await start(
      { models: { default: 'mine/some-model', providers: { mine: provider } } },
      { A_KEY: 'sk-mine' }
    )
    await vi.waitFor(async () => {
      expect((await host.handlers['app.snapshot']({})).models.isLoading).toBe(false)
    }, soon)
    expect(heard).toEqual([])
    const { id } = await host.handlers['conversation.create']({})
    const message = { conversationId: id, text: 'Hello', toolRequest: null, resources: [], prompt: null }
    await host.handlers['conversation.send'](message)
    await asked('destination')
    expect(heard).toEqual([])
    expect(await kindsTo('mine')).toEqual([])
    await answer({ type: 'destination', decision: 'not-now' })
    await answerEnded(host, id)
    expect(heard).toEqual([])
    await host.handlers['conversation.send'](message)
    await answer({ type: 'destination', decision: 'trust' })
    await answerEnded(host, id)
    expect(heard).toContain('POST /v1/messages')
    expect(await kindsTo('mine')).toEqual(expect.arrayContaining(['conversation', 'secret']))
    expect(JSON.stringify(await entries())).not.toContain('sk-mine')
  })

  it('sends nothing to a collector in the settings file before its address is trusted', async () => {
    await start({
      ledger: { otlp: { endpoint: address() } },
      mcpServers: { far: { url: `${address()}/mcp` } }
    })
    await answer({ type: 'server-trust', decision: 'trust' })
    await vi.waitFor(async () => expect(await kindsTo('far')).toContain('connection'), soon)
    expect(heard.filter((request) => !request.endsWith('/mcp'))).toEqual([])
    void host.handlers['ledger.ask-collector']({})
    await answer({ type: 'destination', decision: 'trust' })
    await vi.waitFor(() => expect(heard).toContain('POST /v1/logs'), soon)
    expect((await entries()).map(({ kind }) => kind)).toContain('export')
  })

  it('sends a call to its server after an approval, and records it in the ledger', async () => {
    const told = JSON.stringify({ name: 'books', tools: [{ name: 'read', text: 'one' }] })
    await start({ mcpServers: { books: { command: process.execPath, args: [stub, `--stub=${told}`] } } })
    await answer({ type: 'server-trust', decision: 'trust' })
    await vi.waitFor(async () => {
      const { servers } = await host.handlers['app.snapshot']({})
      expect(servers.map(({ state }) => state)).toEqual(['connected'])
    }, soon)
    const { id } = await host.handlers['conversation.create']({})
    const toolRequest = { serverName: 'books', toolName: 'read', arguments: {} }
    const call = { conversationId: id, text: '', toolRequest, resources: [], prompt: null }
    const callsToServer = async () => (await entries()).filter(({ kind }) => kind === 'tool call')
    await host.handlers['conversation.send'](call)
    await asked('tool-call')
    expect(await callsToServer()).toEqual([])
    await answer({ type: 'tool-call', decision: 'deny' })
    await answerEnded(host, id)
    await host.handlers['conversation.send'](call)
    await answer({ type: 'tool-call', decision: 'allow-once' })
    await vi.waitFor(async () => {
      expect(await callsToServer()).toMatchObject([
        { recipient: 'books', subject: 'read', decidedBy: 'person' }
      ])
    }, soon)
  })
})
