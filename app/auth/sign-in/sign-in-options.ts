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
  /** The server's latest challenge. */
  readonly challenge: Challenge | null
  readonly fetchFor: (url: URL) => Promise<SignInFetch>
  /** Whether the user accepted this issuer although it doesn't list PKCE support. */
  readonly acceptsNoPkce: (issuer: string) => boolean
  /** Reason for the question. */
  readonly reason: LocalizedText
  /** The question to the user is open from now on. */
  readonly onAsked: () => void
  /** In addition to the granted scopes. */
  readonly added: readonly string[]
}

export interface SignInOutcome {
  readonly session: Session
  /** Null: the client is from the settings. */
  readonly client: StoredClient | null
  readonly identity: Identity | null
  /** The service rejected the scope for renewal while the user is away. */
  readonly isWithoutOffline?: boolean
}
