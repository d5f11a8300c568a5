/** What the client library throws, as the failure of a sign-in. Loads that library, which `failures.ts` does not. */
import { IssuerMismatchError, OAuthError, RegistrationRejectedError } from '@modelcontextprotocol/client'
import { say } from '../../texts/said'
import { HostError } from '../../base/host-error'
import { signInFailed, signInStopped, wordsOf } from './failures'

/** How the library tells of an error answer that is none: with the whole of it, which may be a page. */
const senseless = /^HTTP (\d{3}): Invalid OAuth error response/

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
