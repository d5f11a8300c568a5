/**
 * Shows a server at an address on this computer, for programs that only speak Streamable HTTP without headers. The
 * address has a secret path, because other users of this computer can reach it too.
 */
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node'
import { hostHeaderValidationResponse, originValidationResponse } from '@modelcontextprotocol/server'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What answers behind the address. */
export interface BridgedServer {
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

export interface ServerBridge {
  readonly url: string
  close(): Promise<void>
}

const hostnames = ['127.0.0.1', 'localhost']

export async function openServerBridge(server: BridgedServer): Promise<ServerBridge> {
  const path = `/${randomBytes(32).toString('hex')}/mcp`
  const fetch = async (request: Request): Promise<Response> => {
    const refusal =
      hostHeaderValidationResponse(request, hostnames) ?? originValidationResponse(request, hostnames)
    if (refusal !== undefined) return refusal
    if (new URL(request.url).pathname !== path) return new Response(null, { status: 404 })
    return await server.fetch(request)
  }
  const handle = toNodeHandler({ fetch })
  const listener = createServer((request, response) => {
    void handle(request as NodeIncomingMessageLike, response)
  })
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(0, '127.0.0.1', resolve)
  })
  const { port } = listener.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: async () => {
      const ended = new Promise<void>((resolve) => listener.close(() => resolve()))
      listener.closeAllConnections()
      await Promise.all([ended, server.close()])
    }
  }
}
