/** Converts the answer of a token endpoint to a session with expiry, scopes and the user's name. Pure. */
import type { OAuthTokens } from '@modelcontextprotocol/client'
import { say } from '../../texts/render-localized'
import type { AccessToken } from '../../mcp/interface'
import type { Session } from '../client/account-record'
import { isSameIssuer } from '../discovery/address-rules'
import { signInStopped, shortenServerText } from '../discovery/failures'
import { readClaims, readName } from '../client/identity-token'

/** A token is renewed so long before its end, or a tenth of its life where that is less. */
const earlyMs = 30_000
const longestLifeMs = 10 * 365 * 86_400_000
const longestToken = 65_536
/** Tokens of these types can't be used as a bearer token. All other names mean one: `user`, `bot`, `N/A`. */
const otherKinds: ReadonlySet<string> = new Set(['dpop', 'mac', 'pop', 'hok', 'basic', 'digest', 'negotiate'])

export type NewSession = Omit<
  Session,
  'accessToken' | 'refreshToken' | 'expiresAt' | 'renewAt' | 'scopes' | 'name'
> & {
  readonly refreshToken: string | null
  readonly name: string | null
}

/** `base` has the values that an answer may omit. @throws HostError SIGN_IN_FAILED for an unusable token */
export function toSession(
  tokens: OAuthTokens,
  base: NewSession,
  { now, clientId }: { readonly now: number; readonly clientId: string }
): Session {
  const { host } = new URL(base.place.url)
  const type = tokens.token_type.trim().toLowerCase()
  const isBound = type === 'dpop' && base.proofKey !== null
  if (otherKinds.has(type) && !isBound)
    throw signInStopped(say('auth.tokenKind', { host, kind: shortenServerText(type) }))
  if (!isToken(tokens.access_token)) throw signInStopped(say('auth.unusableToken', { host }))
  const seconds = Number(tokens.expires_in)
  const lifeMs = seconds > 0 ? Math.min(seconds * 1_000, longestLifeMs) : null
  const refreshToken = tokens.refresh_token ?? base.refreshToken
  return {
    ...base,
    // A key is of use only to a token that is bound to it.
    proofKey: isBound ? base.proofKey : null,
    accessToken: tokens.access_token,
    refreshToken: refreshToken !== null && refreshToken.length <= longestToken ? refreshToken : null,
    expiresAt: lifeMs === null ? null : now + lifeMs,
    renewAt: lifeMs === null ? null : now + lifeMs - Math.min(earlyMs, lifeMs / 10),
    scopes: tokens.scope === undefined ? base.requestedScopes : toScopes(tokens.scope),
    name: nameIn(tokens.id_token, base.place.issuer, clientId) ?? base.name
  }
}

export function toAccessToken({ accessToken, renewAt, proofKey, scheme }: Session): AccessToken {
  return { token: accessToken, renewAt, proofKey, ...(scheme !== undefined && { scheme }) }
}

/** Each once, in order. */
export function toScopes(text: string | null | undefined): string[] {
  return [...new Set((text ?? '').split(' ').filter((scope) => scope !== ''))]
}

/** As it goes into a header: no blanks, nothing that is not of this alphabet. */
function isToken(token: string): boolean {
  return token.length <= longestToken && /^[\x21-\x7e]+$/.test(token)
}

/** Who is signed in, for showing only. */
function nameIn(idToken: string | undefined, issuer: string, clientId: string): string | null {
  const claims = readClaims(idToken ?? '')
  if (claims === null || typeof claims['iss'] !== 'string' || !isSameIssuer(claims['iss'], issuer))
    return null
  return [claims['aud']].flat().includes(clientId) ? readName(claims) : null
}
