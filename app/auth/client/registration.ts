/**
 * As what Parley is known to an authorization server: a client that the settings name, one that is kept from before,
 * a description on the network, or one that is registered now. Each belongs to one issuer and is shown to no other.
 *
 * @spec 2025-11-25 basic/authorization#client-registration-approaches
 */
import { registerClient } from '@modelcontextprotocol/client'
import { say } from '../../texts/said'
import type { OAuthDefinition } from '../../settings/definition'
import type { AccountRecord, StoredClient } from './account-record'
import { isSameIssuer } from '../discovery/address-rules'
import type { FoundPlace } from '../discovery/discovery'
import { toSignInFailure } from '../discovery/answer-failures'
import { signInFailed } from '../discovery/failures'
import type { SignInFetch } from '../discovery/guarded-fetch'

const longestId = 2_048

/** Null: one has to be registered or entered. */
export function knownClient(
  { issuer, metadata }: FoundPlace,
  oauth: OAuthDefinition | null,
  { record, now }: { readonly record: AccountRecord; readonly now: number }
): StoredClient | null {
  if (oauth?.clientId != null && isFor(issuer, oauth, record))
    return toClient(oauth.clientId, oauth.clientSecret)
  const kept = Object.hasOwn(record.clients, issuer) ? record.clients[issuer] : undefined
  const until = kept?.client_secret_expires_at ?? 0
  if (kept !== undefined && (until === 0 || until * 1_000 > now)) return kept
  const description = oauth?.clientMetadataUrl ?? null
  const takesOne = metadata?.['client_id_metadata_document_supported'] === true
  return description !== null && takesOne ? toClient(description, null) : null
}

/** Whether the client of the settings may be shown there: once it was used at a place, it belongs to that place. */
export function isFor(issuer: string, oauth: OAuthDefinition, { clients }: AccountRecord): boolean {
  if (oauth.issuer !== null) return isSameIssuer(oauth.issuer, issuer)
  const places = Object.keys(clients).filter((place) => clients[place]?.client_id === oauth.clientId)
  return places.length === 0 || places.some((place) => isSameIssuer(place, issuer))
}

/** Whether a client can be had without the person. */
export function registersClients({ metadata }: FoundPlace): boolean {
  return metadata === null || metadata.registration_endpoint != null
}

export function toClient(id: string, secret: string | null | undefined): StoredClient {
  return {
    client_id: id,
    redirectUri: null,
    ...(secret == null || secret === '' ? {} : { client_secret: secret })
  }
}

export interface RegisterOptions {
  readonly redirectUri: string
  readonly scope: string | undefined
  readonly fetch: SignInFetch
}

/** @throws HostError SIGN_IN_FAILED */
export async function register(
  { url, metadata }: FoundPlace,
  { redirectUri, scope, fetch }: RegisterOptions
): Promise<StoredClient> {
  const isPublic = metadata?.token_endpoint_auth_methods_supported?.includes('none') === true
  try {
    const given = await registerClient(url, {
      ...(metadata === null ? {} : { metadata }),
      clientMetadata: {
        client_name: 'Parley',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        application_type: 'native',
        ...(isPublic ? { token_endpoint_auth_method: 'none' } : {})
      },
      ...(scope === undefined ? {} : { scope }),
      fetchFn: fetch
    })
    const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } = given
    if (!isId(client_id) || (client_secret !== undefined && !isId(client_secret))) {
      throw signInFailed(say('auth.unusableId', { host: new URL(url).host }))
    }
    // Whatever else is in the answer, such as other addresses to come back to, is not ours.
    return {
      client_id,
      redirectUri,
      ...(scope === undefined ? {} : { scope }),
      ...(client_secret === undefined ? {} : { client_secret }),
      ...(client_secret_expires_at === undefined ? {} : { client_secret_expires_at }),
      ...(token_endpoint_auth_method === undefined ? {} : { token_endpoint_auth_method })
    }
  } catch (error) {
    throw toSignInFailure(error, new URL(url).host)
  }
}

function isId(text: string): boolean {
  return text.length <= longestId && /^[\x20-\x7e]+$/.test(text)
}
