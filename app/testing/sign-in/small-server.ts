/**
 * A protected server and its authorization server on one port, each part replaceable by a test: for behavior that a
 * certified server doesn't have. Issues a code to any client, and tokens for it.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SmallServer {
  readonly origin: string
  readonly url: string
  /** Paths with their queries, in order; the body of a POST after a blank. */
  readonly asked: string[]
  /** Ends all tokens. */
  expire(): void
  close(): void
}

export interface SmallServerParts {
  readonly path?: string
  readonly challenge?: (origin: string) => string
  /** Published documents, by path; null: none. The usual ones exist already. */
  readonly documents?: (origin: string) => Readonly<Record<string, object | null>>
  /** Answers a request instead of the server; false: it does not. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse, body: string) => boolean
  /** Seconds. */
  readonly ttl?: number
  /** Tokens that count although this server did not give them. */
  readonly accepts?: readonly string[]
}

export async function startSmallServer(parts: SmallServerParts = {}): Promise<SmallServer> {
  const { path = '/mcp', ttl = 3_600 } = parts
  const asked: string[] = []
  const tokens = new Set<string>(parts.accepts)
  let count = 0
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const documents = { ...usualDocuments(origin, origin + path), ...parts.documents?.(origin) }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const { url = '' } = request
    const { pathname, searchParams } = new URL(url, origin)
    if (pathname !== path) asked.push(body === '' ? url : `${url} ${body}`)
    if (parts.answer?.(request, response, body) === true) return
    const document = Object.hasOwn(documents, pathname) ? documents[pathname as keyof typeof documents] : null
    if (document != null) return json(response, 200, document)
    if (pathname === '/register')
      return json(response, 201, { ...(JSON.parse(body) as object), client_id: 'client' })
    if (pathname === '/authorize') {
      const target = new URL(searchParams.get('redirect_uri') ?? '')
      target.searchParams.set('code', 'code')
      target.searchParams.set('state', searchParams.get('state') ?? '')
      return void response.writeHead(302, { location: target.href }).end()
    }
    if (pathname === '/token') {
      count += 1
      tokens.add(`token-${count}`)
      const given = { access_token: `token-${count}`, token_type: 'Bearer', expires_in: ttl }
      return json(response, 200, { ...given, refresh_token: `refresh-token-${count}` })
    }
    if (pathname !== path) return json(response, 404, {})
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    asked.push(`${path} ${token}`)
    if (!tokens.has(token)) {
      const challenge = parts.challenge?.(origin) ?? 'Bearer'
      return json(response, 401, {}, { 'www-authenticate': challenge })
    }
    answerMessage(response, body)
  }
  return { origin, url: origin + path, asked, expire: () => tokens.clear(), close: () => void server.close() }
}

function usualDocuments(origin: string, resource: string): Readonly<Record<string, object | null>> {
  return {
    '/.well-known/oauth-protected-resource/mcp': { resource, authorization_servers: [origin] },
    '/.well-known/oauth-authorization-server': createAuthMetadata(origin)
  }
}

export function createAuthMetadata(origin: string): object {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none']
  }
}

function answerMessage(response: ServerResponse, body: string): void {
  const { id, method } = JSON.parse(body === '' ? '{}' : body) as { id?: number; method?: string }
  if (id === undefined) return void response.writeHead(202).end()
  const capabilities = { tools: {} }
  const results: Readonly<Record<string, object>> = {
    initialize: { protocolVersion: '2025-03-26', capabilities, serverInfo: { name: 'small', version: '1' } },
    'tools/list': { tools: [{ name: 'whoami', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'you' }] }
  }
  const result = results[method ?? '']
  const error = { code: -32_601, message: 'Method not found' }
  json(response, 200, { jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) })
}

function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {}
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
