/**
 * The only connection that Parley inspects: to a host where an entry uses a secret that its server may not read. Parley
 * acts as the host for the server and as the server for the host, and checks the host's certificate as strictly as any.
 * Only HTTP/1.1 and WebSockets are supported.
 */
import { once } from 'node:events'
import http from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import https from 'node:https'
import net from 'node:net'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import zlib from 'node:zlib'
import { targetText, type HostTarget } from '../../net/hostname-rules'
import type { HostCredentials } from './authority'
import { exchangeHeaders, type ExchangedHeaders, type HeaderLists } from './exchange-headers'
import { createReplacement, replaceIn, type Pair } from './replacement'
import type { Placeholder } from './placeholders'

export interface MaskedRequest {
  readonly standIns: readonly Placeholder[]
  readonly credentialsFor: (host: string) => Promise<HostCredentials>
  /** PEM of further authorities that are trusted for hosts. */
  readonly authorities: readonly string[]
  /** Writes to the log of the server. */
  readonly note: (text: string) => void
}

export interface InjectedRequest {
  /** To the host, whose certificate was verified. */
  readonly secure: tls.TLSSocket
  readonly target: HostTarget
  readonly masked: MaskedRequest
}

interface Course {
  readonly upstream: tls.TLSSocket
  readonly agent: http.Agent
  readonly target: HostTarget
  readonly masked: MaskedRequest
}

const headLimit = 65_536
const headTimeLimitMs = 30_000
/** @spec RFC 9110 section 7.6.1 */
const ofTheHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])

/** @throws the error of the handshake with the host, which got no data */
export async function encryptToHost(
  upstream: Socket,
  { host }: HostTarget,
  { authorities }: MaskedRequest
): Promise<tls.TLSSocket> {
  const secure = tls.connect({
    socket: upstream,
    host,
    servername: net.isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    ...(authorities.length > 0 && { ca: [...tls.rootCertificates, ...authorities] })
  })
  secure.on('error', () => secure.destroy())
  // A secret is sent only after the host is verified.
  await once(secure, 'secureConnect', { signal: AbortSignal.timeout(headTimeLimitMs) })
  return secure
}

export async function createSecretInjectingProxy(
  socket: Duplex,
  { secure: upstream, target, masked }: InjectedRequest
): Promise<void> {
  const credentials = await masked.credentialsFor(target.host)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let isTaken = false
  // One connection for one connection: after it has ended, the server opens another one, which is asked about again.
  Object.assign(agent, {
    createConnection: () => {
      if (isTaken) throw new Error('The host has ended the connection')
      isTaken = true
      return upstream
    }
  })
  const course = { upstream, agent, target, masked }
  const server = https.createServer({
    ...credentials,
    ALPNProtocols: ['http/1.1'],
    maxHeaderSize: headLimit,
    headersTimeout: headTimeLimitMs,
    requestTimeout: 0
  })
  let running = 0
  let client: tls.TLSSocket | null = null
  const endIdle = () => {
    if (running === 0 && upstream.destroyed) client?.end()
  }
  server.on('secureConnection', (accepted) => {
    client = accepted
    endIdle()
  })
  server.on('request', (request, response) => {
    running += 1
    response.on('close', () => {
      running -= 1
      endIdle()
    })
    guard(response, () => passOn(request, response, course))
  })
  server.on('upgrade', (request, socketOfIt, head) =>
    guard(socketOfIt, () => upgrade(request, { client: socketOfIt, head }, course))
  )
  server.on('tlsClientError', () => masked.note(refusedOurs(target)))
  server.on('clientError', (_error, broken) => broken.destroy())
  upstream.on('close', () => {
    agent.destroy()
    endIdle()
  })
  socket.on('error', () => upstream.destroy())
  socket.on('close', () => upstream.destroy())
  server.emit('connection', socket)
}

/** An invalid response of the host ends only this connection. */
function guard(answer: { destroy(): unknown }, act: () => void): void {
  try {
    act()
  } catch {
    answer.destroy()
  }
}

function refusedOurs(target: HostTarget): string {
  return `The server did not take the certificate that Parley shows for ${targetText(target)}. Where its program knows the certificate of the host by heart, its secret can't be masked.`
}

function passOn(request: IncomingMessage, response: ServerResponse, course: Course): void {
  const exchanged = read(request, course)
  if (typeof exchanged === 'number') return void response.writeHead(exchanged, { connection: 'close' }).end()
  const sent = http.request({
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    agent: course.agent,
    headers: { ...flat(exchanged.headers), ...framing(request) }
  })
  sent.on('response', (answer) => {
    tellOfRefusal(answer, exchanged, course)
    guard(response, () =>
      answerWith(answer, response, { back: exchanged.back, isHead: request.method === 'HEAD' })
    )
  })
  sent.on('error', () => {
    if (response.headersSent) return void response.destroy()
    response.writeHead(502, { connection: 'close' }).end('The host did not answer as HTTP does.\n')
  })
  response.on('close', () => {
    if (!response.writableFinished) course.upstream.destroy()
  })
  request.pipe(sent)
}

/** The changed request; a status: it isn't allowed for this host. */
function read(request: IncomingMessage, { target, masked }: Course): ExchangedHeaders | number {
  const { url = '' } = request
  const named = request.headers.host?.toLowerCase()
  // One address may serve many hosts, and only this one was named.
  if (named !== targetText(target) && named !== targetText(target).replace(/:443$/, '')) return 421
  if (!url.startsWith('/') && url !== '*') return 421
  const own = withoutHop(getLists(request.rawHeaders))
  // The response must be readable to restore stand-ins in it.
  const exchanged = exchangeHeaders(
    { ...own, host: [named], 'accept-encoding': ['identity'] },
    url,
    masked.standIns
  )
  for (const name of exchanged.left)
    masked.note(
      `The server sent its placeholder for ${name} to ${targetText(target)} outside of a header for keys. Parley inserts the secret in headers only.`
    )
  return exchanged
}

function tellOfRefusal(
  { statusCode }: IncomingMessage,
  { used }: ExchangedHeaders,
  { target, masked }: Course
): void {
  if ((statusCode !== 401 && statusCode !== 403) || used.length > 0) return
  const names = masked.standIns.map(({ name }) => name).join(', ')
  masked.note(
    `${targetText(target)} refused a request (${statusCode}) in whose headers no stand-in for ${names} was found. A secret that is signed with, or sent in an address or a body, can't be masked.`
  )
}

/** The declared length of the body. */
function framing({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }
}

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress()
}

function answerWith(
  answer: IncomingMessage,
  response: ServerResponse,
  { back, isHead }: { readonly back: readonly Pair[]; readonly isHead: boolean }
): void {
  const { 'content-encoding': encoding, ...headers } = withoutHop(getLists(answer.rawHeaders))
  const decoder = isHead ? undefined : decoders[encoding?.[0]?.toLowerCase() ?? '']?.()
  const { 'content-length': _length, ...others } = headers
  const own =
    decoder === undefined ? { ...headers, ...(encoding && { 'content-encoding': encoding }) } : others
  const ends = !willGoOn(answer)
  response.writeHead(answer.statusCode ?? 502, restoredText(answer.statusMessage ?? '', back), {
    ...restored(own, back),
    ...(ends && { connection: 'close' })
  })
  response.flushHeaders()
  const stop = () => void response.destroy()
  const read = decoder === undefined ? answer : answer.on('error', stop).pipe(decoder)
  read.on('error', stop)
  read.pipe(createReplacement(back)).pipe(response)
}

function willGoOn({ httpVersion, headers: { connection = '' } }: IncomingMessage): boolean {
  return httpVersion === '1.1' && !/\bclose\b/i.test(connection)
}

/** After the upgrade, nothing is replaced any more. */
function upgrade(
  request: IncomingMessage,
  { client, head }: { readonly client: Duplex; readonly head: Buffer },
  course: Course
): void {
  client.on('error', () => client.destroy())
  const exchanged = read(request, course)
  const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
  if (typeof exchanged === 'number' || !isWebSocket)
    return void client.end('HTTP/1.1 421 Misdirected Request\r\n\r\n')
  const sent = http.request({
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    agent: course.agent,
    headers: { ...flat(exchanged.headers), connection: 'Upgrade', upgrade: 'websocket' }
  })
  const begin = (answer: IncomingMessage, hop: string) => {
    const lines = Object.entries(restored(withoutHop(getLists(answer.rawHeaders)), exchanged.back))
    const text = lines.flatMap(([name, values]) => values.map((value) => `${name}: ${value}\r\n`)).join('')
    client.write(
      `HTTP/1.1 ${answer.statusCode} ${restoredText(answer.statusMessage ?? '', exchanged.back)}\r\n${text}${hop}\r\n`,
      'latin1'
    )
  }
  sent.on('upgrade', (answer, upstream, first) => {
    begin(answer, 'connection: Upgrade\r\nupgrade: websocket\r\n')
    client.write(first)
    upstream.write(head)
    client.pipe(upstream).pipe(client)
  })
  sent.on('response', (answer) => {
    begin(answer, 'connection: close\r\n')
    answer.pipe(createReplacement(exchanged.back)).pipe(client)
  })
  sent.on('error', () => client.destroy())
  client.on('close', () => course.upstream.destroy())
  course.upstream.on('close', () => client.destroy())
  sent.end()
}

function getLists(raw: readonly string[]): HeaderLists {
  const lists = new Map<string, string[]>()
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? ''
    lists.set(name, [...(lists.get(name) ?? []), raw[at + 1] ?? ''])
  }
  return Object.fromEntries(lists)
}

/** A list with one item becomes its text: some headers must not be lists. */
function flat(lists: HeaderLists): http.OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(lists).map(([name, values]) => [name, values.length === 1 ? values[0] : [...values]])
  )
}

function withoutHop(lists: HeaderLists): HeaderLists {
  const named = new Set(
    (lists['connection'] ?? []).flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase()))
  )
  return Object.fromEntries(Object.entries(lists).filter(([name]) => !ofTheHop.has(name) && !named.has(name)))
}

function restored(lists: HeaderLists, back: readonly Pair[]): Record<string, string[]> {
  const texts = (values: readonly string[]) => values.map((value) => restoredText(value, back))
  return Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, texts(values)]))
}

function restoredText(text: string, back: readonly Pair[]): string {
  return replaceIn(Buffer.from(text, 'latin1'), back).toString('latin1')
}
