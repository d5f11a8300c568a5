/**
 * Addresses that a sign-in may use. Addresses from servers are parsed and serialized again, never passed on verbatim.
 *
 * @spec 2025-11-25 basic/authorization#communication-security
 */
import { canParseUrl } from '../../base/can-parse-url'
import { isLoopbackHost } from '../../net/sign-in-location'
import { visibleText } from '../../base/visible-text'
import { say } from '../../texts/render-localized'
import { signInFailed } from './failures'

const lengthLimit = 8_192
/** The characters of an address after RFC 3986: no spaces, quotes, backslashes or control characters. */
const addressText = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/

/** What an address of a sign-in is for. */
export type AddressRole =
  | 'server'
  | 'description'
  | 'authorizationServer'
  | 'page'
  | 'tokens'
  | 'registering'
  | 'signingOut'
  | 'identityProvider'
  | 'request'

/** For an address that is contacted or opened. @throws HostError SIGN_IN_FAILED */
export function checkAddress(text: unknown, role: AddressRole): URL {
  const isText = typeof text === 'string' && text.length <= lengthLimit && addressText.test(text)
  const url = isText && canParseUrl(text) ? new URL(text) : null
  const what = say('auth.whatAddress', { role })
  if (url === null) throw signInFailed(say('auth.addressInvalid', { what }))
  if (url.username !== '' || url.password !== '') throw signInFailed(say('auth.addressHasUser', { what }))
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))) return url
  if (url.protocol === 'http:') throw signInFailed(say('auth.addressNotEncrypted', { what, host: url.host }))
  throw signInFailed(say('auth.addressKind', { what, kind: visibleText(url.protocol.slice(0, -1)) }))
}

/** Some servers and users name the address of the metadata instead of the issuer. */
const documentAddress = /\/\.well-known\/(?:oauth-authorization-server|openid-configuration)(?=\/|$)/

/** The issuer that the address means. */
export function toIssuer(named: string): string {
  return named.replace(documentAddress, '')
}

/**
 * Whether two addresses name one issuer. A slash at the end, capitals in the host and a port that is the usual one are
 * no part of its name; everything else is.
 */
export function isSameIssuer(one: string, other: string): boolean {
  return toIssuerName(one) === toIssuerName(other)
}

/** Only the origin is normalized: the rest is compared character by character. */
function toIssuerName(text: string): string {
  const [, origin, path = ''] = /^(https?:\/\/[^/?#@\\\s]+)(.*)$/is.exec(text) ?? []
  const name = origin !== undefined && canParseUrl(origin) ? new URL(origin).origin + path : text
  return name.endsWith('/') ? name.slice(0, -1) : name
}
