/** A server that accepts the user name and the password, with a configurable challenge. */
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PasswordServer extends Disposable {
  readonly url: string
  readonly host: string
  /** The `Authorization` headers that came, in order; null for none. */
  readonly came: readonly (string | null)[]
  /** From now on another one counts. */
  setPassword(password: string): void
}

export async function startPasswordServer({
  user,
  password: first,
  challenge = 'Basic realm="The shop"'
}: {
  readonly user: string
  readonly password: string
  readonly challenge?: string
}): Promise<PasswordServer> {
  let password = first
  const came: (string | null)[] = []
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const given = request.headers.authorization ?? null
      came.push(given)
      const answer = (status: number, value: object, headers = {}) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(value))
      if (new URL(request.url ?? '', 'http://127.0.0.1').pathname !== '/mcp') return answer(404, {})
      const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
      if (given !== wanted) return answer(401, {}, { 'www-authenticate': challenge })
      if (request.method !== 'POST') return answer(405, {})
      const message = JSON.parse(body) as {
        id?: unknown
        method: string
        params?: { protocolVersion?: string }
      }
      if (message.id === undefined) return response.writeHead(202).end()
      return answer(200, { jsonrpc: '2.0', id: message.id, ...reply(message) })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/mcp`,
    host,
    came,
    setPassword: (next) => {
      password = next
    },
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

function reply({ method, params }: { method: string; params?: { protocolVersion?: string } }): object {
  if (method === 'initialize')
    return {
      result: {
        protocolVersion: params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'shop', version: '1.0.0' }
      }
    }
  if (method === 'ping') return { result: {} }
  if (method === 'tools/list')
    return {
      result: { tools: [{ name: 'stock', description: 'What is there', inputSchema: { type: 'object' } }] }
    }
  if (method === 'tools/call') return { result: { content: [{ type: 'text', text: 'Twelve pots' }] } }
  return { error: { code: -32_601, message: 'Not found' } }
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}
