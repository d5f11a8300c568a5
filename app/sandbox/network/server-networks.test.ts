import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerConnection } from '../../contract/consent/network-access'
import type { RequestedHost } from './admission'
import type { LookUp } from './connect-checked'
import type { HostTarget } from '../../net/hostname-rules'
import { createServerNetworks } from './server-networks'
import type { SandboxNetwork, ServerNetworks } from './server-networks'

const run = promisify(execFile)
const nodePreload = path.resolve('resources/node-network.cjs')
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

interface Asked {
  readonly target: HostTarget
  readonly signal: AbortSignal
  readonly answer: (answer: RequestedHost) => void
}

/** A host of this computer, known by any name that ends in `.local` or `.test`. */
async function startHost(): Promise<{ port: number; heard: string[]; hosts: string[] }> {
  const heard: string[] = []
  const hosts: string[] = []
  const server = http.createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    hosts.push(request.headers.host ?? '')
    expect(request.headers['proxy-authorization']).toBeUndefined()
    request.resume().on('end', () => response.end('hello from the host'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, heard, hosts }
}

const here: LookUp = (host) =>
  host.endsWith('.local') || host.endsWith('.test') || host === 'localhost'
    ? Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    : Promise.reject(new Error(`nobody may look ${host} up`))

function startNetworks(lookUp: LookUp = here): ServerNetworks {
  const networks = createServerNetworks({ nodePreload, lookUp, now: Date.now })
  cleanups.push(() => networks.close())
  return networks
}

async function openNetwork(networks: ServerNetworks, hosts: readonly string[] = [], serverName = 'notes') {
  const asked: Asked[] = []
  const told: ServerConnection[] = []
  const listeners = new Set<() => void>()
  const tellAll = () => listeners.forEach((listener) => listener())
  const network = await networks.open({
    serverName,
    hosts,
    ask: (target, signal) =>
      new Promise((resolve) => {
        asked.push({ target, signal, answer: resolve })
        signal.addEventListener('abort', () => resolve({ isAllowed: false, reason: 'gone' }))
        tellAll()
      }),
    tell: (reached) => {
      told.push(reached)
      tellAll()
    }
  })
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        const listener = () => (listeners.delete(listener), resolve())
        listeners.add(listener)
      })
    }
  }
  return {
    network,
    asked,
    told,
    question: (at = 0) => until(() => asked[at]),
    news: (at = 0) => until(() => told[at])
  }
}

const yes: RequestedHost = { isAllowed: true, reason: '' }
const no: RequestedHost = { isAllowed: false, reason: 'the user denied it' }

/** Runs a separate process with the proxy in its environment; returns its output. */
async function inProcess(network: SandboxNetwork, file: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', ...network.environment({}) }
  const { stdout } = await run(file, args, { env }).catch((error: { stdout: string }) => error)
  return stdout.trim()
}

const scripts = {
  fetch: `fetch(process.argv[1]).then(async r=>console.log(r.status,await r.text()),e=>console.log('FAIL',e.cause?.message))`,
  http: `require('http').get(process.argv[1],r=>{r.on('data',d=>console.log(r.statusCode,String(d)))}).on('error',e=>console.log('FAIL',e.message))`,
  https: `require('https').get(process.argv[1].replace('http:','https:'),()=>{}).on('error',e=>console.log('FAIL',e.code))`
} as const
const node = (network: SandboxNetwork, script: keyof typeof scripts, url: string) =>
  inProcess(network, process.execPath, ['-e', scripts[script], url])
const curl = (network: SandboxNetwork, ...args: string[]) => inProcess(network, 'curl', ['-sS', ...args])

describe('the network of a sandboxed server', () => {
  it.each(['fetch', 'http'] as const)(
    'waits for the answer and then continues: %s of Node',
    async (script) => {
      const { port, heard } = await startHost()
      const { network, asked, question, news } = await openNetwork(startNetworks())
      const answered = node(network, script, `http://box.local:${port}/a?b=c`)
      const { target, answer } = await question()
      expect(target).toEqual({ host: 'box.local', port })
      expect(heard).toEqual([])
      answer(yes)
      expect(await answered).toBe('200 hello from the host')
      expect(heard).toEqual(['GET /a?b=c'])
      expect(asked).toHaveLength(1)
      const reached = await news()
      expect(reached).toMatchObject({ host: 'box.local', port, outcome: 'ended', count: 1, reason: null })
      expect(reached.bytesDown).toBeGreaterThan('hello from the host'.length)
      expect(reached.bytesUp).toBeGreaterThan('GET /a?b=c'.length)
    }
  )

  it("sends https of Node to the proxy as well: the responding server isn't an encrypted host", async () => {
    const { port } = await startHost()
    const { network, told } = await openNetwork(startNetworks(), [`box.local:${port}`])
    expect(await node(network, 'https', `http://box.local:${port}/`)).toMatch(/^FAIL (?:EPROTO|ERR_SSL)/)
    network.close()
    expect(told[0]).toMatchObject({ host: 'box.local', port })
  })

  it("doesn't use the proxy for a listener of a Node server itself", async () => {
    const { port } = await startHost()
    const { network, asked } = await openNetwork(startNetworks())
    expect(await node(network, 'fetch', `http://127.0.0.1:${port}/`)).toBe('200 hello from the host')
    expect(asked).toEqual([])
  })

  it('admits a listed host without a question, plain and through a tunnel', async () => {
    const { port, hosts } = await startHost()
    const { network, asked } = await openNetwork(startNetworks(), [`127.0.0.1:${port}`])
    const url = `http://127.0.0.1:${port}/`
    expect(await curl(network, url)).toBe('hello from the host')
    expect(await curl(network, '--proxytunnel', url)).toBe('hello from the host')
    expect(await curl(network, '-d', 'a body', '-H', 'Host: elsewhere.example', url)).toBe(
      'hello from the host'
    )
    // No matter which host a request names, it goes to the admitted one.
    expect(new Set(hosts)).toEqual(new Set([`127.0.0.1:${port}`]))
    expect(asked).toEqual([])
  })

  it('answers a denied request with 403 and a sentence', async () => {
    const { network, question, news } = await openNetwork(startNetworks())
    const said = curl(network, '-w', '%{http_code}', 'http://box.local:81/')
    ;(await question()).answer(no)
    expect(await said).toBe('Parley did not let notes reach box.local:81: the user denied it.\n403')
    expect(await news()).toMatchObject({ outcome: 'refused', reason: 'the user denied it', bytesUp: 0 })
  })

  it("answers with 502 if an allowed host isn't reachable, and says that it wasn't denied", async () => {
    const { network, question } = await openNetwork(startNetworks())
    // Port 9 of this computer: nothing listens there.
    const said = curl(network, '-w', '%{http_code}', 'http://127.0.0.1:9/')
    ;(await question()).answer(yes)
    expect(await said).toMatch(/^Parley could not connect to 127\.0\.0\.1:9: .*ECONNREFUSED.*\n502$/)
  })

  it('gives a Node program the reason of a denial', async () => {
    const { network, question } = await openNetwork(startNetworks())
    const said = node(network, 'fetch', 'http://box.local:81/')
    ;(await question()).answer(no)
    expect(await said).toContain('Parley did not let notes reach box.local:81: the user denied it.')
  })

  it('keeps two servers and their answers apart', async () => {
    const { port } = await startHost()
    const networks = startNetworks()
    const one = await openNetwork(networks, [], 'one')
    const two = await openNetwork(networks, [], 'two')
    const url = (host: string) => `http://${host}.local:${port}/`
    const said = Promise.all([curl(one.network, url('a')), curl(two.network, url('b'))])
    const asked = await Promise.all([one.question(), two.question()])
    expect(asked.map(({ target }) => target.host)).toEqual(['a.local', 'b.local'])
    asked[0].answer(yes)
    asked[1].answer(no)
    expect(await said).toEqual([
      'hello from the host',
      `Parley did not let two reach b.local:${port}: the user denied it.`
    ])
  })

  it('continues when the host is listed meanwhile, and stops at the next connection after it is removed', async () => {
    const { port } = await startHost()
    const { network, question, asked } = await openNetwork(startNetworks())
    const url = `http://127.0.0.1:${port}/`
    const said = curl(network, url)
    const { signal } = await question()
    network.setHosts([`127.0.0.1:${port}`])
    expect(await said).toBe('hello from the host')
    expect(signal.aborted).toBe(true)
    expect(await curl(network, url)).toBe('hello from the host')
    expect(asked).toHaveLength(1)
    network.setHosts([])
    const again = curl(network, url)
    ;(await question(1)).answer(no)
    expect(await again).toContain('did not let')
  })

  it('accepts no client without the credentials of a running server', async () => {
    const { port } = await startHost()
    const networks = startNetworks()
    const { network } = await openNetwork(networks, [`127.0.0.1:${port}`])
    const other = await openNetwork(networks, [`127.0.0.1:${port}`], 'other')
    const proxy = network.environment({})['HTTP_PROXY'] ?? ''
    const status = async (address: string) => {
      const args = [
        '-sS',
        '-o',
        '/dev/null',
        '-w',
        '%{http_code}',
        '-x',
        address,
        `http://127.0.0.1:${port}/`
      ]
      return (await run('curl', args)).stdout
    }
    const [user = '', word = ''] =
      new URL(proxy).host === '' ? [] : [new URL(proxy).username, new URL(proxy).password]
    expect(await status(proxy)).toBe('200')
    expect(await status(`http://127.0.0.1:${network.port}`)).toBe('407')
    expect(await status(`http://${user}:${word.slice(1)}0@127.0.0.1:${network.port}`)).toBe('407')
    expect(
      await status(
        `http://${new URL(other.network.environment({})['HTTP_PROXY'] ?? '').username}:${word}@127.0.0.1:${network.port}`
      )
    ).toBe('407')
    network.close()
    expect(await status(proxy)).toBe('407')
  })

  it('denies an internet host that resolves to an internal address, if it is listed or was just allowed', async () => {
    const { port, heard } = await startHost()
    const { network, question, told } = await openNetwork(startNetworks(), ['*.listed.test:' + port])
    expect(await curl(network, `http://a.listed.test:${port}/`)).toContain('leads to this computer')
    const said = curl(network, `http://asked.test:${port}/`)
    ;(await question()).answer(yes)
    expect(await said).toContain('leads to this computer')
    expect(heard).toEqual([])
    expect(told.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
  })

  it('connects to the resolved and checked address, and resolves once', async () => {
    const { port } = await startHost()
    const answers = ['127.0.0.1', '192.0.2.1']
    const looked: string[] = []
    const networks = startNetworks((host) => {
      looked.push(host)
      return Promise.resolve([{ address: answers[looked.length - 1] ?? '192.0.2.1', family: 4 }])
    })
    const { network } = await openNetwork(networks, [`turns.test:${port}`])
    expect(await curl(network, `http://turns.test:${port}/`)).toBe('hello from the host')
    expect(looked).toEqual(['turns.test'])
  })

  it('resolves no name before an approval', async () => {
    const looked: string[] = []
    const networks = startNetworks((host) => {
      looked.push(host)
      return here(host)
    })
    const { network, question } = await openNetwork(networks)
    const said = curl(network, 'http://c2VjcmV0.collector.test/')
    const { answer } = await question()
    answer(no)
    await said
    expect(looked).toEqual([])
  })

  it('closes only connections of a removed line', async () => {
    const { port } = await startHost()
    const line = `127.0.0.1:${port}`
    const { network, question } = await openNetwork(startNetworks(), [line])
    const listed = await connectTo(network, line)
    const once_ = await connectTo(network, `box.local:${port}`)
    ;(await question()).answer(yes)
    expect([await listed.status(), await once_.status()]).toEqual([200, 200])
    const ended = once(listed.socket, 'close')
    listed.socket.resume()
    network.setHosts([])
    await ended
    // An approval for once belongs to its connection.
    const answer = once(once_.socket, 'data') as Promise<[Buffer]>
    once_.socket.write('GET / HTTP/1.1\r\nHost: box.local\r\n\r\n')
    expect(String((await answer)[0])).toContain('hello from the host')
    // Allowed once, then always, then removed.
    network.setHosts([`box.local:${port}`])
    const gone = once(once_.socket, 'close')
    network.setHosts([])
    await gone
  })

  it('withdraws the question when no connection waits any more', async () => {
    const { network, question } = await openNetwork(startNetworks())
    const waiting = await connectTo(network, 'box.local:81')
    const { signal } = await question()
    waiting.socket.destroy()
    await once(signal, 'abort')
  })

  it('withdraws the question when its server stops, and closes its connections', async () => {
    const { port } = await startHost()
    const { network, question } = await openNetwork(startNetworks(), [`127.0.0.1:${port}`])
    const open = await connectTo(network, `127.0.0.1:${port}`)
    expect(await open.status()).toBe(200)
    const waiting = await connectTo(network, 'box.local:81')
    const { signal } = await question()
    const closed = once(open.socket, 'close')
    open.socket.resume()
    network.close()
    expect(signal.aborted).toBe(true)
    expect(await waiting.status()).toBe(403)
    await closed
  })

  it('never connects to the proxy itself', async () => {
    const networks = startNetworks()
    const { network, asked } = await openNetwork(networks)
    network.setHosts([`127.0.0.1:${network.port}`])
    expect(await curl(network, `http://127.0.0.1:${network.port}/`)).toContain('leads to Parley itself')
    expect(asked).toEqual([])
  })

  it('limits how many hosts wait, and reports a loop in few events', async () => {
    const { network, asked, told, news } = await openNetwork(startNetworks())
    const waiting = await Promise.all(
      Array.from({ length: 21 }, (_none, at) => connectTo(network, `host-${at}.local:81`))
    )
    const statuses = waiting.map((each) => each.status())
    await news()
    expect(asked).toHaveLength(20)
    for (const { answer } of asked) answer(no)
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([403]))
    const { network: other, told: ofLoop } = await openNetwork(startNetworks(), ['box.local:1'])
    const loop = await Promise.all(Array.from({ length: 30 }, () => connectTo(other, 'box.local:1')))
    await Promise.all(loop.map((each) => each.status()))
    other.close()
    expect(ofLoop.reduce((sum, { count }) => sum + count, 0)).toBe(30)
    // The first one at once, the others together, or in a few parts if they come slowly.
    expect(ofLoop[0]?.count).toBe(1)
    expect(ofLoop.length).toBeLessThan(15)
    expect(told.length).toBeLessThanOrEqual(21)
  })

  it.runIf(process.platform !== 'win32')(
    'is available at a socket in a folder that only its user can enter',
    async () => {
      const { port } = await startHost()
      const { network } = await openNetwork(startNetworks(), [`127.0.0.1:${port}`])
      const socket = net.connect(network.socketPath ?? '')
      const { username, password } = new URL(network.environment({})['HTTP_PROXY'] ?? '')
      const pass = Buffer.from(`${username}:${password}`).toString('base64')
      socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: Basic ${pass}\r\n\r\n`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(String(answer)).toContain(' 200 ')
      socket.destroy()
    }
  )
})

/** A connection that requests a tunnel to `place`, and waits. */
async function connectTo(network: SandboxNetwork, place: string) {
  const { username, password } = new URL(network.environment({})['HTTP_PROXY'] ?? '')
  const socket = net.connect(network.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const pass = Buffer.from(`${username}:${password}`).toString('base64')
  const head = once(socket, 'data') as Promise<[Buffer]>
  socket.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\nProxy-Authorization: Basic ${pass}\r\n\r\n`)
  return {
    socket,
    status: async () => Number(/^HTTP\/1\.1 (\d+)/.exec(String((await head)[0]))?.[1])
  }
}
