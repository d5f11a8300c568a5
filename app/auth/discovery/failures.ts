/**
 * Reasons of failed sign-ins in plain language. Text from servers is shortened, and invisible characters are removed.
 */
import type { LocalizedText } from '../../contract/localized-text'
import { say, sentences } from '../../texts/render-localized'
import { cutText } from '../../base/cut-text'
import { HostError } from '../../base/host-error'
import { visibleText } from '../../base/visible-text'
import type { DocumentFault } from '../documents/members'
import type { NetworkReason } from './describe-network-error'

const longestWords = 300

export function signInFailed(reason: LocalizedText, cause?: unknown): HostError {
  return new HostError('SIGN_IN_FAILED', reason, { cause })
}

/** The issuer doesn't list PKCE support: the user may continue anyway. */
export class PkceUnstated extends Error {
  override readonly name = 'PkceUnsaid'
}

/** Whether a sign-in was stopped because its issuer doesn't list PKCE support. */
export function isForPkce(error: unknown): boolean {
  return error instanceof HostError && error.cause instanceof PkceUnstated
}

/** For a blocked request. */
export function signInStopped(reason: LocalizedText, cause?: unknown): HostError {
  return signInFailed(sentences(say('auth.stopped'), reason), cause)
}

/** Names the wrong document and its member. */
export function documentFailed(fault: DocumentFault, host: string): HostError {
  const { document, member } = fault
  return signInStopped(
    say('auth.documentFault', { document, host, fault: fault.fault, member: member ?? '' }),
    fault
  )
}

export function unreachable(host: string, reason: NetworkReason, cause: unknown): HostError {
  return signInFailed(say('auth.unreachable', { host, reason }), cause)
}

/** The user cancelled it, directly or by an action. */
export function cancelled(): HostError {
  return signInFailed(say('auth.cancelled'))
}

export function shortenServerText(text: string): string {
  return cutText(visibleText(text).replace(/\s+/g, ' ').trim(), longestWords)
}
