/**
 * Transports to a remote server: Streamable HTTP, and HTTP with server-sent events for servers of the first revision.
 * Adds limits and an orderly end of the session to the client library.
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
import { createObservedFetch, type SentOverHttp } from './observed-fetch'
import { createLegacySseFetch } from './legacy-sse-stream'
import type { LogServerLine } from '../../protocol/wire-log'
import { say } from '../../../texts/render-localized'

/** A server that doesn't answer the end of its session must not delay the end of Parley. */
const goodbyeMs = 2_000

export interface HttpTransport {
  readonly transport: Transport
  /** The last network error, or a message over the limit; null if there was none. */
  lastFailure(): unknown
  /** The last response; null if there was none. */
  lastAnswer(): SeenAnswer | null
  /** Called for a session that the server no longer knows, if no request fails because of it. */
  onSessionLost: (sessionId: string) => void
}

export interface HttpTransportOptions {
  readonly messageLimitBytes: number
  readonly log: LogServerLine
  readonly now: () => number
  /** Requests a token that the server accepts. */
  readonly renewAccess: AuthorizedFetchOptions['renew']
  /** Fires at the end of the connection. */
  readonly signal: AbortSignal
  /** Gets how each message was sent. */
  readonly heardHttp?: ((sent: SentOverHttp) => void) | undefined
}

/** @throws HostError SERVER_UNREACHABLE if the URL isn't an http or https URL */
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
  const { heardHttp = () => {} } = options
  const observedFetch = createObservedFetch(limitedFetch, Object.keys(launch.headers), heardHttp)
  const fetch = withAccess(launch, observedFetch, options)
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

/** The user's own header has priority over a sign-in. */
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
    onEnd: () => void transport.close().catch(() => {}) // open requests fail at the end
  })
  const transport: SSEClientTransport = new SSEClientTransport(url, { requestInit, fetch: legacyFetch })
  const setProtocolVersion = transport.setProtocolVersion.bind(transport)
  // The header was introduced in 2025-06-18, so servers of older revisions must not get it.
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

/** The protocol requires a DELETE. Servers may deny it, and a lost one can't answer. */
async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  transport.onerror = () => {} // a denied DELETE changes nothing
  const goodbye = transport.terminateSession().catch(() => {})
  await Promise.race([goodbye, sleep(goodbyeMs, undefined, { ref: false })])
}
