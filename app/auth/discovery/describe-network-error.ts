/** Reason for a missing answer, as a key with a translated text. Error names are for logs only. */

export type NetworkReason =
  | 'refused'
  | 'reset'
  | 'unknown'
  | 'lookup'
  | 'network'
  | 'timeout'
  | 'certificate'
  | 'failed'

const reasons: Readonly<Record<string, NetworkReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ENOTFOUND: 'unknown',
  EAI_AGAIN: 'lookup',
  EHOSTUNREACH: 'network',
  ENETUNREACH: 'network',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout'
}

const certificate = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** Null: it isn't a network error. */
export function networkReason(error: unknown): NetworkReason | null {
  // A name with several addresses fails with one error for each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const { code, name } = (first ?? {}) as { readonly code?: unknown; readonly name?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  if (typeof code !== 'string') return null
  if (certificate.test(code)) return 'certificate'
  return reasons[code] ?? (/^(?:HPE_|E[A-Z]+$)/.test(code) ? 'failed' : null)
}
