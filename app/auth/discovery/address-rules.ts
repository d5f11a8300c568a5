/**
 * Addresses that a sign-in may use. Addresses from servers are parsed and serialized again, never used verbatim.
 *
 * @spec 2025-11-25 basic/authorization#communication-security
 */
import { canParseUrl } from '../../base/can-parse-url'
import { isLoopbackHost } from '../../net/address-location'
import { visibleText } from '../../base/visible-text'
import { say } from '../../texts/render-localized'
import { signInFailed } from './failures'

const lengthLimit = 8_192
/** Characters of an address by RFC 3986: no spaces, quotes, backslashes or control characters. */
const addressText = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/

/** Uses of an address in a sign-in. */
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

/** For an address that Parley requests or opens. @throws HostError SIGN_IN_FAILED */
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

/** Some servers and users give the address of the metadata as the issuer. */
const documentAddress = /\/\.well-known\/(?:oauth-authorization-server|openid-configuration)(?=\/|$)/

/** The issuer that the address means. */
export function toIssuer(named: string): string {
  return named.replace(documentAddress, '')
}

/**
 * Whether two addresses name the same issuer. Ignores a final slash, capitals in the hostname and the default port;
 * everything else counts.
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
