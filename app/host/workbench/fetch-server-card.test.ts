import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { fetchServerCard } from './fetch-server-card'

const card = { name: 'io.example/sums', version: '2.0.0', remotes: [] }
const wellKnown = '/.well-known/mcp/server-card.json'

async function serve(answer: (url: string, response: http.ServerResponse) => void) {
  const requests: http.IncomingMessage[] = []
  const server = http.createServer((request, response) => {
    requests.push(request)
    answer(request.url ?? '', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const recorded: string[] = []
  const fetchIt = (limits = { bytes: 10_000, milliseconds: 10_000 }, path = '/mcp/') =>
    fetchServerCard({ serverUrl: `${origin}${path}`, record: (url) => recorded.push(url), limits })
  return { origin, requests, recorded, fetchIt }
}

const answerAt = (place: string) => (url: string, response: http.ServerResponse) =>
  url === place ? response.end(JSON.stringify(card)) : response.writeHead(404).end()

it('tries the addresses of the drafts on the host of the server, records each, and sends nothing else', async () => {
  const { origin, requests, recorded, fetchIt } = await serve(answerAt(wellKnown))
  const { name, published } = await fetchIt()
  expect(`http://${name}`).toBe(`${origin}${wellKnown}`)
  expect(published.definitions.server).toEqual({ name: 'io.example/sums', version: '2.0.0' })
  expect(recorded).toEqual([`${origin}/mcp/server-card`, `${origin}${wellKnown}`])
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET'])
  expect(Object.keys(requests[0]?.headers ?? {}).toSorted()).toEqual(['accept', 'connection', 'host'])
})

it.each<[string, (url: string, response: http.ServerResponse) => void, string]>([
  ['has none', (_url, response) => response.writeHead(404).end(), 'has no server card'],
  ['wants a sign-in', (_url, response) => response.writeHead(401).end(), 'has no server card'],
  ['is out of order', (_url, response) => response.writeHead(503).end(), 'HTTP 503'],
  [
    'redirects',
    (_url, response) => response.writeHead(302, { location: '/x' }).end(),
    'redirects the request'
  ],
  ['sends something else', (_url, response) => response.end('<html>'), "isn't a server card"],
  ['sends too much', (_url, response) => response.end('x'.repeat(20_000)), 'larger than 2 MB'],
  ['hangs up', (_url, response) => response.destroy(), "can't reach"]
])('explains why there is no card if the host %s', async (_case, answer, sentence) => {
  const { fetchIt } = await serve(answer)
  await expect(fetchIt()).rejects.toMatchObject({
    code: 'RECORDING_INVALID',
    message: expect.stringContaining(sentence)
  })
})

it('stays on the host of the server if its path looks like another host', async () => {
  const { origin, recorded, fetchIt } = await serve(answerAt(wellKnown))
  await fetchIt(undefined, '//other.example/mcp')
  expect(recorded).toEqual([`${origin}//other.example/mcp/server-card`, `${origin}${wellKnown}`])
})

it('follows no redirect', async () => {
  const { requests, fetchIt } = await serve((url, response) =>
    url === '/x' ? response.end(JSON.stringify(card)) : response.writeHead(307, { location: '/x' }).end()
  )
  await expect(fetchIt()).rejects.toThrow('redirects')
  expect(requests).toHaveLength(1)
})

it('gives up in time on a host that sends a card very slowly', async () => {
  const { fetchIt } = await serve((_url, response) => {
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  await expect(fetchIt({ bytes: 10_000, milliseconds: 300 })).rejects.toThrow('in time')
})
