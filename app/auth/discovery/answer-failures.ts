/**
 * Converts errors of a request to a service into sign-in failures. Loads the client library, which `failures.ts` does
 * not.
 */
import { IssuerMismatchError, OAuthError } from '@modelcontextprotocol/client'
import { say } from '../../texts/render-localized'
import { HostError } from '../../base/host-error'
import { DocumentFault } from '../documents/members'
import { documentFailed, signInFailed, signInStopped, unreachable, shortenServerText } from './failures'
import { networkReason } from './describe-network-error'

/** The library's message for an invalid error answer: it includes the body, which may be a web page. */
const senseless = /^HTTP (\d{3}): Invalid OAuth error response/
/** Codes that say nothing about the request: from the specification, from Slack, and a bare status. */
const passing =
  /^(?:server_error|temporarily_unavailable|slow_down|too_many_requests|rate_?limited|service_unavailable|internal_error|fatal_error|request_timeout|HTTP \d{3})$/

/** `host` is the server that answered, or should have. Never includes error names. */
export function toSignInFailure(error: unknown, host: string): HostError {
  if (error instanceof HostError) return error
  if (error instanceof IssuerMismatchError) return signInStopped(say('auth.otherIssuer', { host }), error)
  if (error instanceof DocumentFault) return documentFailed(error, host)
  if (error instanceof OAuthError && !senseless.test(error.message)) {
    const [code, words] = [shortenServerText(error.code), shortenServerText(error.message)]
    return signInFailed(say('auth.refusedSaying', { host, code, words }), error)
  }
  const status = error instanceof OAuthError ? senseless.exec(error.message)?.[1] : undefined
  if (status !== undefined)
    return signInFailed(say('auth.noUsableAnswer', { host, reason: `HTTP ${status}` }), error)
  const reason = networkReason(error)
  if (reason !== null) return unreachable(host, reason, error)
  return signInFailed(say('auth.noUsableAnswer', { host, reason: say('auth.noAnswer') }), error)
}

/** Whether the authorization server rejects the client. Keycloak's code for a deleted one is the second. */
export function isClientRefused(error: unknown): boolean {
  const { code } = error instanceof OAuthError ? error : { code: null }
  return code === 'invalid_client' || code === 'unauthorized_client'
}

/** Whether the authorization server denied the request, as opposed to failing to answer. */
export function isRefusal(error: unknown): boolean {
  return error instanceof OAuthError && !passing.test(error.code)
}
