/**
 * Gets a new token without the user: with the refresh token, or with a grant that involves no user (client credentials,
 * a workload's assertion, the identity provider of an organization). Reports whether a failure is final or temporary.
 *
 * @spec 2025-11-25 basic/authorization#token-handling
 */
import {
  createPrivateKeyJwtAuth,
  fetchToken,
  refreshAuthorization,
  requestJwtAuthorizationGrant
} from '@modelcontextprotocol/client'
import type { AuthorizationServerMetadata, OAuthClientProvider } from '@modelcontextprotocol/client'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import type { OAuthDefinition } from '../../settings/definition'
import type { Identity, Session, StoredClient } from '../client/account-record'
import { createClientAuthentication } from '../client/client-authentication'
import type { Discovery, DiscoveredLocation } from '../discovery/discovery'
import { isClientRefused, isRefusal, toSignInFailure } from '../discovery/answer-failures'
import { signInFailed } from '../discovery/failures'
import type { SignInFetch } from '../discovery/guarded-fetch'
import { normalizeTokenAnswers } from '../discovery/normalize-token-answers'
import type { IdentityProof } from '../client/identity'
import { toProofSession } from './dpop-key'
import { toClient } from '../client/registration'
import { toSession } from './tokens'

export type Renewal =
  | {
      readonly type: 'renewed'
      readonly session: Session
      /** The client that Parley used, if it was unknown before. */
      readonly client?: StoredClient
      readonly identity?: Identity | null
    }
  /** The stored grant can no longer be used. */
  | {
      readonly type: 'refused'
      readonly reason: LocalizedText
      /** The issuer that rejects the client that Parley registered there. */
      readonly clientRefusedBy?: string
    }
  /** Temporary: a later attempt may succeed. */
  | { readonly type: 'trouble'; readonly reason: LocalizedText }

export interface RenewalOptions {
  readonly fetch: SignInFetch
  readonly now: () => number
}

/** Never rejects. */
export async function refresh(
  session: Session,
  client: StoredClient,
  { fetch, now }: RenewalOptions
): Promise<Renewal> {
  const { place, refreshToken, resource, proofKey } = session
  const { host } = new URL(place.url)
  if (refreshToken === null) return { type: 'refused', reason: say('auth.notRenewable') }
  try {
    const tokens = await refreshAuthorization(place.url, {
      ...(place.metadata === null ? {} : { metadata: place.metadata as AuthorizationServerMetadata }),
      clientInformation: client,
      addClientAuthentication: createClientAuthentication(client),
      refreshToken,
      ...(resource === null ? {} : { resource }),
      ...(proofKey === null ? {} : { dpop: await toProofSession(proofKey) }),
      fetchFn: normalizeTokenAnswers(fetch)
    })
    // Without a scope member, the scopes are unchanged.
    const scoped = tokens.scope === undefined ? { ...tokens, scope: session.scopes.join(' ') } : tokens
    return {
      type: 'renewed',
      session: toSession(scoped, session, { now: now(), clientId: client.client_id })
    }
  } catch (error) {
    const failed = toFailedRenewal(error, host)
    return failed.type === 'refused' && isClientRefused(error)
      ? { ...failed, clientRefusedBy: place.issuer }
      : failed
  }
}

export interface GrantOptions extends RenewalOptions {
  readonly discovery: Discovery
  readonly place: DiscoveredLocation
  readonly oauth: OAuthDefinition
  readonly scopes: readonly string[]
  /** For the `enterprise` flow. */
  readonly identity: IdentityProof | null
  /** Name of the signed-in account, if there is one. */
  readonly name: string | null
}

/** For every flow but `browser`. Never rejects. */
export async function requestGrant(options: GrantOptions): Promise<Renewal> {
  const { discovery, place, oauth, scopes, fetch, now } = options
  const { host } = new URL(place.url)
  try {
    const client = toClient(requireText(oauth.clientId, 'clientId'), oauth.clientSecret)
    const tokens = await fetchToken(createProvider(client, options), place.url, {
      ...(place.metadata === null ? {} : { metadata: place.metadata }),
      ...(discovery.resource === null ? {} : { resource: discovery.resource }),
      ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
      fetchFn: normalizeTokenAnswers(fetch)
    })
    const base = {
      place: { issuer: place.issuer, url: place.url, metadata: place.metadata },
      serverUrl: discovery.serverUrl,
      resource: discovery.resource,
      requestedScopes: [...scopes],
      refreshToken: null,
      name: options.name ?? client.client_id,
      proofKey: null
    }
    const session = toSession(tokens, base, { now: now(), clientId: client.client_id })
    return { type: 'renewed', session, client }
  } catch (error) {
    return toFailedRenewal(error, host)
  }
}

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

function createProvider(client: StoredClient, options: GrantOptions): OAuthClientProvider {
  const { oauth, place } = options
  const unused = () => {
    throw new Error('This flow has no sign-in')
  }
  return {
    redirectUrl: undefined,
    clientMetadata: { client_name: 'Parley', redirect_uris: [] },
    clientInformation: () => ({ ...client, issuer: place.issuer }),
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: unused,
    saveCodeVerifier: () => {},
    codeVerifier: unused,
    prepareTokenRequest: (scope) => prepareRequest(scope, options),
    ...(oauth.privateKey === null ? {} : { addClientAuthentication: signWith(oauth.privateKey, oauth) })
  }
}

function signWith(privateKey: string, { clientId, signingAlgorithm }: OAuthDefinition) {
  const id = requireText(clientId, 'clientId')
  return createPrivateKeyJwtAuth({ issuer: id, subject: id, privateKey, alg: signingAlgorithm })
}

async function prepareRequest(scope: string | undefined, options: GrantOptions): Promise<URLSearchParams> {
  const { oauth } = options
  const parameters = new URLSearchParams({ grant_type: 'client_credentials' })
  if (oauth.flow !== 'client-credentials') {
    parameters.set('grant_type', jwtBearer)
    const assertion =
      oauth.flow === 'workload'
        ? requireText(oauth.assertion, 'assertion')
        : await exchangeIdentity(scope, options)
    parameters.set('assertion', assertion)
  }
  if (scope !== undefined) parameters.set('scope', scope)
  return parameters
}

/** Exchanges the organization's identity token for an assertion that the server's own authorization server accepts. */
async function exchangeIdentity(
  scope: string | undefined,
  { oauth, identity, place, discovery }: GrantOptions
): Promise<string> {
  const { identityProvider: provider } = oauth
  if (provider === null || identity === null) throw signInFailed(say('auth.noIdentityProvider'))
  const { resource } = discovery
  if (resource === null) throw signInFailed(say('auth.noResource'))
  const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
    ...identity,
    audience: place.issuer,
    resource,
    clientId: provider.clientId,
    ...(provider.clientSecret === null ? {} : { clientSecret: provider.clientSecret }),
    ...(scope === undefined ? {} : { scope })
  })
  return jwtAuthGrant
}

function requireText(text: string | null, name: string): string {
  if (text !== null) return text
  throw signInFailed(say('auth.fieldMissing', { name }))
}

function toFailedRenewal(error: unknown, host: string): Renewal {
  const reason = toSignInFailure(error, host).said
  return { type: isRefusal(error) ? 'refused' : 'trouble', reason }
}
