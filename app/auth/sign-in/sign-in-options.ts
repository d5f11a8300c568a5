/** Input and result of a sign-in that involves the user. */
import type { LocalizedText } from '../../contract/localized-text'
import type { Ask } from '../../consent/interface'
import type { Challenge } from '../../mcp/interface'
import type { AccountRecord, Identity, Session, StoredClient } from '../client/account-record'
import type { SignInFetch } from '../discovery/guarded-fetch'
import type { SignInTarget } from '../interface'
import type { CodeFlowOptions } from './code-flow'

export interface SignInOptions extends Pick<
  CodeFlowOptions,
  | 'hide'
  | 'appLinks'
  | 'openLink'
  | 'newId'
  | 'now'
  | 'signal'
  | 'onBrowserOpened'
  | 'onClientRefused'
  | 'onWrongAnswer'
> {
  readonly consent: { readonly ask: Pick<Ask, 'sign-in'> }
  readonly target: SignInTarget
  readonly record: AccountRecord
  /** What the server said last of how to sign in. */
  readonly challenge: Challenge | null
  readonly fetchFor: (url: URL) => Promise<SignInFetch>
  /** Whether the user signs in at this issuer although it doesn't say that it knows PKCE. */
  readonly acceptsNoPkce: (issuer: string) => boolean
  /** Why it is asked now. */
  readonly reason: LocalizedText
  /** The question to the user is open from now on. */
  readonly onAsked: () => void
  /** Beyond those that were given before. */
  readonly added: readonly string[]
}

export interface SignInOutcome {
  readonly session: Session
  /** Null: the client is from the settings. */
  readonly client: StoredClient | null
  readonly identity: Identity | null
  /** The service refused to let Parley renew the sign-in while the user is away. */
  readonly isWithoutOffline?: boolean
}
