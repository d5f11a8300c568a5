/** Why a sign-in did not come about, in plain words. What servers say is cut, and its invisible parts are left out. */
import { IssuerMismatchError, OAuthError, RegistrationRejectedError } from '@modelcontextprotocol/client'
import type { Said } from '../../contract/said'
import { say, sentences } from '../../texts/said'
import { cutText } from '../../base/cut-text'
import { HostError } from '../../base/host-error'
import { visibleText } from '../../base/visible-text'

const longestWords = 300
/** How the library tells of an error answer that is none: with the whole of it, which may be a page. */
const senseless = /^HTTP (\d{3}): Invalid OAuth error response/

export function signInFailed(reason: Said, cause?: unknown): HostError {
  return new HostError('SIGN_IN_FAILED', reason, { cause })
}

/** For what was not let go on. */
export function signInStopped(reason: Said, cause?: unknown): HostError {
  return signInFailed(sentences(say('auth.stopped'), reason), cause)
}

/** `host` is who answered, or should have. */
export function toSignInFailure(error: unknown, host: string): HostError {
  if (error instanceof HostError) return error
  if (error instanceof IssuerMismatchError) return signInStopped(say('auth.otherIssuer', { host }), error)
  if (error instanceof OAuthError && !senseless.test(error.message)) {
    const [code, words] = [wordsOf(error.code), wordsOf(error.message)]
    return signInFailed(say('auth.refusedSaying', { host, code, words }), error)
  }
  if (error instanceof RegistrationRejectedError)
    return signInFailed(say('auth.notRegistered', { host, status: error.status }), error)
  const { code, name } = error as { code?: unknown; name?: unknown }
  const status = error instanceof OAuthError ? senseless.exec(error.message)?.[1] : undefined
  if (status !== undefined)
    return signInFailed(say('auth.noUsableAnswer', { host, reason: `HTTP ${status}` }), error)
  const kind = typeof code === 'string' ? code : typeof name === 'string' ? name : null
  const reason = kind === null ? say('auth.noAnswer') : wordsOf(kind)
  return signInFailed(say('auth.noUsableAnswer', { host, reason }), error)
}

/** Whether the authorization server has said no, and not only failed to answer. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof OAuthError &&
    !/^(?:server_error|temporarily_unavailable|slow_down|too_many_requests)$/.test(error.code)
  )
}

export function wordsOf(text: string): string {
  return cutText(visibleText(text).replace(/\s+/g, ' ').trim(), longestWords)
}
