import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createGuardedFetch } from './guarded-fetch'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections()
})

async function start(answer: RequestListener): Promise<{ url: string; port: number; count: () => number }> {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    answer(request, response)
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, port, count: () => count }
}

const fetchFor = (isPrivateAllowed: boolean, timeLimitMs = 5_000) =>
  createGuardedFetch({
    isPrivateAllowed,
    signal: new AbortController().signal,
    timeLimitMs
  })

describe('a network request of a sign-in', () => {
  it.each([
    ['an IPv4 address', (port: number) => `http://127.0.0.1:${port}/`],
    ['an IPv4 address in another notation', (port: number) => `http://0x7f.1:${port}/`],
    ['an IPv4 address as a single number', (port: number) => `http://2130706433:${port}/`],
    ['an IPv6 address', (port: number) => `https://[::ffff:127.0.0.1]:${port}/`],
    ['a name that resolves there', (port: number) => `http://localhost:${port}/`]
  ])('for a server on the internet never goes to this computer: %s', async (_what, address) => {
    const server = await start((_request, response) => response.end('{}'))
    await expect(fetchFor(false)(address(server.port))).rejects.toThrow(
      'on this computer or in its local network'
    )
    expect(server.count()).toBe(0)
  })

  it.each(['https://10.0.0.1/', 'https://192.168.1.1/', 'https://169.254.169.254/', 'https://[fd00::1]/'])(
    'nor into the local network: %s',
    async (address) => {
      await expect(fetchFor(false)(address)).rejects.toThrow('in its local network')
    }
  )

  it.each([
    'ftp://127.0.0.1/',
    'http://login.example/',
    'https://a:b@login.example/',
    'https://',
    ' https://x'
  ])('is sent to no address like %s', async (address) => {
    await expect(fetchFor(true)(address)).rejects.toThrow('unsafe sign-in address')
  })

  it('ends in time, even when the answer drips slowly', async () => {
    const server = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    await expect(fetchFor(true, 300)(server.url)).rejects.toThrow()
  })

  it('accepts a small answer and cuts off an endless one', async () => {
    const server = await start((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      if (request.url === '/small') return void response.end('{"a":1}')
      const pour = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', pour)
      }
      pour()
    })
    expect(await (await fetchFor(true)(`${server.url}small`)).json()).toEqual({ a: 1 })
    await expect(fetchFor(true)(server.url)).rejects.toThrow('too large')
  })

  it('does not follow redirects', async () => {
    const server = await start((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    })
    const response = await fetchFor(true)(server.url)
    expect(response.status).toBe(302)
    expect(server.count()).toBe(1)
  })
})
