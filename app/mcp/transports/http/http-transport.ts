/**
 * Transports to a remote server: Streamable HTTP, and HTTP with server-sent events for servers of the first
 * revision. Adds limits and an orderly goodbye to what the client library brings.
 *
 * @spec 2025-11-25 basic/transports#streamable-http
 */
import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { setTimeout as sleep } from 'node:timers/promises'
import { canParseUrl } from '../../../base/can-parse-url'
import { HostError } from '../../../base/host-error'
import { createAuthorizedFetch } from './authorized-fetch'
import type { AuthorizedFetchOptions } from './authorized-fetch'
import { HttpResponses } from './http-responses'
import type { HttpResponsesOptions } from './http-responses'
import type { RemoteLaunch, SeenAnswer } from '../../interface'
import { createLimitedFetch } from './limited-fetch'
import type { Fetch } from './no-timeout-fetch'
import { createLegacySseFetch } from './legacy-sse-stream'
import type { LogServerLine } from '../../protocol/wire-log'
import { say } from '../../../texts/render-localized'

/** A server that does not answer our goodbye must not hold up the end of the program. */
const goodbyeMs = 2_000

export interface HttpTransport {
  readonly transport: Transport
  /** What went wrong last on the network, or a message over the limit; null when nothing did. */
  lastFailure(): unknown
  /** What came last; null when nothing did. */
  lastAnswer(): SeenAnswer | null
  /** Hears of a session that the server no longer knows, where no request of ours tells of it. */
  onSessionLost: (sessionId: string) => void
}

export interface HttpTransportOptions {
  readonly messageLimitBytes: number
  readonly log: LogServerLine
  readonly now: () => number
  /** Asks for a token that the server lets through. */
  readonly renewAccess: AuthorizedFetchOptions['renew']
  /** The end of the connection. */
  readonly signal: AbortSignal
}

/** @throws HostError SERVER_UNREACHABLE when the address isn't an http or https address */
export function createHttpTransport(
  launch: RemoteLaunch,
  kind: 'http' | 'sse',
  options: HttpTransportOptions
): HttpTransport {
  const url = parseAddress(launch.url)
  let failure: unknown = null
  let answer: SeenAnswer | null = null
  const limitedFetch = createLimitedFetch(
    options.messageLimitBytes,
    (error) => {
      failure = error
    },
    (seen) => {
      answer = seen
    }
  )
  const fetch = withAccess(launch, limitedFetch, options)
  const requestInit = { headers: { ...launch.headers } }
  const http: HttpTransport = {
    transport:
      kind === 'sse'
        ? createLegacyTransport(url, { fetch, requestInit, log: options.log })
        : createStreamable(url, {
            ...options,
            fetch,
            requestInit,
            onSessionLost: (id) => http.onSessionLost(id)
          }),
    lastFailure: () => failure,
    lastAnswer: () => answer,
    onSessionLost: () => {}
  }
  return http
}

/** The person's own header counts before a sign-in. */
function withAccess(
  { url, access, headers }: RemoteLaunch,
  fetch: Fetch,
  { renewAccess: renew, now }: HttpTransportOptions
): Fetch {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (access === undefined || hasOwn) return fetch
  return createAuthorizedFetch({ fetch, serverUrl: parseAddress(url), access, renew, now })
}

interface Parts {
  readonly fetch: Fetch
  readonly requestInit: RequestInit
  readonly log: LogServerLine
}

function createStreamable(url: URL, options: Parts & Omit<HttpResponsesOptions, 'deliver'>): Transport {
  const answers = new HttpResponses({
    ...options,
    deliver: (message) => transport.onmessage?.(message as JSONRPCMessage)
  })
  const { requestInit } = options
  const transport = new StreamableHTTPClientTransport(url, { requestInit, fetch: answers.fetch })
  const setProtocolVersion = transport.setProtocolVersion.bind(transport)
  transport.setProtocolVersion = (version) => {
    setProtocolVersion(version)
    answers.setProtocolVersion(version)
  }
  const close = transport.close.bind(transport)
  transport.close = async () => {
    await endSession(transport)
    await close()
  }
  return transport as Transport
}

function createLegacyTransport(url: URL, { fetch, requestInit, log }: Parts): Transport {
  const legacyFetch = createLegacySseFetch({
    fetch,
    log,
    deliver: (message) => transport.onmessage?.(message as JSONRPCMessage),
    onEnd: () => void transport.close().catch(() => {}) // whoever waits for an answer hears of the end
  })
  const transport: SSEClientTransport = new SSEClientTransport(url, { requestInit, fetch: legacyFetch })
  const setProtocolVersion = transport.setProtocolVersion.bind(transport)
  // The header came with 2025-06-18: servers of the first revision must not be sent it.
  transport.setProtocolVersion = (version) => {
    if (version >= '2025-06-18') setProtocolVersion(version)
  }
  return transport as Transport
}

function parseAddress(address: string): URL {
  const url = canParseUrl(address) ? new URL(address) : null
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new HostError('SERVER_UNREACHABLE', say('mcp.addressScheme'))
}

/** The protocol asks for a DELETE; servers may refuse it, and one that is gone can't answer. */
async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  transport.onerror = () => {} // a refused goodbye changes nothing
  const goodbye = transport.terminateSession().catch(() => {})
  await Promise.race([goodbye, sleep(goodbyeMs, undefined, { ref: false })])
}
