/** Takes tokens back at the place that gave them, where it offers that. @spec RFC 7009 */
import type { Session, StoredClient } from './account-record'
import { checkAddress } from './address-rules'
import type { SignInFetch } from './guarded-fetch'

/** The refresh token first: with it most places take the others back, too. Never rejects: it is forgotten either way. */
export async function revoke(
  session: Session,
  client: StoredClient | null,
  fetch: SignInFetch
): Promise<boolean> {
  const endpoint: unknown = session.place.metadata?.['revocation_endpoint']
  if (endpoint == null) return false
  try {
    const url = checkAddress(endpoint, 'the address for revoking')
    if (session.refreshToken !== null)
      await send(url, session.refreshToken, { hint: 'refresh_token', client, fetch })
    await send(url, session.accessToken, { hint: 'access_token', client, fetch })
    return true
  } catch {
    return false // told by the caller
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
    const words = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(words).toString('base64')}`)
  } else if (id !== undefined) {
    body.set('client_id', id)
    if (secret !== undefined) body.set('client_secret', secret)
  }
  const response = await fetch(url, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
}
