/** An account for the screen: no token, no secret. Pure. */
import type { AccountView } from '../../contract/accounts'
import type { AccountRecord } from '../client/account-record'
import type { SignInPage } from '../sign-in/code-flow'

/** State of an account in addition to its stored record. */
export interface AccountStatus extends Pick<AccountView, 'state' | 'reason'> {
  /** The page that the browser opened. Its address stays in the host. */
  readonly page?: SignInPage
  /** It was rejected only because of missing PKCE support. */
  readonly canSignInAnyway?: boolean
}

/** Null when no sign-in was ever required. */
export function viewAccount(
  serverName: string,
  { session, identity, clients: known, isSignedOut }: AccountRecord,
  standing: AccountStatus | null
): AccountView | null {
  const clients = Object.entries(known)
  if (standing === null && session === null && clients.length === 0 && !isSignedOut) return null
  const client = clients.find(([issuer]) => issuer === session?.place.issuer) ?? clients.at(-1)
  return {
    serverName,
    state: standing?.state ?? (session === null ? 'signed-out' : 'signed-in'),
    reason: standing?.reason ?? null,
    ...(standing?.page === undefined ? {} : { waitsUntil: standing.page.waitsUntil }),
    ...(standing?.canSignInAnyway === true ? { canSignInAnyway: true } : {}),
    name: session?.name ?? null,
    issuer: session?.place.issuer ?? client?.[0] ?? null,
    scopes: session?.scopes ?? [],
    expiresAt: session?.expiresAt ?? null,
    holdsTokens: session !== null || identity != null,
    isRenewable: session?.refreshToken != null,
    clientId: client?.[1].client_id ?? null
  }
}
