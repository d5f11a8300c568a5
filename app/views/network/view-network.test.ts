import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendGuarded } from '../../net/guarded-request'
import { ViewNetwork, type ViewHostUse, type ViewNetworkOptions } from './view-network'

let server: http.Server
let asked: http.IncomingMessage[]
let answer: http.RequestListener

beforeEach(async () => {
  asked = []
  answer = (_request, response) => void response.end('hello')
  server = http.createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function open(changes: Partial<ViewNetworkOptions> = {}) {
  const uses: ViewHostUse[] = []
  const sent: URL[] = []
  const { port } = server.address() as AddressInfo
  const network = new ViewNetwork({
    hosts: ['api.example.com', '*.tiles.example', 'localhost:8443'],
    isForbidden: () => false,
    onUsed: (use) => uses.push(use),
    // To the server of the test, for each host.
    send: (url, request) => {
      sent.push(url)
      return sendGuarded(new URL(`http://127.0.0.1:${port}${url.pathname}`), {
        ...request,
        isPrivateAllowed: true
      })
    },
    ...changes
  })
  const load = (url: string, options?: RequestInit) => network.answer(new Request(url, options))
  return { network, load, uses, sent }
}

describe('a request of a view', () => {
  it.each([
    'https://other.example/',
    'https://api.example.com.evil.example/',
    'https://tiles.example/',
    'http://api.example.com/',
    'https://api.example.com:8443/',
    'https://localhost/',
    'https://127.0.0.1:8443/',
    'https://10.0.0.1/'
  ])('is refused for a host that is not allowed: %s', async (url) => {
    const { load, sent } = open()
    expect((await load(url)).status).toBe(403)
    expect(sent).toEqual([])
  })

  it.each(['https://api.example.com/', 'https://a.tiles.example/', 'https://localhost:8443/'])(
    'reaches an allowed host: %s',
    async (url) => {
      const { load } = open()
      expect(await (await load(url)).text()).toBe('hello')
    }
  )

  it('is refused if the policy of the computer denies the host by now', async () => {
    const { load, sent } = open({ isForbidden: ({ host }) => host === 'api.example.com' })
    expect((await load('https://api.example.com/')).status).toBe(403)
    expect(sent).toEqual([])
  })

  it('never reaches a local address behind a public name', async () => {
    const { load } = open({ send: sendGuarded, hosts: ['localtest.me', '127.0.0.1.nip.io'] })
    vi.spyOn((await import('node:dns')).default, 'lookup').mockImplementation(((
      _host: string,
      _options: object,
      done: (error: null, found: object[]) => void
    ) => done(null, [{ address: '127.0.0.1', family: 4 }])) as never)
    expect((await load('https://localtest.me/')).status).toBe(502)
    vi.restoreAllMocks()
    expect(asked).toEqual([])
  })

  it('has its method, body and headers, but no cookies, no origin and nothing about this computer', async () => {
    const { load } = open()
    const headers = { 'x-wanted': 'weather', authorization: 'Bearer of the page', 'sec-ch-ua': 'Parley' }
    const body = 'rain'
    await load('https://api.example.com/echo', { method: 'PUT', headers, body })
    expect(asked[0]).toMatchObject({ method: 'PUT', url: '/echo' })
    expect(asked[0]?.headers).toMatchObject({ 'x-wanted': 'weather', authorization: 'Bearer of the page' })
    for (const name of ['cookie', 'origin', 'referer', 'sec-ch-ua'])
      expect(asked[0]?.headers).not.toHaveProperty(name)
  })

  it('is one of at most 16 at a time', async () => {
    const open16 = open()
    const held: http.ServerResponse[] = []
    answer = (_request, response) => void held.push(response)
    const all = Array.from({ length: 20 }, (_, index) => open16.load(`https://api.example.com/${index}`))
    await vi.waitFor(() => expect(held).toHaveLength(16))
    answer = (_request, response) => void response.end()
    for (const response of held) response.end()
    for (const response of await Promise.all(all)) await response.text()
    expect(asked).toHaveLength(20)
  })

  it('ends with its view, and reaches nothing afterwards', async () => {
    const { network, load } = open()
    answer = () => {}
    const waiting = load('https://api.example.com/')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    network.close()
    expect((await waiting).status).toBe(502)
    expect((await load('https://api.example.com/')).status).toBe(403)
  })
})

describe('the answer for a view', () => {
  it('is unpacked, and stores no cookie', async () => {
    answer = (_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/javascript',
        'content-encoding': 'gzip',
        'set-cookie': ['a=1', 'b=2'],
        'x-kept': 'yes'
      })
      response.end(zlib.gzipSync('let a'))
    }
    const response = await open().load('https://api.example.com/')
    expect(await response.text()).toBe('let a')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript',
      'x-kept': 'yes'
    })
    for (const name of ['set-cookie', 'content-encoding', 'content-length'])
      expect(response.headers.has(name)).toBe(false)
  })

  it.each([
    [204, 'GET'],
    [304, 'GET'],
    [200, 'HEAD']
  ])('can be without a body: %s to %s', async (status, method) => {
    answer = (_request, response) => void response.writeHead(status).end()
    const response = await open().load('https://api.example.com/', { method })
    expect([response.status, response.body]).toEqual([status, null])
  })

  it('is an unchanged redirect, so that its target is checked as a request of its own', async () => {
    answer = (_request, response) =>
      void response.writeHead(302, { location: 'https://evil.example/' }).end('moved')
    const { load, sent } = open()
    const response = await load('https://api.example.com/')
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://evil.example/'])
    expect((await load('https://evil.example/')).status).toBe(403)
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['an unknown coding', { 'content-encoding': 'rot13' }],
    ['no status of an answer', { ':status': 999 }]
  ])('is an error for %s', async (_what, headers) => {
    answer = (_request, response) => {
      if (':status' in headers) response.writeHead(999).end()
      else response.writeHead(200, headers).end('hello')
    }
    expect((await open().load('https://api.example.com/')).status).toBe(502)
  })

  it('breaks off where it is too large, also if it came packed', async () => {
    const million = zlib.gzipSync(Buffer.alloc(1_000_000))
    answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      for (let count = 0; count < 101; count += 1) response.write(million)
      response.end()
    }
    const response = await open().load('https://api.example.com/')
    await expect(response.arrayBuffer()).rejects.toThrow()
  })
})

it('reports the requests to each host together, and what is left at the end', async () => {
  const { network, load, uses } = open()
  for (const body of ['rain', 'sun'])
    await (await load('https://api.example.com/', { method: 'POST', body })).text()
  await (await load('https://a.tiles.example/')).text()
  expect(uses).toEqual([])
  network.close()
  expect(uses).toEqual([
    { host: 'api.example.com', port: 443, count: 2, bytesUp: 7, bytesDown: 10 },
    { host: 'a.tiles.example', port: 443, count: 1, bytesUp: 0, bytesDown: 5 }
  ])
})
