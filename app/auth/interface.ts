/** Sign-ins at remote servers for the rest of the core. `account-registry.ts` implements it. */
import type { AccountView } from '../contract/accounts'
import type { AccessToken, TrustMark } from '../mcp/interface'
import type { OAuthDefinition } from '../settings/definition'

/** A trusted remote server, with its variables expanded. Contains secrets: never log it. */
export interface SignInTarget extends TrustMark {
  readonly serverName: string
  readonly url: string
  readonly oauth: OAuthDefinition | null
}

export interface Accounts {
  /** One for each server that has required a sign-in, by name. */
  list(): readonly AccountView[]
  /** Credentials for requests to the server; null when there is no sign-in for exactly this address. */
  accessFor(serverName: string, url: string): Promise<AccessToken | null>
  /**
   * Asks, opens the browser, waits. `isAnyway`: also at an issuer that doesn't list PKCE support.
   * @throws HostError SIGN_IN_FAILED, SERVER_UNKNOWN
   */
  signIn(serverName: string, isAnyway?: boolean): Promise<void>
  /** Ends a sign-in that waits. */
  cancel(serverName: string): void
  /**
   * The page that a sign-in waits for. Contains secrets: never log or show it.
   * @throws HostError SIGN_IN_FAILED: none waits
   */
  waitingPage(serverName: string): string
  /** @throws HostError VAULT_WRITE_FAILED */
  signOut(serverName: string): Promise<void>
  /** @throws HostError VAULT_WRITE_FAILED */
  forgetClient(serverName: string): Promise<void>
  /** The server was removed from the settings: deletes its whole record. */
  remove(serverName: string): Promise<void>
  /** Moves the server's record to its new name, if the rename in `work` succeeds. */
  rename(serverName: string, newName: string, work: () => Promise<void>): Promise<void>
}
