/** The minimum that a server over HTTP must send, for tests in which it fails before that. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** A request over HTTP; a body that isn't JSON is `{}`. */
export interface ReceivedRequest {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly protocolVersion?: string }
}

export function working({ method, params }: ReceivedRequest): object {
  if (method === 'tools/list') return { result: { tools: [] } }
  if (method !== 'initialize') return { error: { code: -32_601, message: 'unknown' } }
  const serverInfo = { name: 'webby', version: '2.3.4' }
  return { result: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo } }
}

interface Saying {
  readonly body: (asked: ReceivedRequest, request: IncomingMessage) => object
  readonly headers: OutgoingHttpHeaders
}

/** `body` is `result` or `error` of the answer. */
export function sayJson(request: IncomingMessage, response: ServerResponse, { body, headers }: Saying): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.method === 'GET') return void response.writeHead(405).end()
    const text = Buffer.concat(chunks).toString()
    const asked = (text === '' ? {} : JSON.parse(text)) as ReceivedRequest
    const answer = { jsonrpc: '2.0', id: asked.id, ...body(asked, request) }
    const out = asked.id === undefined ? '' : JSON.stringify(answer)
    const type = { 'content-type': 'application/json', ...headers }
    response.writeHead(out === '' ? 202 : 200, type).end(out)
  })
}
