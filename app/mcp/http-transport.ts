/**
 * Transports to a remote server: Streamable HTTP, and HTTP with server-sent events for servers of the first
 * revision. Adds limits and an orderly goodbye to what the client library brings.
 *
 * @spec 2025-11-25 basic/transports#streamable-http
 */
import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Transport } from '@modelcontextprotocol/client'
import { setTimeout as sleep } from 'node:timers/promises'
import { HostError } from '../base/host-error'
import type { RemoteLaunch } from './interface'
import { createLimitedFetch } from './limited-fetch'
import type { Fetch } from './limited-fetch'

/** A server that does not answer our goodbye must not hold up the end of the program. */
const goodbyeMs = 2_000

export interface HttpTransport {
  readonly transport: Transport
  /** What went wrong last on the network, or a message over the limit; null when nothing did. */
  lastFailure(): unknown
}

/** @throws HostError SERVER_UNREACHABLE when the address is no http or https address */
export function createHttpTransport(
  launch: RemoteLaunch,
  kind: 'http' | 'sse',
  messageLimitBytes: number
): HttpTransport {
  const url = parseAddress(launch.url)
  let failure: unknown = null
  const limitedFetch = createLimitedFetch(messageLimitBytes, (error) => {
    failure = error
  })
  const options = { requestInit: { headers: { ...launch.headers } }, fetch: limitedFetch }
  const lastFailure = () => failure
  if (kind === 'sse') return { transport: new SSEClientTransport(url, options) as Transport, lastFailure }
  const transport = new StreamableHTTPClientTransport(url, { ...options, fetch: refuseSilence(limitedFetch) })
  const close = transport.close.bind(transport)
  transport.close = async () => {
    await endSession(transport)
    await close()
  }
  return { transport: transport as Transport, lastFailure }
}

/**
 * Status 202 means that nothing more will come, which is no answer to a request: it fails at once, not at its
 * time limit. @spec 2025-11-25 basic/transports#sending-messages-to-the-server
 */
function refuseSilence(inner: Fetch): Fetch {
  return async (url, init) => {
    const response = await inner(url, init)
    if (response.status !== 202 || !isRequest(init?.body)) return response
    await response.body?.cancel()
    throw new Error('The server took a request with status 202, which means that no answer will come.')
  }
}

function isRequest(body: unknown): boolean {
  if (typeof body !== 'string') return false
  const message: unknown = JSON.parse(body)
  return typeof message === 'object' && message !== null && 'method' in message && 'id' in message
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new HostError(
    'SERVER_UNREACHABLE',
    'The address of the server is no http or https address. Correct "url".'
  )
}

/** The protocol asks for a DELETE; servers may refuse it, and one that is gone can not answer. */
async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  transport.onerror = () => {} // a refused goodbye is no news
  const goodbye = transport.terminateSession().catch(() => {})
  await Promise.race([goodbye, sleep(goodbyeMs, undefined, { ref: false })])
}
