/**
 * The scope for renewing a sign-in while the user is away. Services list it and reject it for some users and clients.
 */
import { OAuthError } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'

export const offlineAccess = 'offline_access'

/** Keycloak answers `not_allowed`: `Offline tokens not allowed for the user or client`. */
const names = /(?<![a-z])offline[\s_-]?(?:access|scopes?|sessions?|tokens?)(?![a-z])/i

/**
 * Whether a sign-in failed because the service rejected this scope. A user who denied on its page isn't asked again.
 */
export function isOfflineRefused(error: unknown, scopes: readonly string[]): boolean {
  if (!scopes.includes(offlineAccess) || !(error instanceof HostError)) return false
  const { cause } = error
  if (!(cause instanceof OAuthError) || cause.code === 'access_denied') return false
  return cause.code === 'invalid_scope' || names.test(`${cause.code} ${cause.message}`)
}
