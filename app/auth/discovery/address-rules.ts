/**
 * Which addresses a sign-in may use. What servers name is parsed and written anew, never handed on as it came.
 *
 * @spec 2025-11-25 basic/authorization#communication-security
 */
import { HostError } from '../../base/host-error'
import { isLoopbackHost } from '../../net/place'
import { visibleText } from '../../base/visible-text'

const lengthLimit = 8_192
/** The characters of an address after RFC 3986: no spaces, quotes, backslashes or control characters. */
const addressText = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/

/** For an address that is contacted or opened. `what` names it within a sentence. @throws HostError SIGN_IN_FAILED */
export function checkAddress(text: unknown, what: string): URL {
  const isText = typeof text === 'string' && text.length <= lengthLimit && addressText.test(text)
  const url = isText && URL.canParse(text) ? new URL(text) : null
  if (url === null) throw unsafe(`${what} is no proper address`)
  if (url.username !== '' || url.password !== '') throw unsafe(`${what} holds a user name`)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))) return url
  if (url.protocol === 'http:') throw unsafe(`${what} (${url.host}) is not encrypted`)
  throw unsafe(`${what} is of the kind “${visibleText(url.protocol.slice(0, -1))}”`)
}

/** Whether two addresses name one issuer; a slash at the end is none of its name. */
export function isSameIssuer(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other)
}

function withoutSlash(text: string): string {
  return text.endsWith('/') ? text.slice(0, -1) : text
}

function unsafe(reason: string): HostError {
  return new HostError(
    'SIGN_IN_FAILED',
    `The sign-in was stopped: unsafe sign-in address. ${capital(reason)}.`
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
