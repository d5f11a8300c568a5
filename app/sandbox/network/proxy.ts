/**
 * The proxy through which servers connect to hosts. It identifies the client by its credentials, asks the admission
 * about each host, waits, and connects only to the checked address. CONNECT, and plain HTTP in absolute form.
 */
import http from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { canParseUrl } from '../../base/can-parse-url'
import type { AdmissionVerdict } from './admission'
import { connectChecked, InternalAddressError } from './connect-checked'
import type { ConnectOptions } from './connect-checked'
import { reportPath, takeReports } from './file-reports'
import { encryptToHost, createSecretInjectingProxy } from '../secrets/secret-injecting-proxy'
import type { MaskedRequest } from '../secrets/secret-injecting-proxy'
import { forwardOver } from './forward'
import type { FileReport } from '../blocked/reported-files'
import { readTarget, targetText } from '../../net/hostname-rules'
import type { HostTarget } from '../../net/hostname-rules'

/** One start of a server, as the proxy needs it. */
export interface Client {
  readonly serverName: string
  readonly admit: (target: HostTarget, signal: AbortSignal) => Promise<AdmissionVerdict>
  /** Null: the traffic isn't inspected. */
  readonly maskedAt: (target: HostTarget) => MaskedRequest | null
  /** Null: it has too many connections already. */
  readonly begin: (target: HostTarget) => ProxyConnection | null
  /** Called with file activity that its runtime reports. */
  readonly reported: (report: FileReport) => void
}

/** One connection, from its request on. */
export interface ProxyConnection {
  refused(reason: string): void
  failed(reason: string): void
  /** Counts bytes of the upstream connection and closes with it. */
  joined(upstream: Socket): void
  /** Aborted when the server has ended. */
  readonly signal: AbortSignal
}

export interface ProxyOptions extends Pick<ConnectOptions, 'lookUp' | 'isOwn'> {
  /** Null: no client has these credentials. */
  readonly clientOf: (authorization: string | undefined) => Client | null
}

/** Bytes of the head of a request. */
const headLimit = 32_768
const headTimeLimitMs = 10_000

export function createProxy(options: ProxyOptions): Server {
  const server = http.createServer({
    maxHeaderSize: headLimit,
    headersTimeout: headTimeLimitMs,
    // A user may take long to answer.
    requestTimeout: 0,
    keepAliveTimeout: 1_000
  })
  server.on('connect', (request, socket, head) => void tunnel(request, { socket, head }, options))
  server.on('request', (request, response) => void answer(request, response, options))
  server.on('clientError', (_error, socket) => refuse(socket, 400, 'This is no request to a proxy.'))
  return server
}

async function tunnel(
  request: IncomingMessage,
  { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
  options: ProxyOptions
): Promise<void> {
  socket.on('error', () => {}) // its end reports the same
  if (head.length > 0) socket.unshift(head)
  const watch = watchEnd(socket)
  const target = targetOfConnect(request.url ?? '')
  const asking = {
    authorization: request.headers['proxy-authorization'],
    options,
    gone: watch.gone,
    refuse: (status: number, text: string) => refuse(socket, status, text)
  }
  const joined = await join(target, asking, async (upstream, client, to) => {
    const masked = client.maskedAt(to)
    if (masked === null) return { upstream, inside: null }
    return { upstream, inside: { secure: await encryptToHost(upstream, to, masked), masked, target: to } }
  })
  watch.end()
  if (joined === null) return
  const { upstream, inside } = joined
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
  if (inside !== null) return await createSecretInjectingProxy(socket, inside)
  socket.pipe(upstream).on('error', () => socket.destroy())
  upstream.pipe(socket).on('error', () => upstream.destroy())
  socket.on('close', () => upstream.destroy())
  upstream.on('close', () => socket.destroy())
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ProxyOptions
): Promise<void> {
  if (request.url !== reportPath) return await forward(request, response, options)
  const client = options.clientOf(request.headers['proxy-authorization'])
  await takeReports(request, response, client?.reported ?? null).catch(() => response.destroy()) // it has ended
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  options: ProxyOptions
): Promise<void> {
  const controller = new AbortController()
  response.on('close', () => controller.abort())
  const asking = {
    authorization: request.headers['proxy-authorization'],
    options,
    gone: controller.signal,
    refuse: (status: number, text: string) => {
      response.writeHead(status, { ...headersOf(status), connection: 'close' })
      response.end(`${text}\n`)
    }
  }
  const upstream = await join(targetOfUrl(request.url ?? ''), asking, (joined) => Promise.resolve(joined))
  if (upstream !== null) forwardOver(upstream, request, response)
}

interface Asking {
  readonly authorization: string | undefined
  readonly options: ProxyOptions
  /** Aborted when the client has disconnected. */
  readonly gone: AbortSignal
  readonly refuse: (status: number, text: string) => void
}

/** Null: it was denied, or the client has disconnected. */
async function join<T>(
  target: HostTarget | null,
  { authorization, options, gone, refuse: tell }: Asking,
  prepare: (upstream: Socket, client: Client, target: HostTarget) => Promise<T>
): Promise<T | null> {
  const client = options.clientOf(authorization)
  if (client === null) return (tell(407, "Parley doesn't know which server sent this request."), null)
  if (target === null) return (tell(400, "Parley can't read the address of this request."), null)
  const place = targetText(target)
  const course = client.begin(target)
  if (course === null) return (tell(503, `${client.serverName} has too many connections.`), null)
  const signal = AbortSignal.any([gone, course.signal])
  const no = (reason: string) =>
    tell(403, `Parley did not let ${client.serverName} reach ${place}: ${reason}.`)
  const verdict = await client.admit(target, signal)
  if (verdict.type === 'refused') {
    course.refused(verdict.reason)
    return (no(verdict.reason), null)
  }
  try {
    const { mayLeadInside } = verdict
    const upstream = await connectChecked(target, { ...options, mayLeadInside, signal })
    course.joined(upstream)
    return await prepare(upstream, client, target).catch((error: unknown) => {
      upstream.destroy()
      throw error
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof InternalAddressError) {
      course.refused(reason)
      return (no(reason), null)
    }
    course.failed(reason)
    return (tell(502, `Parley could not connect to ${place}: ${reason}.`), null)
  }
}

function targetOfConnect(authority: string): HostTarget | null {
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(authority) ?? []
  return readTarget(host, Number(port))
}

function targetOfUrl(url: string): HostTarget | null {
  if (!canParseUrl(url)) return null
  const { protocol, hostname, port } = new URL(url)
  return protocol === 'http:' ? readTarget(hostname, port === '' ? 80 : Number(port)) : null
}

/** Reads nothing meanwhile: early data is for the host. */
function watchEnd(socket: Duplex): { readonly gone: AbortSignal; readonly end: () => void } {
  const controller = new AbortController()
  const tell = () => controller.abort()
  const look = () => {
    if (socket.readableLength === 0) socket.read(0)
  }
  socket.on('readable', look)
  socket.on('end', tell)
  socket.on('close', tell)
  return {
    gone: controller.signal,
    end: () => {
      socket.off('readable', look)
      socket.off('end', tell)
      socket.off('close', tell)
    }
  }
}

function refuse(socket: Duplex, status: number, text: string): void {
  if (!socket.writable) return void socket.destroy()
  const body = `${text}\n`
  const headers = {
    ...headersOf(status),
    'content-length': `${Buffer.byteLength(body)}`,
    connection: 'close'
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
  // Further data is dropped.
  socket.resume()
}

function headersOf(status: number): Readonly<Record<string, string>> {
  const plain = { 'content-type': 'text/plain; charset=utf-8' }
  return status === 407 ? { ...plain, 'proxy-authenticate': 'Basic realm="Parley"' } : plain
}
