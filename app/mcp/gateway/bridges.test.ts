/** A server at an address on this computer, as another program reaches it. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { request } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { soon } from '../../testing/soon'
import type { ServerLaunch } from '../interface'
import { fixture, installed, watchClients, type WatchedClients } from '../testing/watched-clients'
import { serveEndpoint } from '../testing/http-endpoint'

let watched: WatchedClients
const clients: Client[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  await watched.clients.shutdown()
})

const common = {
  ...{ serverName: 'tested', connectionId: 'bridge', connectTimeoutMs: 60_000 },
  ...{ knownEra: null, logLevel: null, pingIntervalMs: 0 }
}

async function open(launch: object): Promise<string> {
  watched = watchClients()
  const { url } = await watched.clients.openBridge({ ...common, ...launch } as unknown as ServerLaunch)
  return url
}

const program = (file: string) =>
  open({ transport: 'stdio', command: process.execPath, args: [file], env: {}, cwd: null })

async function connect(url: string, mode: 'legacy' | 'auto' = 'legacy'): Promise<Client> {
  const client = new Client(
    { name: 'suite', version: '0' },
    { capabilities: { sampling: {} }, ...(mode === 'auto' && { versionNegotiation: { mode } }) }
  )
  clients.push(client)
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  return client
}

const started = () => watched.log().filter((line) => line.includes('Starting default')).length

/** The status of an answer to a request with this Host header. */
function readStatus(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: { host }, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject)
    sent.end('{}')
  })
}

describe('a program at an address', () => {
  it('forwards calls, progress and its own requests, in a new process for each session', async () => {
    const url = await program(installed('server-everything'))
    const first = await connect(url)
    first.setRequestHandler('sampling/createMessage', () => ({
      ...{ model: 'suite', role: 'assistant' },
      content: { type: 'text', text: 'From the suite' }
    }))
    const progress: unknown[] = []
    await first.callTool(
      { name: 'trigger-long-running-operation', arguments: { duration: 0.2, steps: 2 } },
      { onprogress: (news) => progress.push(news.progress) }
    )
    expect(progress).toEqual([1, 2])
    const sampled = await first.callTool({ name: 'trigger-sampling-request', arguments: { prompt: 'Hi' } })
    expect(JSON.stringify(sampled.content)).toContain('From the suite')
    expect(started()).toBe(1)

    const second = await connect(url)
    expect((await second.listTools()).tools.length).toBeGreaterThan(5)
    expect(started()).toBe(2)
    // Only one process runs at a time.
    await expect(first.listTools()).rejects.toThrow(/session not found/i)
  })

  it('keeps requests of the newest revision apart that use one id, and forwards what is cancelled', async () => {
    const url = await program(fixture('mcp-modern.mjs'))
    const [one, two] = [await connect(url, 'auto'), await connect(url, 'auto')]
    const abort = new AbortController()
    const waiting = one.callTool({ name: 'wait', arguments: {} }, { signal: abort.signal })
    waiting.catch(() => {}) // cancelled below
    await vi.waitFor(() => expect(watched.log()).toContain('waiting'), soon)
    const names = ['Ada', 'Bob', 'Cleo']
    const results = await Promise.all(
      names.map((name) => two.callTool({ name: 'greet', arguments: { name } }))
    )
    expect(results.map(({ content }) => content)).toEqual(
      names.map((name) => [{ type: 'text', text: `Hello ${name}` }])
    )
    abort.abort()
    await vi.waitFor(() => expect(watched.log()).toContain('the wait was aborted'), soon)
  })

  it('answers no other hostname and no other path, and is gone when it is closed', async () => {
    const url = await program(fixture('mcp-modern.mjs'))
    const { host, origin } = new URL(url)
    expect(await readStatus(url, 'evil.example')).toBe(403)
    expect(await readStatus(`${origin}/mcp`, host)).toBe(404)
    expect(await readStatus(url, host)).toBe(400)
    const foreign = await fetch(url, {
      method: 'POST',
      body: '{}',
      headers: { origin: 'http://evil.example' }
    })
    expect(foreign.status).toBe(403)
    await watched.clients.closeBridge('bridge')
    await expect(readStatus(url, host)).rejects.toThrow('ECONNREFUSED')
  })
})

describe('a remote server at an address', () => {
  it('gets the headers and the sign-in, and no redirect leads them elsewhere', async () => {
    await using server = await serveEndpoint((asked, response) => {
      if (asked.message?.method !== 'ping') return false
      response.writeHead(307, { location: 'http://elsewhere.example/' }).end()
      return true
    })
    const access = { token: 'token', renewAt: null, proofKey: null }
    const headers = { 'X-Team': 'blue' }
    const url = await open({ transport: 'http', url: server.url, headers, access })
    const client = await connect(url)
    await client.listTools()
    expect(server.of('tools/list')[0]?.headers).toMatchObject({
      ...{ 'x-team': 'blue', authorization: 'Bearer token', host: new URL(server.url).host }
    })
    await expect(client.ping()).rejects.toThrow()
  })

  it('asks for another token if one is denied, without a sign-in of the user', async () => {
    await using server = await serveEndpoint((asked, response) => {
      if (asked.headers.authorization === 'Bearer new') return false
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return true
    })
    const access = { token: 'old', renewAt: null, proofKey: null }
    const url = await open({ transport: 'http', url: server.url, headers: {}, access })
    const answering = vi.waitFor(async () => {
      const [challenge] = watched.news('challenged')
      expect(challenge).toMatchObject({ connectionId: 'bridge', purpose: 'background', usedToken: 'old' })
      await watched.clients.answerChallenge(challenge!.challengeId, { ...access, token: 'new' })
    }, soon)
    const client = await connect(url)
    await answering
    expect((await client.listTools()).tools).toHaveLength(1)
  })
})
