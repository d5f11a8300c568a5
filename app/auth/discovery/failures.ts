/** Why a sign-in did not come about, in plain words. What servers say is cut, and its invisible parts are left out. */
import type { Said } from '../../contract/said'
import { say, sentences } from '../../texts/said'
import { cutText } from '../../base/cut-text'
import { HostError } from '../../base/host-error'
import { visibleText } from '../../base/visible-text'

const longestWords = 300

export function signInFailed(reason: Said, cause?: unknown): HostError {
  return new HostError('SIGN_IN_FAILED', reason, { cause })
}

/** For what was not let go on. */
export function signInStopped(reason: Said, cause?: unknown): HostError {
  return signInFailed(sentences(say('auth.stopped'), reason), cause)
}

/** The person, or what came of it, has ended it. */
export function cancelled(): HostError {
  return signInFailed(say('auth.cancelled'))
}

export function wordsOf(text: string): string {
  return cutText(visibleText(text).replace(/\s+/g, ' ').trim(), longestWords)
}
