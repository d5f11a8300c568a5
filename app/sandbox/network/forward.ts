/** One plain HTTP request over an open connection: forwarded unchanged, without headers for the proxy. */
import http from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** @spec RFC 9110 section 7.6.1 */
const ofTheHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])

export function forwardOver(upstream: Socket, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '')
  const sent = http.request({
    method: request.method ?? 'GET',
    path: `${url.pathname}${url.search}`,
    // The admitted host, no matter what the request says.
    headers: { ...ownHeaders(request), host: url.host, connection: 'close' },
    createConnection: () => upstream
  })
  sent.on('response', (answer) => {
    // An invalid status can't be forwarded.
    if ((answer.statusCode ?? 0) < 200) return void answer.destroy(new Error('no status'))
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, ownHeaders(answer))
    answer.on('error', () => response.destroy())
    answer.pipe(response)
  })
  sent.on('error', () => {
    if (response.headersSent) return void response.destroy()
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end('The host did not answer as HTTP does.\n')
  })
  response.on('close', () => upstream.destroy())
  request.pipe(sent)
}

function ownHeaders({ headers }: IncomingMessage): http.OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ofTheHop.has(name) && !named.has(name))
  )
}
