/** Explains why a remote server is unreachable or denies requests, as a failure with a code. */
import {
  InsufficientScopeError,
  SdkHttpError,
  SseError,
  UnauthorizedError
} from '@modelcontextprotocol/client'
import { HostError } from '../../../base/host-error'
import { isJsonFields } from '../../protocol/json-fields'
import { looksLikePage, readTitle } from './answer-body'
import { MessageTooLarge } from './limited-fetch'
import { toErrorText } from '../../protocol/error-text'
import type { LocalizedText } from '../../../contract/localized-text'
import { say, sentences } from '../../../texts/render-localized'

const unknownRevision = -32_022

type NetworkReason =
  | 'refused'
  | 'reset'
  | 'unknown'
  | 'lookup'
  | 'host'
  | 'network'
  | 'timeout'
  | 'silent'
  | 'half'
  | 'failed'

const reasons: Readonly<Record<string, NetworkReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ENOTFOUND: 'unknown',
  EAI_AGAIN: 'lookup',
  EHOSTUNREACH: 'host',
  ENETUNREACH: 'network',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'silent',
  UND_ERR_BODY_TIMEOUT: 'half',
  UND_ERR_SOCKET: 'reset'
}

/** Messages of Node's fetch, with a cause, if no answer arrived or an answer broke off. */
const fetchMessages: ReadonlySet<string> = new Set(['fetch failed', 'terminated'])

const tlsCode = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** The HTTP status inside an error of the client library, at any depth; null if there is none. */
export function httpStatus(error: unknown): number | null {
  for (const cause of causes(error)) {
    if (cause instanceof UnauthorizedError) return 401
    if (cause instanceof InsufficientScopeError) return 403
    if (cause instanceof SdkHttpError) return cause.status ?? null
    if (cause instanceof SseError) return cause.code ?? null
  }
  return null
}

/** True if there was no answer: the host is unreachable or the connection broke. */
export function isNetworkFailure(error: unknown): boolean {
  return networkFailure(error, '') !== null
}

/** Codes of an established connection that broke. Only its request failed; others may continue. */
const breaks: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** True if an established connection broke before the answer was complete. */
export function isBreak(error: unknown): boolean {
  return causes(error).some((cause) => breaks.has((cause as { code?: string }).code ?? ''))
}

/**
 * SERVER_NEEDS_SIGN_IN, SERVER_UNREACHABLE or SERVER_PROTOCOL for an error of a remote connection; null if it says
 * nothing about the network or HTTP.
 */
export function toHttpFailure(error: unknown, url: string): HostError | null {
  const address = shownAddress(url)
  const tooLarge = causes(error).find((cause) => cause instanceof MessageTooLarge)
  if (tooLarge !== undefined) return new HostError('SERVER_PROTOCOL', tooLarge.said, { cause: error })
  const failure = networkFailure(error, address)
  if (failure !== null) return new HostError('SERVER_UNREACHABLE', failure, { cause: error })
  const status = httpStatus(error)
  return status === null ? null : ofStatus(status, address, error)
}

function ofStatus(status: number, address: LocalizedText | string, cause: unknown): HostError {
  const data = { httpStatus: status }
  if (status === 401) {
    return new HostError('SERVER_NEEDS_SIGN_IN', say('mcp.needsSignIn', { address }), { cause, data })
  }
  const scopes = missingScopes(cause)
  if (scopes !== null) {
    return new HostError('SERVER_UNREACHABLE', say('mcp.needsScopes', { address, scopes }), { cause, data })
  }
  const refusal = readRefusal(cause)
  const refused = say('mcp.httpRefusal', {
    address,
    meaning: meaningOf(status, refusal),
    status: `${status}`
  })
  const title = refusal === null ? readPageTitle(cause) : null
  const words = refusal === null ? title : toErrorText(refusal.message)
  const said =
    words === null
      ? refused
      : sentences(refused, say(title === null ? 'mcp.serverSays' : 'mcp.pageSays', { words }))
  return new HostError('SERVER_UNREACHABLE', said, { cause, data })
}

function missingScopes(error: unknown): LocalizedText | string | null {
  const refused = causes(error).find((cause) => cause instanceof InsufficientScopeError)
  if (refused === undefined) return null
  const { requiredScope } = refused
  return requiredScope === undefined ? say('mcp.scopesNotNamed') : toErrorText(requiredScope)
}

interface Refusal {
  readonly code: unknown
  readonly message: string
}

/** The JSON-RPC error in the body of an error response. */
function readRefusal(error: unknown): Refusal | null {
  const refused = causes(error).find((cause) => cause instanceof SdkHttpError)
  const { text } = (refused?.data ?? {}) as { readonly text?: unknown }
  try {
    const body: unknown = typeof text === 'string' ? JSON.parse(text) : null
    const said = isJsonFields(body) ? body['error'] : null
    if (!isJsonFields(said) || typeof said['message'] !== 'string') return null
    return { code: said['code'], message: said['message'] }
  } catch {
    return null // a web page
  }
}

/** The server, or a proxy, answered with a web page. */
export function sayPage(host: string, title: string | null): LocalizedText {
  const where = host === '' ? say('mcp.theAddress') : host
  return title === null
    ? say('mcp.untitledPage', { host: where })
    : say('mcp.webPage', { host: where, title: toErrorText(title) })
}

/** The title of the web page in an error response; null if there is no page or no title. */
function readPageTitle(error: unknown): string | null {
  const refused = causes(error).find((cause) => cause instanceof SdkHttpError)
  const { text } = (refused?.data ?? {}) as { readonly text?: unknown }
  if (typeof text !== 'string' || !looksLikePage(text)) return null
  const title = readTitle(text.slice(0, 20_000))
  return title === null ? null : toErrorText(title)
}

type Meaning = 'revision' | 'access' | 'path' | 'moved' | 'trouble' | 'refused'

function meaningOf(status: number, refusal: Refusal | null): Meaning {
  // Before there was a code for it, only the text distinguished it from other bad requests.
  if (
    status === 400 &&
    refusal !== null &&
    (refusal.code === unknownRevision || /version/i.test(refusal.message))
  )
    return 'revision'
  if (status === 403) return 'access'
  if (status === 404 || status === 405) return 'path'
  if (status >= 300 && status < 400) return 'moved'
  return status >= 500 ? 'trouble' : 'refused'
}

function networkFailure(error: unknown, address: LocalizedText | string): LocalizedText | null {
  for (const cause of causes(error)) {
    const code = (cause as { code?: unknown }).code
    if (typeof code !== 'string') continue
    const reason = reasons[code]
    if (reason !== undefined) return say('mcp.unreachable', { address, reason })
    if (tlsCode.test(code)) return say('mcp.untrusted', { address, code })
  }
  const failed = causes(error).find((cause) => cause instanceof TypeError && fetchMessages.has(cause.message))
  return failed === undefined ? null : say('mcp.unreachable', { address, reason: 'failed' })
}

/** The error, its causes and the parts of joined errors. Bounded, because causes may be circular. */
function causes(error: unknown): Error[] {
  const found: Error[] = []
  const waiting: unknown[] = [error]
  while (waiting.length > 0 && found.length < 20) {
    const next = waiting.shift()
    if (!(next instanceof Error)) continue
    found.push(next)
    const { cause, event } = next as { cause?: unknown; event?: { cause?: unknown } }
    waiting.push(cause, event?.cause, ...(next instanceof AggregateError ? (next.errors as unknown[]) : []))
  }
  return found
}

/** Only origin and path: user, password and query may contain secrets. */
function shownAddress(url: string): LocalizedText | string {
  try {
    const { origin, pathname } = new URL(url)
    return origin + pathname
  } catch {
    return say('mcp.theAddress')
  }
}
