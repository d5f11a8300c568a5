/**
 * Connections of real libraries in a sandboxed server: each through the loader and the proxy, in each version of Node.
 */
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNode } from '../../testing/node-clients/other-nodes'
import { ownCertificate } from '../../testing/own-certificate'
import { createServerNetworks } from './server-networks'
import type { SandboxNetwork, ServerNetworks } from './server-networks'

const program = path.resolve('app/testing/node-clients/run-clients.mjs')
const ends: (() => unknown)[] = []
let networks: ServerNetworks
let network: SandboxNetwork
let addresses: readonly string[]

beforeAll(async () => {
  const answer: http.RequestListener = (request, response) => {
    expect(request.headers['proxy-authorization']).toBeUndefined()
    response.setHeader('connection', 'close').end('hello')
  }
  const hosts = [http.createServer(answer), https.createServer(ownCertificate, answer)]
  for (const host of hosts) {
    await once(host.listen(0, '127.0.0.1'), 'listening')
    ends.push(() => (host.closeAllConnections(), host.close()))
  }
  const [plain = 0, secure = 0] = hosts.map((host) => (host.address() as AddressInfo).port)
  // Listed with their ports, they may resolve to this computer.
  addresses = [`http://box.test:${plain}/`, `https://box.test:${secure}/`]
  networks = createServerNetworks({
    nodePreload: path.resolve('resources/node-network.cjs'),
    lookUp: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    now: Date.now
  })
  ends.push(() => networks.close())
  network = await networks.open({
    serverName: 'notes',
    hosts: [`box.test:${plain}`, `box.test:${secure}`],
    ask: ({ host }) => Promise.resolve({ isAllowed: false, reason: `${host} is not listed` }),
    tell: () => {}
  })
})

afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

interface Run {
  readonly node: string
  readonly group: string
  readonly through: SandboxNetwork
  readonly heard?: (line: string) => void
}

/** Each request type of the group, with its result. */
async function runClients({ node, group, through, heard = () => {} }: Run): Promise<Record<string, string>> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_NO_WARNINGS: '1',
    ...through.environment({})
  }
  const child = spawn(node, [program, group, ...addresses], { env })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    heard(line)
  })
  const [error] = await Promise.all([text(child.stderr), once(child, 'close')])
  const answers = Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, string]))
  return error === '' ? answers : { ...answers, error }
}

const groups = ['built in', 'undici-5', 'undici-6', 'undici', 'clients']
/** Undici 7 needs Node 20. */
const runsIn = (group: string, major: number) => group !== 'undici' || major >= 20

const running = Number(process.versions.node.split('.')[0])
describe.each([...new Set([18, 20, 22, 24, running])])('the loader in Node %i', (major) => {
  const node = findNode(major)
  it.skipIf(node === null).each(groups.filter((group) => runsIn(group, major)))(
    'sends every request of %s to the proxy, with its credentials',
    async (group) => {
      const answers = await runClients({ node: node ?? '', group, through: network })
      expect(Object.keys(answers).length).toBeGreaterThan(5)
      expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, 'hello'])))
    }
  )

  it.skipIf(node === null)('keeps connections whose own timeouts pass while you are asked', async () => {
    const passed = new EventEmitter()
    const asking = await networks.open({
      serverName: 'patient',
      hosts: [],
      ask: async () => {
        await once(passed, 'passed')
        asking.setHosts([new URL(addresses[1] ?? '').host])
        return { isAllowed: false, reason: 'its line is listed by now' }
      },
      tell: () => {}
    })
    const heard = (line: string) => line.includes('passed') && passed.emit('passed')
    expect(await runClients({ node: node ?? '', group: 'limits', through: asking, heard })).toEqual({
      passed: 'hello',
      'a limit of undici-5': 'hello',
      'a limit of undici-6': 'hello',
      'a limit of https.get': 'hello'
    })
  })
})
