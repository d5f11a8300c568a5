/**
 * Converts errors of the vendors' SDKs to failures in plain language. Classes and status codes decide. The wording
 * counts only where nothing else shows that a request is too long.
 */
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import type { FailureCode } from '../../contract/failure'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { pageType, redirectType } from './error-responses'
import { toPlainText } from './plain-text'
import { isKeyRefused } from './refused-key'
import { readServiceError } from './service-error'
import type { ServiceError } from './service-error'
import { retryAfterSeconds } from './long-timeout-fetch'

// A class's constructor takes anything as far as `instanceof` is concerned.
type Class<T> = abstract new (...args: never) => T

/** An error that a provider answered with, as the SDKs made by Stainless give it. */
interface AnsweredError {
  readonly status: number | undefined
  readonly headers: Headers | undefined
  /** Its body. */
  readonly error?: unknown
}

/** The classes of errors that these SDKs share by name. */
export interface Sdk {
  readonly APIError: Class<AnsweredError>
  readonly APIConnectionError: Class<Error>
  readonly APIConnectionTimeoutError: Class<Error>
}

export interface ErrorContext {
  readonly sdk: Sdk
  readonly baseUrl: string
  /** Null while the models are listed. */
  readonly model: string | null
  /** Providers may repeat the key in their answers; Parley removes it. Null: none was sent. */
  readonly apiKey: string | null
  /** The provider's name in the settings. */
  readonly provider: string
  /** Name that users know. Absent: its name and its hostname. */
  readonly shownAs?: string | undefined
}

/** `hasStarted`: the stream had begun, so that an error of the connection means a dropped reply. */
export function toModelError(error: unknown, context: ErrorContext, hasStarted: boolean): unknown {
  const { sdk } = context
  if (error instanceof HostError) return error
  if (error instanceof sdk.APIConnectionError) return networkError(error, context)
  if (error instanceof sdk.APIError) return statusError(error, context)
  // In a running stream everything else comes from the transport.
  if (hasStarted) return droppedError(context, error)
  return error
}

/** The stream ended before the reply did. `words`: what the service said of it. */
export function droppedError(context: ErrorContext, cause?: unknown, text: string | null = null): HostError {
  const host = nameFailedService(context)
  const clean = describeErrorStatus(text, context)
  const said =
    clean === null
      ? say('models.streamDropped', { host })
      : say('models.streamDroppedSaying', { host, words: clean })
  return new HostError('MODEL_STREAM_DROPPED', said, { cause })
}

/** An error that a service sends as its answer, or in the middle of one. */
export function refusedAnswer(error: ServiceError, context: ErrorContext, hasBegun: boolean): HostError {
  const { status, type, words } = error
  const body = { type, message: words, status }
  const known = status ?? typeStatuses[type ?? ''] ?? null
  const answered = { status: known ?? undefined, headers: undefined, error: body }
  if (known !== null || !hasBegun) return statusError(answered, context)
  const clean = describeErrorStatus(words, context)
  const host = nameFailedService(context)
  const said =
    clean === null
      ? say('models.failedInside', { host })
      : say('models.failedInsideSaying', { host, words: clean })
  return new HostError('MODEL_STREAM_DROPPED', said)
}

/** Names the service that failed: a user who knows the provider's name may not recognize its hostname. */
export function nameFailedService({ shownAs, provider, baseUrl }: ErrorContext): string {
  if (shownAs !== undefined) return shownAs
  return `${provider} (${canParseUrl(baseUrl) ? new URL(baseUrl).host : baseUrl})`
}

type NetworkReason = 'refused' | 'closed' | 'unknown' | 'timeout' | 'selfSigned' | 'expired' | 'unverifiable'

const networkReasons: Readonly<Record<string, NetworkReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed',
  UND_ERR_SOCKET: 'closed',
  ENOTFOUND: 'unknown',
  EAI_AGAIN: 'unknown',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'selfSigned',
  CERT_HAS_EXPIRED: 'expired',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unverifiable'
}

function networkError(error: Error, context: ErrorContext): HostError {
  const isTimeout = error instanceof context.sdk.APIConnectionTimeoutError
  const reason = isTimeout ? 'timeout' : (networkReasons[causeCode(error) ?? ''] ?? 'unreachable')
  const text = say('models.network', { host: nameFailedService(context), reason })
  return new HostError('MODEL_NETWORK', text, { cause: error })
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
  insufficient_quota: 429,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  overloaded_error: 529,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  INVALID_ARGUMENT: 400
}

function statusError(error: AnsweredError, context: ErrorContext): HostError {
  const answer = readServiceError(error.error)
  const status = error.status ?? answer.status ?? typeStatuses[answer.type ?? '']
  if (status === undefined) return refusal(error, context)
  const host = nameFailedService(context)
  const words = getText(error, context)
  const isRefused = isKeyRefused(status, answer)
  if (isRefused && status !== 403 && context.apiKey === null) {
    const { provider } = context
    return fail(
      'MODEL_NO_KEY',
      words === null ? say('models.noKey', { provider }) : say('models.noKeySaying', { provider, words })
    )
  }
  if (isRefused) {
    return fail(
      'MODEL_WRONG_KEY',
      words === null ? say('models.keyRefused', { host }) : say('models.keyRefusedSaying', { host, words })
    )
  }
  const isElsewhere = status !== 429 && status < 500
  if (isElsewhere && answer.type === redirectType)
    return fail('MODEL_REFUSED_REQUEST', say('models.leadsOn', { host, address: words ?? '?' }))
  if (isElsewhere && answer.type === pageType)
    return fail('MODEL_REFUSED_REQUEST', say('models.webPage', { host, title: words ?? '?' }))
  if (status === 404 && context.model !== null) {
    const { model } = context
    return fail(
      'MODEL_UNKNOWN',
      words === null
        ? say('models.modelUnknown', { host, model })
        : say('models.modelUnknownSaying', { host, model, words })
    )
  }
  if (isTooLong(status, answer))
    return fail(
      'MODEL_TOO_LONG',
      words === null ? say('models.tooLong', { host }) : say('models.tooLongSaying', { host, words })
    )
  if (status === 429) return rateLimit(error, context)
  if (status >= 500) {
    return fail(
      'MODEL_OVERLOADED',
      words === null
        ? say('models.overloaded', { host, status })
        : say('models.overloadedSaying', { host, status, words })
    )
  }
  return refusal(error, context)

  function fail(code: FailureCode, text: LocalizedText): HostError {
    return new HostError(code, text, { cause: error })
  }
}

const tooLongTypes = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'request_too_large',
  'string_above_max_length'
])

/** Some services report it only in the message. */
const tooLongWords =
  /prompt is too long|input is too long|too large for model with|exceeds? (?:the |this model's )?(?:maximum |available )?(?:context|number of tokens|input token)|maximum context length|exceed context limit|context (?:length|window|size) (?:is )?exceeded/i

function isTooLong(
  status: number,
  { type, words }: { readonly type: string | null; readonly words: string | null }
): boolean {
  if (status !== 400 && status !== 413 && status !== 422) return false
  return status === 413 || tooLongTypes.has(type ?? '') || tooLongWords.test(words ?? '')
}

function rateLimit(error: AnsweredError, context: ErrorContext): HostError {
  const seconds = retryAfterSeconds(error.headers, Date.now())
  const advice = seconds === null ? say('models.tryLater') : say('models.tryIn', { seconds })
  const host = nameFailedService(context)
  const words = getText(error, context)
  const said =
    words === null
      ? say('models.slowDown', { host, advice })
      : say('models.slowDownSaying', { host, words, advice })
  const data = seconds === null ? {} : { data: { retryAfterSeconds: seconds } }
  return new HostError('MODEL_RATE_LIMIT', said, { cause: error, ...data })
}

function refusal(error: AnsweredError, context: ErrorContext): HostError {
  const host = nameFailedService(context)
  const status = error.status === undefined ? 'none' : String(error.status)
  const words = getText(error, context)
  const said =
    words === null
      ? say('models.refused', { host, status })
      : say('models.refusedSaying', { host, status, words })
  return new HostError('MODEL_REFUSED_REQUEST', said, { cause: error })
}

function getText(error: AnsweredError, context: ErrorContext): string | null {
  return describeErrorStatus(readServiceError(error.error).words, context)
}

/** A service's own message as the end of a clause, cut to a length that a notice can show; null when it has none. */
export function describeErrorStatus(
  text: string | null,
  { apiKey }: Pick<ErrorContext, 'apiKey'>
): string | null {
  const said = toPlainText((text ?? '').toWellFormed())
  const clean = (apiKey === null || apiKey === '' ? said : said.replaceAll(apiKey, '[key]'))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 400)
    .replace(/[.:]+$/, '')
  return clean === '' ? null : clean
}
