/** Revokes tokens at their issuer, if it supports that. @spec RFC 7009 */
import type { AccountRecord, Session, StoredClient } from '../client/account-record'
import { checkAddress } from '../discovery/address-rules'
import { basicCredentials } from '../client/basic-credentials'
import type { SignInFetch } from '../discovery/guarded-fetch'

/** Whether everything was revoked; the tokens are deleted in any case. Never rejects. */
export async function revokeAll(
  { session, identity, clients }: AccountRecord,
  fetchFor: (url: URL) => Promise<SignInFetch>
): Promise<boolean> {
  let isRevoked = true
  // No service issued a password, so none can revoke it.
  if (session !== null && session.scheme !== 'basic') {
    const fetch = await fetchFor(new URL(session.serverUrl))
    isRevoked = await revoke(session, clients[session.place.issuer] ?? null, fetch)
  }
  if (identity?.refreshToken == null) return isRevoked
  const fetch = await fetchFor(new URL(identity.place.url))
  return (await revoke({ ...identity, accessToken: null }, identity.client, fetch)) && isRevoked
}

/** The refresh token first: most issuers revoke the others with it. */
async function revoke(
  session: Pick<Session, 'place' | 'refreshToken'> & { readonly accessToken: string | null },
  client: StoredClient | null,
  fetch: SignInFetch
): Promise<boolean> {
  const endpoint: unknown = session.place.metadata?.['revocation_endpoint']
  if (endpoint == null) return false
  try {
    const url = checkAddress(endpoint, 'signingOut')
    if (session.refreshToken !== null)
      await send(url, session.refreshToken, { hint: 'refresh_token', client, fetch })
    if (session.accessToken !== null)
      await send(url, session.accessToken, { hint: 'access_token', client, fetch })
    return true
  } catch {
    return false // reported by the caller
  }
}

async function send(
  url: URL,
  token: string,
  {
    hint,
    client,
    fetch
  }: { readonly hint: string; readonly client: StoredClient | null; readonly fetch: SignInFetch }
): Promise<void> {
  const body = new URLSearchParams({ token, token_type_hint: hint })
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method } = client ?? {}
  if (id !== undefined && secret !== undefined && method !== 'client_secret_post') {
    headers.set('authorization', basicCredentials(id, secret))
  } else if (id !== undefined) {
    body.set('client_id', id)
    if (secret !== undefined) body.set('client_secret', secret)
  }
  const response = await fetch(url, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
}
