/**
 * Remote servers: a real one on its own port, one of the newest revision, and endpoints that deny requests or
 * misbehave.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../../contract/json'
import { freePort, serveEverything } from '../../testing/everything-server'
import { watchClients } from '../../testing/watched-clients'
import type { WatchedClients } from '../../testing/watched-clients'
import type { ConnectionInfo, ServerLaunch } from '../../interface'
import { renderEnglish } from '../../../testing/in-english'
import { soon } from '../../../testing/soon'

const children: ChildProcess[] = []
const listeners: http.Server[] = []
let watched: WatchedClients

beforeEach(() => {
  watched = watchClients({ hostEnvironment: {} })
})

afterEach(async () => {
  await watched.clients.shutdown()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const listener of listeners.splice(0)) listener.close().closeAllConnections()
})

const connect = (url: string, more: Partial<ServerLaunch> = {}) =>
  watched.reach(url, { serverName: 'remote', ...more })
const call = (info: ConnectionInfo, toolName: string, args: JsonObject = {}) =>
  watched.call(info, toolName, args, { serverName: 'remote' })
const closed = () => watched.news('connectionClosed')
const progress = () => watched.news('progressed').map((news) => news.progress.progress)

async function startEverything(mode: 'streamableHttp' | 'sse') {
  const served = await serveEverything(mode)
  children.push(served.child)
  return served
}

/** An endpoint of the test; `record` has the method of every request. */
async function serve(handle: http.RequestListener): Promise<string> {
  const listener = http.createServer(handle).listen(0, '127.0.0.1')
  listeners.push(listener)
  await once(listener, 'listening')
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`
}

type Request = { id?: number | string; method: string }
type Answer = (message: Request, response: http.ServerResponse, request: http.IncomingMessage) => void

/** An endpoint that reads one JSON-RPC message per POST and denies everything else with 405. */
function serveMessages(answer: Answer): Promise<string> {
  return serve((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => answer(JSON.parse(body) as Request, response, request))
  })
}

function sendResult(response: http.ServerResponse, id: number | string | undefined, result: unknown): void {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
}

const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'own', version: '1' }
}
const oneTool = { tools: [{ name: 'go', inputSchema: { type: 'object' } }] }

/** A valid server of the older era, except for `answerCall`. */
function serveTool(answerCall: Answer): Promise<string> {
  return serveMessages((message, response, request) => {
    if (message.method === 'initialize') return sendResult(response, message.id, initialized)
    if (message.method === 'tools/list') return sendResult(response, message.id, oneTool)
    if (message.method === 'tools/call') return answerCall(message, response, request)
    if (message.id === undefined) return void response.writeHead(202).end()
    response.writeHead(404).end()
  })
}

describe('the everything server', () => {
  it('SYS-07 HTTP-03: works over Streamable HTTP', async () => {
    const { url } = await startEverything('streamableHttp')
    const info = await connect(url)
    expect(info).toMatchObject({ protocolVersion: '2025-11-25', processId: null })
    expect(await call(info, 'echo', { message: 'hello' })).toMatchObject({
      type: 'completed',
      content: [{ type: 'text', text: 'Echo: hello' }]
    })
    await call(info, 'trigger-long-running-operation', { duration: 0.4, steps: 4 })
    // On a busy computer, close reports are combined into the newest, but never the first and the last.
    expect([1, 2, 3, 4].filter((step) => progress().includes(step))).toEqual(progress())
    expect([progress()[0], progress().at(-1)]).toEqual([1, 4])
    const before = progress().length
    const running = call(info, 'trigger-long-running-operation', { duration: 30, steps: 100 })
    await vi.waitFor(() => expect(progress().length).toBeGreaterThan(before), soon)
    await watched.clients.cancelCall(watched.lastCallId())
    expect(await running).toEqual({ type: 'cancelled' })
  })

  it('SYS-09 SYS-10 SSE-09: works over the older transport, detected or configured', async () => {
    const { url } = await startEverything('sse')
    for (const info of [await connect(url), await connect(url, { transport: 'sse' })]) {
      expect(await call(info, 'echo', { message: 'old' })).toMatchObject({ content: [{ text: 'Echo: old' }] })
    }
  })

  it('is lost when it exits, and the call says so', async () => {
    const { url, child } = await startEverything('streamableHttp')
    const info = await connect(url)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const outcome = await call(info, 'echo', { message: 'anyone?' })
    const message = expect.stringContaining('nothing responds') as string
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED', message } })
    expect(renderEnglish(closed())).toMatchObject([{ serverName: 'remote', reason: message }])
  })
})

describe('a server of the newest revision', () => {
  it('is called, followed and cancelled', async () => {
    const file = fileURLToPath(new URL('../../../testing/servers/mcp-modern.mjs', import.meta.url))
    const child = spawn(process.execPath, [file, '--http'], { stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    let errorOutput = ''
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()))
    const [port] = (await once(child.stdout, 'data')) as [Buffer]
    const info = await connect(`http://127.0.0.1:${Number(port.toString())}/mcp`)
    expect(info.protocolVersion).toBe('2026-07-28')
    expect(await call(info, 'greet', { name: 'Ada' })).toMatchObject({ content: [{ text: 'Hello Ada' }] })
    expect(progress().at(-1)).toBe(3)
    await call(info, 'grow')
    await vi.waitFor(() => expect(JSON.stringify(watched.news('toolsChanged'))).toContain('grown-1'), soon)
    const waiting = call(info, 'wait')
    await vi.waitFor(() => expect(errorOutput).toContain('waiting'), soon)
    await watched.clients.cancelCall(watched.lastCallId())
    expect(await waiting).toEqual({ type: 'cancelled' })
    await vi.waitFor(() => expect(errorOutput).toContain('the wait was aborted'), soon)
  })
})

describe('the connection', () => {
  it('HTTP-20 HTTP-28: sends the headers of the entry, and ends its session', async () => {
    const seen: string[] = []
    const url = await serve((request, response) => {
      seen.push(
        `${request.method} ${String(request.headers['x-team'])} ${String(request.headers['mcp-session-id'])}`
      )
      if (request.method !== 'POST') return void response.writeHead(200).end()
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const message = JSON.parse(body) as Request
        if (message.method === 'initialize') response.setHeader('mcp-session-id', 's1')
        if (message.id === undefined) return void response.writeHead(202).end()
        if (message.method === 'server/discover') return void response.writeHead(400).end()
        sendResult(response, message.id, message.method === 'initialize' ? initialized : oneTool)
      })
    })
    const info = await connect(url, { headers: { 'X-Team': 'blue' } })
    await watched.clients.disconnect(info.connectionId)
    expect(seen.every((line) => line.includes(' blue '))).toBe(true)
    expect(seen).toContain('DELETE blue s1')
  })

  it('uses the older protocol with servers that fail at `server/discover`', async () => {
    const url = await serveMessages((message, response) => {
      if (message.method === 'initialize') return sendResult(response, message.id, initialized)
      if (message.method === 'tools/list') return sendResult(response, message.id, oneTool)
      if (message.id === undefined) return void response.writeHead(202).end()
      response.writeHead(500).end('<html>Oops</html>')
    })
    expect((await connect(url)).tools.map(({ name }) => name)).toEqual(['go'])
  })

  it.each<[number, string, RegExp]>([
    [302, 'SERVER_UNREACHABLE', /another address/],
    [401, 'SERVER_NEEDS_SIGN_IN', /requires a sign-in/],
    [403, 'SERVER_UNREACHABLE', /denied access/],
    [404, 'SERVER_UNREACHABLE', /doesn't serve MCP at that address/],
    [503, 'SERVER_UNREACHABLE', /internal error/]
  ])('explains status %i', async (status, code, words) => {
    const url = await serve(
      (_request, response) => void response.writeHead(status, { location: 'http://127.0.0.2:9/' }).end()
    )
    const message = expect.stringMatching(words) as string
    await expect(connect(`${url}?key=secret`)).rejects.toMatchObject({ code, message })
    await expect(connect(`${url}?key=secret`)).rejects.not.toMatchObject({
      message: expect.stringContaining('secret') as string
    })
  })

  it('HTTP-27: sends nothing unencrypted to an https address', async () => {
    const heard: Buffer[] = []
    const listener = net.createServer((socket) => {
      socket.on('error', () => {}) // the server closes the connection
      socket.on('data', (chunk) => {
        heard.push(chunk)
        socket.destroy()
      })
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as AddressInfo
    const headers = { Authorization: 'Bearer a-key-of-a-test' }
    await expect(connect(`https://127.0.0.1:${port}/mcp`, { headers })).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE'
    })
    listener.close()
    expect(heard.length).toBeGreaterThan(0)
    const helloOfTls = 0x16
    expect(new Set(heard.map(([first]) => first))).toEqual(new Set([helloOfTls]))
    expect(Buffer.concat(heard).toString('latin1')).not.toContain('a-key-of-a-test')
  })

  it('reports a missing server, an unknown hostname, and an invalid URL', async () => {
    const code = 'SERVER_UNREACHABLE'
    const saying = (words: string) => ({ code, message: expect.stringContaining(words) as string })
    const refused = `http://127.0.0.1:${await freePort()}/mcp`
    await expect(connect(refused)).rejects.toMatchObject(saying('nothing responds'))
    await expect(connect(refused, { transport: 'sse' })).rejects.toMatchObject(saying('nothing responds'))
    await expect(connect('http://no-such-host.invalid/mcp')).rejects.toMatchObject(saying('name'))
    await expect(connect('file:///etc/passwd')).rejects.toMatchObject(saying('must start with http or https'))
  })

  it('LIFE-22: gives up on a server that accepts the request and never answers', async () => {
    const url = await serve(() => {})
    await expect(connect(url, { connectTimeoutMs: 600 })).rejects.toMatchObject({
      code: 'SERVER_START_TIMEOUT'
    })
  })
})

describe('a call', () => {
  it('HTTP-15: fails at once if the answer breaks off', async () => {
    const url = await serveTool((_message, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hello\n\n', () => response.end())
    })
    const outcome = await call(await connect(url), 'go')
    const message = expect.stringContaining('ended before the full result') as string
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED', message } })
  })

  it.each(['application/json', 'text/event-stream'])(
    'SEC-20: refuses an answer over the limit as %s',
    async (type) => {
      const url = await serveTool((message, response) => {
        const text = 'x'.repeat(1_100_000)
        const body = JSON.stringify({
          jsonrpc: '2.0',
          id: message.id,
          result: { content: [{ type: 'text', text }] }
        })
        response
          .writeHead(200, { 'content-type': type })
          .end(type === 'application/json' ? body : `data: ${body}\n\n`)
      })
      expect(await call(await connect(url), 'go')).toMatchObject({
        type: 'failed',
        failure: { message: expect.stringMatching(/larger than 1 MB/) as string }
      })
    }
  )

  it('HTTP-04: fails at once if the server accepts it and sends no answer', async () => {
    const url = await serveTool((_message, response) => void response.writeHead(202).end())
    const message = expect.stringContaining('no answer will come') as string
    expect(await call(await connect(url), 'go')).toMatchObject({ type: 'failed', failure: { message } })
  })

  it('accepts many events that are each small', async () => {
    const url = await serveTool((message, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const note = JSON.stringify({
        jsonrpc: '2.0',
        method: 'notifications/other',
        params: { text: 'x'.repeat(100_000) }
      })
      for (let times = 0; times < 20; times += 1) response.write(`data: ${note}\r\n\r\n`)
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { content: [] } })}\n\n`)
    })
    expect(await call(await connect(url), 'go')).toMatchObject({ type: 'completed' })
  })

  it('ends the connection if the server has forgotten the session', async () => {
    const url = await serveTool((_message, response) => void response.writeHead(404).end())
    const outcome = await call(await connect(url), 'go')
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED' } })
    expect(renderEnglish(closed())).toMatchObject([{ reason: 'The server no longer has this session.' }])
  })

  it('reports that a sign-in has expired', async () => {
    const url = await serveTool((_message, response) => void response.writeHead(401).end())
    expect(await call(await connect(url), 'go')).toMatchObject({
      type: 'failed',
      failure: { code: 'SERVER_NEEDS_SIGN_IN' }
    })
  })
})
