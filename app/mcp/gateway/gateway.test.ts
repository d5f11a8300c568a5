/** The gateway to a real utility process, and what happens when that process dies or hangs. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createGateway } from './gateway'
import type { Channel, GatewayOptions } from './gateway'
import { createInProcessGateway } from './in-process-gateway'
import type { McpGateway, ServerLaunch, ToolCallRequest, TracedMessage } from '../interface'
import { isGroupAlive } from '../../base/process-group'
import { toEnglish } from '../../texts/render-localized'
import { renderEnglish } from '../../testing/in-english'
import { soon } from '../../testing/soon'

const server = fileURLToPath(new URL('../../testing/servers/mcp-odd.mjs', import.meta.url))
const hostInfo = { clientInfo: { name: 'parley-tests', version: '0' } }
const processes: ChildProcess[] = []
let folder: string
let gateway: McpGateway | null = null

/** Imitates Electron's utility process over the channel of a forked Node process. */
const parentPortProgram = `
import { EventEmitter } from 'node:events'
const port = new EventEmitter()
port.postMessage = (message) => process.send(message)
port.start = () => process.on('message', (data) => data === 'hang' ? hang() : port.emit('message', { data }))
const hang = () => { for (;;); }
process.on('disconnect', () => port.emit('close'))
process.parentPort = new EventEmitter()
await import('./process.mjs')
process.parentPort.emit('message', { data: ${JSON.stringify(hostInfo)}, ports: [port] })
`

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-gateway-'))
  await writeFile(path.join(folder, 'start.mjs'), parentPortProgram)
  const entries = [
    ['process.ts', 'process.mjs'],
    ['../schemas/schema-worker.ts', 'schema-worker.js']
  ] as const
  for (const [entry, entryFileNames] of entries)
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: path.join(import.meta.dirname, entry),
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames } }
      }
    })
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
}, 300_000)
afterAll(() => rm(folder, { recursive: true }))
afterEach(async () => {
  await gateway?.clients.shutdown()
  for (const child of processes.splice(0)) child.kill('SIGKILL')
})

function spawnChannel(program = 'start.mjs'): Channel {
  const child = fork(path.join(folder, program), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })
  processes.push(child)
  return {
    post: (message) => void child.send(message as object),
    on: (listener) => {
      child.on('message', listener)
      return () => child.off('message', listener)
    },
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill('SIGKILL')
  }
}

function start(options: GatewayOptions = {}): McpGateway {
  return (gateway = createGateway(() => spawnChannel(), options))
}

let counter = 0
function launchNode(args: readonly string[]): ServerLaunch {
  counter += 1
  const command = { transport: 'stdio', command: process.execPath, args, env: {}, cwd: null } as const
  return {
    ...command,
    serverName: 'tested',
    connectionId: `c${counter}`,
    connectTimeoutMs: 60_000,
    knownEra: null,
    logLevel: null,
    pingIntervalMs: 0
  } as ServerLaunch
}
const launch = (mode: string) => launchNode([server, mode])
const launchProgram = (program: string) => launchNode(['-e', program])

const request = (connectionId: string, toolName: string): ToolCallRequest => ({
  callId: 'call',
  serverName: 'tested',
  connectionId,
  toolName,
  arguments: { steps: 2 },
  timeoutMs: 60_000,
  maxTotalTimeoutMs: 120_000,
  task: null
})

function listen({ subscribe, onLost }: McpGateway) {
  const news: string[] = []
  subscribe({
    connectionClosed: ({ reason }) => news.push(`closed: ${toEnglish(reason)}`),
    toolsChanged: () => news.push('tools'),
    resourcesChanged: () => news.push('resources'),
    promptsChanged: () => news.push('prompts'),
    resourceUpdated: ({ uri }) => news.push(`updated ${uri}`),
    progressed: ({ progress }) => news.push(`progress ${progress.progress}`),
    logged: () => {}
  })
  onLost(() => news.push('lost'))
  return news
}

describe.each([
  ['a process', start],
  [
    'the same process',
    () => (gateway = createInProcessGateway({ ...hostInfo, hostEnvironment: process.env, now: Date.now }))
  ]
])('a gateway to %s', (_name, open) => {
  it('connects, calls with progress, checks arguments and ends', async () => {
    const { clients, ...rest } = open()
    const news = listen({ clients, ...rest })
    const info = await clients.connect(launch('waiting'))
    const outcome = await clients
      .callTool(request(info.connectionId, 'work'))
      .finally(() => news.push('result'))
    expect(outcome).toMatchObject({ type: 'completed', content: [{ type: 'text', text: 'worked' }] })
    expect(news).toEqual(['progress 1', 'progress 2', 'result'])
    const problems = await clients.checkArguments({ type: 'object', required: ['a'] }, {})
    expect(renderEnglish(problems)).toEqual([{ path: '/a', message: 'Is missing.' }])
    await clients.shutdown()
    expect(isGroupAlive(info.processId ?? 0)).toBe(false)
    expect(news).not.toContain('lost')
  })

  it('returns failures with code and data', async () => {
    const failure = open().clients.connect(launchProgram("console.error('bad'); process.exit(4)"))
    await expect(failure).rejects.toMatchObject({
      name: 'HostError',
      code: 'SERVER_EXITED',
      data: { exitCode: 4, errorOutput: ['bad'] }
    })
  })
})

describe('a trace', () => {
  const methodsOf = (traced: readonly TracedMessage[]) =>
    traced.map(
      ({ direction, text }) =>
        `${direction} ${(JSON.parse(text ?? '{}') as { method?: string }).method ?? 'answer'}`
    )

  it('has every message from the first on, from every process, while a listener is registered', async () => {
    const opened = start()
    const traced: TracedMessage[] = []
    const end = opened.subscribe({ traced: (message) => traced.push(message) })
    const info = await opened.clients.connect(launch('waiting'))
    expect(methodsOf(traced)).toEqual(
      expect.arrayContaining(['out initialize', 'in answer', 'out notifications/initialized'])
    )
    expect(traced[0]).toMatchObject({ serverName: 'tested', connectionId: info.connectionId, oddity: null })
    const lost = new Promise<void>((resolve) => opened.onLost(resolve))
    processes[0]?.kill('SIGKILL')
    await lost
    traced.length = 0
    await opened.clients.connect(launch('waiting'))
    expect(methodsOf(traced)).toContain('out initialize')
    end()
    traced.length = 0
    await opened.clients.connect(launch('waiting'))
    expect(traced).toEqual([])
  })
})

describe('a process that dies', () => {
  it('fails open requests, is reported once, leaves no server, and is replaced on the next use', async () => {
    const { clients, ...rest } = start()
    const news = listen({ clients, ...rest })
    const info = await clients.connect(launch('family'))
    const waiting = clients.callTool(request(info.connectionId, 'never answered'))
    const connecting = clients.connect(launchProgram('setInterval(() => {}, 1000)'))
    processes[0]?.kill('SIGKILL')
    await expect(connecting).rejects.toMatchObject({ code: 'SERVER_RESTARTED' })
    expect(await waiting).toMatchObject({ type: 'failed' })
    expect(news).toEqual(['lost'])
    await vi.waitFor(() => expect(isGroupAlive(info.processId ?? 0)).toBe(false), { ...soon, interval: 100 })
    const again = await clients.connect(launch('refusing'))
    expect(again.tools).toHaveLength(1)
  })

  it('SDK-08: is ended when it hangs', async () => {
    const { clients, ...rest } = start({ pingEveryMs: 50, pingLimitMs: 3_000 })
    const news = listen({ clients, ...rest })
    await clients.checkArguments({ type: 'object' }, {})
    processes[0]?.send('hang')
    await vi.waitFor(() => expect(news).toEqual(['lost']), soon)
  })

  it('SDK-08: has a longer limit while it starts, and a short one afterwards', async () => {
    await writeFile(path.join(folder, 'late.mjs'), "setTimeout(() => void import('./start.mjs'), 2_500)")
    gateway = createGateway(() => spawnChannel('late.mjs'), { pingEveryMs: 1, pingLimitMs: 2_000 })
    expect(await gateway.clients.checkArguments({ type: 'object' }, {})).toEqual([])
    expect(processes.map(({ killed }) => killed)).toEqual([false])
  })

  it('ends with its servers when the host closes it', async () => {
    const { clients } = start()
    const info = await clients.connect(launch('waiting'))
    const exited = new Promise((resolve) => processes[0]?.once('exit', resolve))
    processes[0]?.disconnect()
    expect(await exited).toBe(0)
    expect(isGroupAlive(info.processId ?? 0)).toBe(false)
    gateway = null
  })
})
