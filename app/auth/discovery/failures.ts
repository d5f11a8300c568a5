/** Why a sign-in did not come about, in plain words. What servers say is cut, and its invisible parts are left out. */
import { IssuerMismatchError, OAuthError, RegistrationRejectedError } from '@modelcontextprotocol/client'
import { cutText } from '../../base/cut-text'
import { HostError } from '../../base/host-error'
import { visibleText } from '../../base/visible-text'

const longestWords = 300
/** How the library tells of an error answer that is none: with the whole of it, which may be a page. */
const senseless = /^HTTP (\d{3}): Invalid OAuth error response/

export function signInFailed(reason: string, cause?: unknown): HostError {
  return new HostError('SIGN_IN_FAILED', reason, { cause })
}

/** `host` is who answered, or should have. */
export function toSignInFailure(error: unknown, host: string): HostError {
  if (error instanceof HostError) return error
  if (error instanceof IssuerMismatchError) {
    const reason = `The sign-in was stopped. The answer came from another authorization server than ${host}.`
    return signInFailed(reason, error)
  }
  if (error instanceof OAuthError && !senseless.test(error.message))
    return signInFailed(
      `${host} refuses the sign-in (${wordsOf(error.code)}): ${wordsOf(error.message)}`,
      error
    )
  if (error instanceof RegistrationRejectedError) {
    const reason = `${host} does not register Parley (HTTP ${error.status}). Enter a client id that was made there under "oauth" in the settings of the server.`
    return signInFailed(reason, error)
  }
  const { code, name } = error as { code?: unknown; name?: unknown }
  const status = error instanceof OAuthError ? senseless.exec(error.message)?.[1] : undefined
  if (status !== undefined)
    return signInFailed(`${host} gave no answer that can be used (HTTP ${status}). Try again later.`, error)
  const kind = typeof code === 'string' ? code : typeof name === 'string' ? name : 'no answer'
  return signInFailed(`${host} gave no answer that can be used (${wordsOf(kind)}). Try again later.`, error)
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
