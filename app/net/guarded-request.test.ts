/** Requests against a real server on this machine, with names that lead where a test says. */
import dns from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BodyTooLarge, readBounded } from './bounded-body'
import { connectsInside, InsideNetwork, sendGuarded } from './guarded-request'

const open: Server[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of open.splice(0)) server.close().closeAllConnections()
})

async function serve(answer: RequestListener = (_request, response) => response.end('here')) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.host}`)
    answer(request, response)
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, asked, close: () => server.close() }
}

/** Every lookup gets the next of these answers; the last one repeats. */
function answerLookups(...answers: readonly (readonly string[])[]) {
  let count = 0
  const lookup = (
    _name: string,
    _options: object,
    done: (error: Error | null, addresses: LookupAddress[]) => void
  ) => {
    const addresses = answers[Math.min(count, answers.length - 1)] ?? []
    count += 1
    if (addresses.length === 0) return done(new Error('no such name'), [])
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    )
  }
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as never)
  return () => count
}

const send = (url: string, isPrivateAllowed: boolean) =>
  sendGuarded(new URL(url), { isPrivateAllowed, signal: AbortSignal.timeout(5_000) })

describe('a request to an address from an untrusted source', () => {
  it.each(['http://127.0.0.1:1/', 'http://[::1]:1/', 'http://2130706433:1/', 'https://[64:ff9b:1::a00:1]/'])(
    'is not sent to an IP address inside the network: %s',
    async (url) => {
      await expect(send(url, false)).rejects.toBeInstanceOf(InsideNetwork)
    }
  )

  it('is not sent when one of several addresses of a name is inside', async () => {
    const server = await serve()
    const lookups = answerLookups(['93.184.216.34', '127.0.0.1'])
    await expect(send(`http://two-faced.example:${server.port}/`, false)).rejects.toBeInstanceOf(
      InsideNetwork
    )
    expect(lookups()).toBe(1)
    expect(server.asked).toEqual([])
  })

  it('SEC-11-11 goes to the checked address, even if the name changes in between', async () => {
    const server = await serve()
    const lookups = answerLookups(['127.0.0.1'], ['192.0.2.1'])
    const response = await send(`http://changing.example:${server.port}/x`, true)
    expect(String(await readBounded(response, 100))).toBe('here')
    expect(lookups()).toBe(1)
    expect(server.asked).toEqual([`GET /x changing.example:${server.port}`])
  })

  it("fails with the network's error when a name doesn't exist", async () => {
    answerLookups([])
    await expect(send('http://nowhere.example/', false)).rejects.toThrow('no such name')
  })

  it('SSRF: is checked again at each redirect', async () => {
    const server = await serve((_request, response) => response.writeHead(302, { location: '/next' }).end())
    answerLookups(['127.0.0.1'], ['127.0.0.1'])
    const first = await send(`http://hop.example:${server.port}/`, true)
    first.destroy()
    const next = `http://hop.example:${server.port}${first.headers.location}`
    await expect(send(next, false)).rejects.toBeInstanceOf(InsideNetwork)
    expect(server.asked).toHaveLength(1)
  })

  it('follows no redirect', async () => {
    const server = await serve((_request, response) => response.writeHead(302, { location: '/next' }).end())
    const response = await send(`http://127.0.0.1:${server.port}/`, true)
    response.destroy()
    expect(response.statusCode).toBe(302)
    expect(server.asked).toHaveLength(1)
  })

  it('ends with its signal', async () => {
    const server = await serve(() => {})
    const signal = AbortSignal.timeout(50)
    const url = new URL(`http://127.0.0.1:${server.port}/`)
    await expect(sendGuarded(url, { isPrivateAllowed: true, signal })).rejects.toMatchObject({
      name: 'AbortError'
    })
  })
})

it('limits the body; one byte more ends the response', async () => {
  let ended = () => {}
  const isEnded = new Promise<void>((resolve) => (ended = resolve))
  const server = await serve((request, response) => {
    if (request.url === '/small') return void response.end('12345')
    response.on('close', ended)
    response.write('123456')
  })
  const small = await send(`http://127.0.0.1:${server.port}/small`, true)
  expect(String(await readBounded(small, 5))).toBe('12345')
  const large = await send(`http://127.0.0.1:${server.port}/large`, true)
  await expect(readBounded(large, 5)).rejects.toBeInstanceOf(BodyTooLarge)
  await isEnded
})

describe('SSRF: whether a server is inside, so that its sign-in may be inside too', () => {
  const signal = () => AbortSignal.timeout(5_000)
  /** Every look-up of a name that asks for a promise, and of a connection. */
  const nameLeadsTo = (...addresses: readonly string[]) => {
    answerLookups(addresses)
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    vi.spyOn(dns.promises, 'lookup').mockResolvedValue(found as never)
  }

  it('is known from an IP address', async () => {
    expect(await connectsInside(new URL('http://[::1]/'), signal())).toBe(true)
    expect(await connectsInside(new URL('https://93.184.216.34/'), signal())).toBe(false)
  })

  it('is private when a connection to its name ends there; nothing is sent over it', async () => {
    const server = await serve()
    nameLeadsTo('127.0.0.1')
    expect(await connectsInside(new URL(`http://inside.example:${server.port}/`), signal())).toBe(true)
    expect(server.asked).toEqual([])
  })

  it('SEC-11-11 is never private because of one private record among others, or without records', async () => {
    const server = await serve()
    for (const addresses of [['127.0.0.1', '93.184.216.34'], ['93.184.216.34', '127.0.0.1'], []]) {
      nameLeadsTo(...addresses)
      expect(await connectsInside(new URL(`http://two-faced.example:${server.port}/`), signal())).toBe(false)
    }
  })

  it('is not private when nothing answers, or the certificate is for a different name', async () => {
    const server = await serve()
    nameLeadsTo('127.0.0.1')
    expect(await connectsInside(new URL(`https://others.example:${server.port}/`), signal())).toBe(false)
    server.close()
    expect(await connectsInside(new URL(`http://gone.example:${server.port}/`), signal())).toBe(false)
  })
})
