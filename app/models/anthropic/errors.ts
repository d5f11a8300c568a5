/** What the Anthropic SDK throws, as failures in plain words. Classes and status codes decide, never wording. */
import type { APIError } from '@anthropic-ai/sdk'
import { HostError } from '../../base/host-error'
import type { FailureCode } from '../../contract/failure'

type Sdk = typeof import('@anthropic-ai/sdk')

export interface ErrorContext {
  readonly sdk: Sdk
  readonly baseUrl: string
  /** Null while the models are listed. */
  readonly model: string | null
  /** Providers may repeat the key in what they answer; it never gets further. */
  readonly apiKey: string
}

/** Seconds that a provider asks to wait, null when it does not say. Dates count from `now`. */
export function retryAfterSeconds(headers: Headers | undefined, now: number): number | null {
  const value = headers?.get('retry-after')
  if (value === null || value === undefined) return null
  const seconds = Number(value)
  const fromDate = (Date.parse(value) - now) / 1000
  const wait = Number.isFinite(seconds) ? seconds : fromDate
  return Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : null
}

/** `hasStarted`: the stream had begun, so that an error of the connection means a dropped reply. */
export function toModelError(error: unknown, context: ErrorContext, hasStarted: boolean): unknown {
  const { sdk } = context
  if (error instanceof HostError) return error
  if (error instanceof sdk.APIConnectionError) return networkError(error, context)
  if (error instanceof sdk.APIError) return statusError(error as APIError, context, hasStarted)
  // In a running stream everything else comes from the transport or from data that is no event.
  if (hasStarted) return droppedError(context, error)
  return error
}

/** The stream ended before the reply did. */
export function droppedError(context: ErrorContext, cause?: unknown): HostError {
  const message = `The connection to ${hostOf(context)} broke off in the middle of the answer. What had arrived is kept; try again.`
  return new HostError('MODEL_STREAM_DROPPED', message, { cause })
}

function hostOf(context: ErrorContext): string {
  return URL.canParse(context.baseUrl) ? new URL(context.baseUrl).host : context.baseUrl
}

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  ENOTFOUND: 'was not found',
  EAI_AGAIN: 'was not found',
  ETIMEDOUT: 'did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'did not answer in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'could not prove its identity (self-signed certificate)',
  SELF_SIGNED_CERT_IN_CHAIN: 'could not prove its identity (self-signed certificate)',
  CERT_HAS_EXPIRED: 'could not prove its identity (expired certificate)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'could not prove its identity (certificate not verifiable)'
}

function networkError(error: InstanceType<Sdk['APIConnectionError']>, context: ErrorContext): HostError {
  const isTimeout = error instanceof context.sdk.APIConnectionTimeoutError
  const reason = isTimeout
    ? 'did not answer in time'
    : (networkReasons[causeCode(error) ?? ''] ?? 'can not be reached')
  const message = `${hostOf(context)} ${reason}. Check the network and the provider's address in Settings, then try again.`
  return new HostError('MODEL_NETWORK', message, { cause: error })
}

/** Node wraps: the code sits on one of the causes, or on the first of several tried addresses. */
function causeCode(error: unknown): string | null {
  for (let depth = 0, current = error; depth < 6 && current instanceof Error; depth++) {
    if ('code' in current && typeof current.code === 'string') return current.code
    current = current instanceof AggregateError ? current.errors[0] : current.cause
  }
  return null
}

const typeStatuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529
}

function statusError(error: APIError, context: ErrorContext, hasStarted: boolean): HostError {
  // An error inside a running stream has a type and no status.
  const status = error.status ?? typeStatuses[error.type ?? '']
  if (status === undefined) return hasStarted ? droppedError(context, error) : refusal(error, context)
  if (status === 401 || status === 403) {
    return fail(
      'MODEL_WRONG_KEY',
      `${hostOf(context)} refused the API key${saying(error, context)}. Enter another key in Settings.`
    )
  }
  if (status === 404 && context.model !== null) {
    return fail(
      'MODEL_UNKNOWN',
      `${hostOf(context)} has no model “${context.model}”. Choose another model, or check the provider's address in Settings.`
    )
  }
  if (status === 429) return rateLimit(error, context)
  if (status >= 500) {
    return fail(
      'MODEL_OVERLOADED',
      `${hostOf(context)} is overloaded or out of order (${status})${saying(error, context)}. Try again in a little while.`
    )
  }
  return refusal(error, context)

  function fail(code: FailureCode, message: string): HostError {
    return new HostError(code, message, { cause: error })
  }
}

function rateLimit(error: APIError, context: ErrorContext): HostError {
  const wait = retryAfterSeconds(error.headers, Date.now())
  const advice = wait === null ? 'Try again in a little while' : `Try again in ${wait} seconds`
  return new HostError(
    'MODEL_RATE_LIMIT',
    `${hostOf(context)} asks to slow down${saying(error, context)}. ${advice}.`,
    {
      cause: error,
      ...(wait === null ? {} : { data: { retryAfterSeconds: wait } })
    }
  )
}

function refusal(error: APIError, context: ErrorContext): HostError {
  const status = error.status === undefined ? '' : ` (${error.status})`
  const message = `${hostOf(context)} refused the request${status}${saying(error, context)}.`
  return new HostError('MODEL_REFUSED_REQUEST', message, { cause: error })
}

/** The provider's own words as the end of a clause, cut to a length that a notice can show. */
function saying(error: APIError, context: ErrorContext): string {
  const words = typeof error.apiMessage === 'string' ? error.apiMessage : ''
  const clean = words
    .replaceAll(context.apiKey, '[key]')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 400)
    .replace(/[.:]+$/, '')
  return clean === '' ? '' : `: ${clean}`
}
