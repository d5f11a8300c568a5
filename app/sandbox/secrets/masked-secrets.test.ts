/** A secret that a server uses and can't read: inserted only on the way to the named host. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import http from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LookUp } from '../network/connect-checked'
import { createServerNetworks } from '../network/server-networks'
import type { SandboxNetwork } from '../network/server-networks'
import { createAuthority, type Authority } from './authority'
import { createReplacement } from './replacement'
import { createPlaceholders } from './placeholders'

const run = promisify(execFile)
const secret = 'sk-live-4eC39HqLyjWDarjtT1zdp7dc'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

/** The authority of the hosts: neither this computer's nor Parley's. */
let others: Authority
beforeEach(async () => {
  others = await createAuthority(Date.now)
})

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

interface Host {
  readonly port: number
  /** Complete requests, as they arrived. */
  readonly heard: string[]
}

async function startHost(
  name: string,
  answer: Answer = (_request, response) => response.end('well')
): Promise<Host> {
  const heard: string[] = []
  const server = https.createServer(await others.credentialsFor(name), (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      heard.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n\n${body}`)
      answer(request, response, body)
    })
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    heard.push(`${request.url}\n${request.rawHeaders.join('\n')}`)
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, heard }
}

const here: LookUp = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])

interface Opened {
  readonly network: SandboxNetwork
  /** What the server has instead of the secret. */
  readonly standIn: string
  readonly notes: string[]
}

async function open(masked: readonly string[], hosts: readonly string[] = masked): Promise<Opened> {
  const notes: string[] = []
  const networks = createServerNetworks({
    nodePreload: path.resolve('resources/node-network.cjs'),
    lookUp: here,
    authorities: [others.certificate],
    now: Date.now
  })
  cleanups.push(() => networks.close())
  // Hosts without masking are verified by this authority only.
  const own = { API_KEY: secret, NODE_EXTRA_CA_CERTS: path.resolve('package.json') }
  const network = await networks.open({
    serverName: 'notes',
    hosts,
    ask: () => Promise.resolve({ isAllowed: false, reason: 'nobody is asked here' }),
    tell: () => {},
    standIns: createPlaceholders({ API_KEY: masked }, own),
    own,
    note: (text) => notes.push(text)
  })
  return { network, standIn: network.mask(secret), notes }
}

async function inProcess({ network, standIn }: Opened, file: string, args: string[]): Promise<string> {
  const environment = { ...network.environment({ PATH: '' }), API_KEY: standIn }
  expect(JSON.stringify([environment, args])).not.toContain(secret)
  const env = { PATH: process.env['PATH'] ?? '', ...environment }
  const { stdout } = await run(file, args, { env }).catch((error: { stdout: string }) => error)
  return stdout.trim()
}

const curl = (opened: Opened, ...args: string[]) => inProcess(opened, 'curl', ['-sS', ...args])
const withKey = (opened: Opened, url: string, ...args: string[]) =>
  curl(opened, '-H', `Authorization: Bearer ${opened.standIn}`, ...args, url)

const scripts = {
  fetch: `fetch(process.argv[1],{headers:{'x-api-key':process.env.API_KEY}}).then(async r=>console.log(r.status,await r.text()),e=>console.log('FAIL',e.cause?.message))`,
  https: `require('https').request(process.argv[1],{headers:{'x-api-key':process.env.API_KEY}},r=>r.on('data',d=>console.log(r.statusCode,String(d)))).on('error',e=>console.log('FAIL',e.message)).end()`
} as const

describe('a masked secret', () => {
  it.each(['fetch', 'https'] as const)('is sent to the named host: %s of Node', async (script) => {
    const { port, heard } = await startHost('api.test')
    const opened = await open([`api.test:${port}`])
    const url = `https://api.test:${port}/v1?q=1`
    expect(await inProcess(opened, process.execPath, ['-e', scripts[script], url])).toBe('200 well')
    expect(heard[0]).toContain('GET /v1?q=1')
    expect(heard[0]).toContain(`x-api-key\n${secret}\n`)
    expect(heard[0]).not.toContain(opened.standIn)
  })

  it('is sent to the named host: curl, also in Basic, one request after another', async () => {
    const { port, heard } = await startHost('api.test')
    const opened = await open([`api.test:${port}`])
    const url = `https://api.test:${port}/`
    expect(await withKey(opened, url, '-d', 'a body')).toBe('well')
    expect(await curl(opened, '-u', `me:${opened.standIn}`, url, url)).toBe('wellwell')
    expect(heard[0]).toContain(`Bearer ${secret}`)
    expect(heard[0]).toMatch(/a body$/)
    const basic = Buffer.from(`me:${secret}`).toString('base64')
    expect(heard.slice(1).map((each) => each.includes(`Basic ${basic}`))).toEqual([true, true])
  })

  it("isn't sent to another host, which gets the stand-in over a direct connection", async () => {
    const api = await startHost('api.test')
    const other = await startHost('other.test')
    const places = [`api.test:${api.port}`, `other.test:${other.port}`]
    const opened = await open([places[0] ?? ''], places)
    expect(await withKey(opened, `https://other.test:${other.port}/`, '--insecure')).toBe('well')
    expect(other.heard[0]).toContain(`Bearer ${opened.standIn}`)
    expect(other.heard[0]).not.toContain(secret)
    // The same host under another name is another host, and so is another port of it.
    expect(
      await curl(opened, '-w', '%{http_code}', '-o', '/dev/null', `https://api.test:${other.port}/`)
    ).toBe('000')
  })

  it("isn't sent to a host without a valid certificate, which gets no data", async () => {
    const { port, heard } = await startHost('elsewhere.test')
    const opened = await open([`api.test:${port}`])
    const told = await withKey(opened, `https://api.test:${port}/`, '-w', '%{http_connect}', '--insecure')
    expect(told).toBe('502')
    expect(heard).toEqual([])
  })

  it("isn't sent to another host at the same address", async () => {
    const { port, heard } = await startHost('api.test')
    const opened = await open([`api.test:${port}`])
    const url = `https://api.test:${port}/`
    const status = ['-w', '%{http_code}', '-o', '/dev/null']
    expect(await withKey(opened, url, ...status, '-H', 'Host: evil.test')).toBe('421')
    expect(await withKey(opened, url, ...status, '--request-target', 'https://evil.test/')).toBe('421')
    expect(heard).toEqual([])
  })

  it("isn't inserted in bodies, addresses and headers that aren't for keys, and the log says so", async () => {
    const { port, heard } = await startHost('api.test', (_request, response) =>
      response.writeHead(401).end('no')
    )
    const opened = await open([`api.test:${port}`])
    const { standIn } = opened
    const url = `https://api.test:${port}/?key=${standIn}`
    await curl(
      opened,
      '-d',
      `{"key": "${standIn}"}`,
      '-H',
      `X-Amz-Meta-Token: ${standIn}`,
      '-A',
      standIn,
      url
    )
    expect(heard[0]?.split(standIn)).toHaveLength(5)
    expect(heard[0]).not.toContain(secret)
    expect(opened.notes.join('\n')).toContain('sent its placeholder for API_KEY to')
    expect(opened.notes.join('\n')).toContain('refused a request (401)')
  })

  it.each([
    ['as it is', (text: string, response: ServerResponse) => response.end(text)],
    [
      'compressed',
      (text: string, response: ServerResponse) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync(text))
    ],
    [
      'in pieces',
      (text: string, response: ServerResponse) => {
        const at = text.indexOf(secret) + 7
        response.write(text.slice(0, at), () => setImmediate(() => response.end(text.slice(at))))
      }
    ]
  ])("isn't returned by a host that echoes it: %s", async (_how, send) => {
    const { port } = await startHost('api.test', (request, response) => {
      response.setHeader('X-Seen', request.headers.authorization ?? '')
      send(request.rawHeaders.join('\n'), response)
    })
    const opened = await open([`api.test:${port}`])
    const url = `https://api.test:${port}/`
    const seen = await withKey(opened, url, '-i')
    expect(seen.split(`Bearer ${opened.standIn}`)).toHaveLength(3)
    expect(seen).not.toContain(secret)
    const basic = await curl(opened, '-i', '-u', `me:${opened.standIn}`, url)
    expect(basic).not.toContain(Buffer.from(`me:${secret}`).toString('base64'))
  })

  it('is inserted in the request that opens a WebSocket, and its messages are forwarded', async () => {
    const { port, heard } = await startHost('api.test')
    const opened = await open([`api.test:${port}`])
    const script = `const r=require('https').request(process.argv[1],{headers:{connection:'Upgrade',upgrade:'websocket',authorization:'Bearer '+process.env.API_KEY}});
      r.on('upgrade',(a,s,h)=>{s.on('data',d=>{console.log(a.statusCode,String(d));s.end()});s.write('ping')}).on('error',e=>console.log('FAIL',e.message)).end()`
    const url = `https://api.test:${port}/socket`
    expect(await inProcess(opened, process.execPath, ['-e', script, url])).toBe('101 ping')
    expect(heard[0]).toContain(`Bearer ${secret}`)
  })

  it("isn't sent over an unencrypted connection", async () => {
    const heard: string[] = []
    const server = http.createServer((request, response) => {
      heard.push(request.headers.authorization ?? '')
      response.end('well')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanups.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const opened = await open([`api.test:${port}`])
    expect(await withKey(opened, `http://api.test:${port}/`)).toBe('well')
    expect(heard).toEqual([`Bearer ${opened.standIn}`])
  })

  it('is reported if the server accepts only a pinned certificate', async () => {
    const { port } = await startHost('api.test')
    const opened = await open([`api.test:${port}`])
    await curl(opened, '--cacert', '/etc/ssl/certs/ca-certificates.crt', `https://api.test:${port}/`)
    await expect.poll(() => opened.notes.join('\n')).toContain('did not take the certificate')
  })

  it('ends with the start, which removes the files that made the server trust Parley', async () => {
    const opened = await open(['api.test'])
    const [extra = ''] = opened.network.files
    expect(await readFile(extra, 'utf8')).toContain('BEGIN CERTIFICATE')
    opened.network.close()
    await expect.poll(() => stat(extra).catch(() => null)).toBeNull()
  })
})

describe('a stand-in', () => {
  it('is as long as the secret, has the same prefix, and differs each time', () => {
    const [one, other] = [1, 2].map(
      () => createPlaceholders({ KEY: ['a.test'] }, { KEY: secret })?.mask(secret) ?? ''
    )
    expect(one).toHaveLength(secret.length)
    expect(one).toMatch(/^sk-[A-Za-z0-9]+$/)
    expect(one).not.toBe(other)
  })

  it.each(['hunter2', 'two\nlines of a longer secret', 'schlüssel-schlüssel'])('is refused for %j', (KEY) => {
    expect(() => createPlaceholders({ KEY: ['a.test'] }, { KEY })).toThrow('“KEY”')
  })

  it('also replaces the secret inside other texts', () => {
    const standIns = createPlaceholders({ KEY: ['a.test'] }, { KEY: secret })
    expect(standIns?.mask(`--header=Bearer ${secret}, ${secret}`)).not.toContain(secret)
  })
})

it('restores texts across any border between chunks, and delays no more than a possible match', async () => {
  const replaced = createReplacement([{ from: Buffer.from('abcabd'), to: Buffer.from('123456') }])
  const seen: string[] = []
  replaced.on('data', (chunk: Buffer) => seen.push(String(chunk)))
  for (const piece of ['x', 'abcab', 'cabd', 'abc', 'y ab']) replaced.write(piece)
  replaced.end()
  await once(replaced, 'end')
  expect(seen.join('')).toBe('xabc123456abcy ab')
  expect(seen[0]).toBe('x')
})
