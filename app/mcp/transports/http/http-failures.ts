/** Why a remote server can't be reached or refuses, in plain words and as a failure code. */
import {
  InsufficientScopeError,
  SdkHttpError,
  SseError,
  UnauthorizedError
} from '@modelcontextprotocol/client'
import { HostError } from '../../../base/host-error'
import { isFields } from '../../protocol/json-fields'
import { MessageTooLarge } from './limited-fetch'
import { toErrorText } from '../../protocol/error-text'

const unknownRevision = -32_022

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at that address. Start the server or correct the address',
  ECONNRESET: 'the connection was broken off',
  ENOTFOUND: 'no host of that name is known. Check the address and the network',
  EAI_AGAIN: 'the name of the host could not be looked up. Check the network',
  EHOSTUNREACH: 'there is no way to that host. Check the network',
  ENETUNREACH: 'there is no way to that network. Check the network',
  ETIMEDOUT: 'the host did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'the server took the request and never answered',
  UND_ERR_BODY_TIMEOUT: 'the server stopped in the middle of an answer',
  UND_ERR_SOCKET: 'the connection was broken off'
}

/** What Node's fetch says, with a cause, when no answer came or one broke off. */
const fetchMessages: ReadonlySet<string> = new Set(['fetch failed', 'terminated'])

const tlsCode = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** The HTTP status behind an error of the client library, however deep it lies; null when there is none. */
export function httpStatus(error: unknown): number | null {
  for (const cause of causes(error)) {
    if (cause instanceof UnauthorizedError) return 401
    if (cause instanceof InsufficientScopeError) return 403
    if (cause instanceof SdkHttpError) return cause.status ?? null
    if (cause instanceof SseError) return cause.code ?? null
  }
  return null
}

/** Whether no answer came at all: the host is unreachable or the connection broke. */
export function isNetworkFailure(error: unknown): boolean {
  return networkReason(error) !== null
}

/**
 * SERVER_NEEDS_SIGN_IN, SERVER_UNREACHABLE or SERVER_PROTOCOL for an error of a remote connection; null when
 * it says nothing of the network or HTTP.
 */
export function toHttpFailure(error: unknown, url: string): HostError | null {
  const address = shownAddress(url)
  const tooLarge = causes(error).find((cause) => cause instanceof MessageTooLarge)
  if (tooLarge !== undefined) return new HostError('SERVER_PROTOCOL', tooLarge.message, { cause: error })
  const reason = networkReason(error)
  if (reason !== null) {
    return new HostError('SERVER_UNREACHABLE', `${address} can't be reached: ${reason}.`, { cause: error })
  }
  const status = httpStatus(error)
  return status === null ? null : ofStatus(status, address, error)
}

function ofStatus(status: number, address: string, cause: unknown): HostError {
  const data = { httpStatus: status }
  if (status === 401) {
    const message = `${address} asks for a sign-in (HTTP 401). Sign in, or set an Authorization header in "headers".`
    return new HostError('SERVER_NEEDS_SIGN_IN', message, { cause, data })
  }
  const scopes = missingScopes(cause)
  if (scopes !== null) {
    const message = `${address} needs more rights than the sign-in gives: ${scopes} (HTTP 403). Call it again and agree to them.`
    return new HostError('SERVER_UNREACHABLE', message, { cause, data })
  }
  const refusal = readRefusal(cause)
  const words = refusal === null ? '' : ` The server says: ${toErrorText(refusal.message)}`
  const message = `${address} ${meaningOf(status, refusal)} (HTTP ${status}).${words}`
  return new HostError('SERVER_UNREACHABLE', message, { cause, data })
}

function missingScopes(error: unknown): string | null {
  const refused = causes(error).find((cause) => cause instanceof InsufficientScopeError)
  return refused === undefined ? null : toErrorText(refused.requiredScope ?? 'not said which')
}

interface Refusal {
  readonly code: unknown
  readonly message: string
}

/** The JSON-RPC error in the body of a refusal. */
function readRefusal(error: unknown): Refusal | null {
  const refused = causes(error).find((cause) => cause instanceof SdkHttpError)
  const { text } = (refused?.data ?? {}) as { readonly text?: unknown }
  try {
    const body: unknown = typeof text === 'string' ? JSON.parse(text) : null
    const said = isFields(body) ? body['error'] : null
    if (!isFields(said) || typeof said['message'] !== 'string') return null
    return { code: said['code'], message: said['message'] }
  } catch {
    return null // a page for people
  }
}

function meaningOf(status: number, refusal: Refusal | null): string {
  // Before there was a code for it, nothing but the words told it from another bad request.
  if (
    status === 400 &&
    refusal !== null &&
    (refusal.code === unknownRevision || /version/i.test(refusal.message))
  )
    return 'refuses the revision of the protocol that is spoken with it; update the server'
  if (status === 403) return 'refuses access; check the rights behind its key or sign-in'
  if (status === 404 || status === 405) return 'serves no MCP at that address; check the path'
  if (status >= 300 && status < 400)
    return 'sends us on to another place, which is not followed; enter the final address'
  return status >= 500 ? 'has trouble of its own; try again later' : 'refused the request'
}

function networkReason(error: unknown): string | null {
  for (const cause of causes(error)) {
    const code = (cause as { code?: unknown }).code
    if (typeof code !== 'string') continue
    if (reasons[code] !== undefined) return reasons[code]
    if (tlsCode.test(code)) return `its certificate can't be trusted (${code}). Check the address`
  }
  const failed = causes(error).find((cause) => cause instanceof TypeError && fetchMessages.has(cause.message))
  return failed === undefined ? null : 'the connection failed, or the answer was no proper HTTP'
}

/** The error, its causes and the parts of joined errors. Bounded: causes may form a ring. */
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

/** Origin and path only: user, password and query may hold secrets. */
function shownAddress(url: string): string {
  try {
    const { origin, pathname } = new URL(url)
    return origin + pathname
  } catch {
    return 'The address'
  }
}
