/** Runs a program beside the test instead of in a sandbox: the kernel then counts attempts of this whole computer. */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { McpEvents } from '../interface'
import { createSandboxNetworks } from './sandbox-networks'

type Accessed = Parameters<McpEvents['fileAccessed']>[0]

let accessed: Accessed[] = []
let lines: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  ;[accessed, lines] = [[], []]
})
afterEach(() => void vi.useRealTimers())

async function openNetwork(hosts: readonly string[]) {
  const networks = createSandboxNetworks({
    events: {
      networkAccessRequested: () => {},
      hostReached: () => {},
      requestWithdrawn: () => {},
      fileAccessed: (file) => void accessed.push(file),
      logged: ({ line }) => void lines.push(line.text)
    },
    askers: () => [],
    home: os.homedir(),
    closed: [],
    hostEnvironment: {},
    now: Date.now
  })
  onTestFinished(() => networks.close())
  const rules = { read: [], write: [], hosts: [...hosts] }
  const network = await networks.open('notes', rules, { environment: {}, isFixed: false })
  onTestFinished(() => network.close())
  // A sandbox is a process with the server's program in it.
  const program = spawn('sh', ['-c', 'cat; true'], { stdio: ['pipe', 'pipe', 'ignore'] })
  onTestFinished(() => void program.stdin.end())
  program.stdin.write('runs')
  await once(program.stdout, 'data')
  network.started(program.pid ?? 0)
  return networks
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function tryName(): Promise<void> {
  const socket = createSocket('udp4')
  const port = await closedPort()
  await new Promise((resolve) => socket.send('name?', port, '127.0.0.1', resolve))
  socket.close()
}

async function tryPort(): Promise<void> {
  const socket = connect({ port: await closedPort(), host: '127.0.0.1' })
  await once(socket, 'error')
}

const ways = () => accessed.map(({ access }) => access)

it.skipIf(process.platform !== 'linux')(
  'reports what a server tried past its proxy when the server is heard, and writes it into its log',
  async () => {
    const networks = await openNetwork([])
    await tryName()
    vi.advanceTimersByTime(1_000)
    networks.heardFailure('notes', 'no such name')
    expect(accessed).toContainEqual(expect.objectContaining({ serverName: 'notes', access: 'names' }))
    expect(lines).toContainEqual(expect.stringMatching(/^The server tried to look up a name past its proxy/))
    await tryPort()
    vi.advanceTimersByTime(10_000)
    expect(ways()).toContain('ports')
  }
)

it.skipIf(process.platform !== 'linux')(
  "reports no ports of this computer if the server's proxy may reach them: a runtime tries them itself first",
  async () => {
    await openNetwork(['localhost:8080'])
    await tryPort()
    vi.advanceTimersByTime(60_000)
    expect(ways()).not.toContain('ports')
  }
)
