/** A server over Streamable HTTP whose answers a test can replace. It keeps all requests. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EndpointMessage {
  readonly id?: number | string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  readonly error?: unknown
}

export interface EndpointRequest {
  readonly httpMethod: string
  readonly headers: http.IncomingHttpHeaders
  /** Null if the request has no body. */
  readonly message: EndpointMessage | null
  readonly path: string
  readonly at: number
}

/** Returns true if it has answered. */
type Answer = (request: EndpointRequest, response: http.ServerResponse) => boolean | Promise<boolean>

export interface Endpoint extends AsyncDisposable {
  readonly url: string
  readonly requests: EndpointRequest[]
  /** Requests with that method. */
  of(method: string): EndpointRequest[]
  /** Ends all connections to it. */
  cut(): void
}

export const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} } as object,
  serverInfo: { name: 'own', version: '1' }
}

/** Default answers, by method. */
const results: Readonly<Record<string, unknown>> = {
  initialize: initialized,
  ping: {},
  'tools/list': { tools: [{ name: 'go', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'went' }] }
}

/** Returns true, for handlers that answer with it. */
export function end(response: http.ServerResponse, body?: string | Buffer): true {
  response.end(body)
  return true
}

export function sendJson(response: http.ServerResponse, body: unknown, status = 200): true {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  return true
}

export function sendResult(response: http.ServerResponse, request: EndpointRequest, result: unknown): true {
  return sendJson(response, { jsonrpc: '2.0', id: request.message?.id, result })
}

export function startStream(response: http.ServerResponse): (data: unknown, more?: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  return (data, more = '') =>
    void response.write(`${more}data: ${data === null ? '' : JSON.stringify(data)}\n\n`)
}

export const createTextResult = (request: EndpointRequest, text: string) => ({
  jsonrpc: '2.0',
  id: request.message?.id,
  result: { content: [{ type: 'text', text }] }
})

export async function serveEndpoint(answer: Answer = () => false, path = '/mcp'): Promise<Endpoint> {
  const requests: EndpointRequest[] = []
  const handle = async (incoming: http.IncomingMessage, response: http.ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const { method = '', headers, url = '' } = incoming
    const message = body === '' ? null : (JSON.parse(body) as EndpointMessage)
    const request = { httpMethod: method, headers, message, path: url, at: performance.now() }
    requests.push(request)
    if (!(await answer(request, response))) answerPlainly(request, response)
  }
  const listener = http.createServer((incoming, response) => {
    void handle(incoming, response).catch(() => response.destroy()) // the client is gone, or the test has a bug
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}${path}`,
    requests,
    of: (method) => requests.filter(({ message }) => message?.method === method),
    cut: () => listener.closeAllConnections(),
    [Symbol.asyncDispose]: async () => {
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    }
  }
}

function answerPlainly(request: EndpointRequest, response: http.ServerResponse): void {
  const { message, httpMethod } = request
  if (httpMethod !== 'POST') return void response.writeHead(405).end()
  if (message?.id === undefined || message.method === undefined) return void response.writeHead(202).end()
  const result = results[message.method]
  if (result !== undefined) return void sendResult(response, request, result)
  const error = { code: -32_601, message: `No method ${message.method}` }
  sendJson(response, { jsonrpc: '2.0', id: message.id, error })
}
