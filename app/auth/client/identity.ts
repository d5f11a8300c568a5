/**
 * The user's identity at the identity provider of their organization: signed in once in the browser, kept in the vault,
 * renewed where the provider supports it. It is sent only to the provider, which exchanges it for access to one server.
 *
 * @spec ext-auth#enterprise-managed-authorization
 * @spec OpenID Connect Core 1.0#section-3.1.3.7
 */
import { refreshAuthorization } from '@modelcontextprotocol/client'
import type { AuthorizationServerMetadata, OAuthTokens } from '@modelcontextprotocol/client'
import { say } from '../../texts/render-localized'
import type { IdentityProvider, OAuthDefinition } from '../../settings/definition'
import type { Identity, StoredClient } from './account-record'
import { checkAddress, isSameIssuer } from '../discovery/address-rules'
import { createClientAuthentication } from './client-authentication'
import { findPlace } from '../discovery/discovery'
import type { DiscoveredLocation, PlaceOptions } from '../discovery/discovery'
import { isRefusal, toSignInFailure } from '../discovery/answer-failures'
import { signInStopped } from '../discovery/failures'
import type { SignInFetch } from '../discovery/guarded-fetch'
import { normalizeTokenAnswers } from '../discovery/normalize-token-answers'
import { readClaims, readName } from './identity-token'
import { toClient } from './registration'

export const identityScopes = ['openid', 'email'] as const

/** The value that the provider accepts as a grant. A secret. */
export interface IdentityProof {
  readonly tokenEndpoint: string
  readonly idToken: string
  readonly fetchFn: SignInFetch
}

/** Where the user signs in at their organization; null when the settings don't name such a provider completely. */
export function readIdentityProvider(oauth: OAuthDefinition | null): IdentityProvider | null {
  const provider = oauth?.flow === 'enterprise' ? oauth.identityProvider : null
  return provider?.idToken === null && provider.issuer !== null ? provider : null
}

/** @throws HostError SIGN_IN_FAILED */
export async function findIdentityPlace(
  { issuer }: IdentityProvider,
  { fetch, acceptsNoPkce }: Pick<PlaceOptions, 'fetch' | 'acceptsNoPkce'>
): Promise<DiscoveredLocation> {
  return await findPlace(issuer ?? '', { fetch, needsPage: true, acceptsNoPkce })
}

/** @throws HostError SIGN_IN_FAILED for a token that is for another client, expired, or of another sign-in */
export function toIdentity(
  tokens: OAuthTokens,
  place: DiscoveredLocation,
  expected: { readonly client: StoredClient; readonly nonce: string | null; readonly now: number }
): Identity {
  const idToken = tokens.id_token ?? ''
  const claims = readClaims(idToken)
  const { iss, aud, azp, exp, nonce } = claims ?? {}
  const audience = [aud].flat()
  const { client_id: clientId } = expected.client
  const isForUs = audience.includes(clientId) && (audience.length === 1 || azp === clientId)
  const isOfIssuer = typeof iss === 'string' && isSameIssuer(iss, place.issuer)
  const isOfNow = typeof exp === 'number' && exp * 1_000 > expected.now
  const isOfThis = expected.nonce === null || nonce === expected.nonce
  if (!isForUs || !isOfIssuer || !isOfNow || !isOfThis || claims === null) {
    throw signInStopped(say('auth.unusableIdentity', { host: new URL(place.url).host }))
  }
  return {
    place: { issuer: place.issuer, url: place.url, metadata: place.metadata },
    client: expected.client,
    idToken,
    refreshToken: tokens.refresh_token ?? null,
    expiresAt: exp * 1_000,
    name: readName(claims)
  }
}

/** The stored identity if it is from this provider; renewed when it has expired. Null: the user has to sign in. */
export async function renewIdentity(
  kept: Identity | null,
  { issuer, clientId, clientSecret }: IdentityProvider,
  { fetch, now }: { readonly fetch: SignInFetch; readonly now: number }
): Promise<Identity | null> {
  if (kept === null || kept.client.client_id !== clientId || !isSameIssuer(kept.place.issuer, issuer ?? ''))
    return null
  if (kept.expiresAt > now) return kept
  if (kept.refreshToken === null) return null
  const client = toClient(clientId, clientSecret)
  const metadata = kept.place.metadata as AuthorizationServerMetadata | null
  const tokens = await refreshAuthorization(kept.place.url, {
    ...(metadata === null ? {} : { metadata }),
    clientInformation: client,
    addClientAuthentication: createClientAuthentication(client),
    refreshToken: kept.refreshToken,
    fetchFn: normalizeTokenAnswers(fetch)
  }).catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw toSignInFailure(error, new URL(kept.place.url).host)
  })
  if (tokens?.id_token === undefined) return null
  const place = { ...kept.place, metadata, doubt: null }
  const renewed = toIdentity(tokens, place, { client, nonce: null, now })
  return { ...renewed, refreshToken: tokens.refresh_token ?? kept.refreshToken }
}

/** Null: there is no identity. @throws HostError SIGN_IN_FAILED */
export function proveIdentity(
  provider: IdentityProvider,
  kept: Identity | null,
  fetch: SignInFetch
): IdentityProof | null {
  const idToken = provider.idToken ?? kept?.idToken
  const endpoint = provider.tokenEndpoint ?? kept?.place.metadata?.['token_endpoint']
  if (idToken === undefined) return null
  return {
    idToken,
    fetchFn: normalizeTokenAnswers(fetch),
    tokenEndpoint: checkAddress(endpoint, 'identityProvider').href
  }
}
