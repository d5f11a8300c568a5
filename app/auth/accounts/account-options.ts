/** Dependencies of a sign-in at one server. */
import type { Logger } from '../../base/logger'
import type { LocalizedText } from '../../contract/localized-text'
import type { ChallengedRequest } from '../../mcp/interface'
import type { RecordStore } from '../client/account-record'
import type { SignInFetch } from '../discovery/guarded-fetch'
import type { SignInTarget } from '../interface'
import type { SignInOptions } from '../sign-in/sign-in-options'

export interface AccountOptions extends Pick<
  SignInOptions,
  'consent' | 'hide' | 'appLinks' | 'openLink' | 'newId' | 'now'
> {
  readonly records: RecordStore
  /** For a sign-in at the server at this address. */
  readonly fetchFor: (url: URL, signal: AbortSignal) => Promise<SignInFetch>
  /** @throws HostError as `AccountsOptions.findTarget` */
  readonly findTarget: () => Promise<SignInTarget>
  /** Whether the user accepted this issuer before, for another server, although it doesn't list PKCE support. */
  readonly acceptsNoPkce: (issuer: string) => boolean
  readonly onChange: () => void
  /** Removes known secrets: servers may repeat what they were sent. */
  readonly redact: (text: LocalizedText) => LocalizedText
  /** Notifies the user without a related screen. */
  readonly alert: (news: LocalizedText) => void
  readonly log: Logger
}

export type RefusedRequest = Pick<ChallengedRequest, 'challenge' | 'usedToken' | 'wasAccepted'>

/** One sign-in that involves the user. */
export interface SignInRequest {
  readonly reason: LocalizedText
  /** Scopes that are needed in addition to the granted ones. */
  readonly added: readonly string[]
  /** Also at an issuer that doesn't list PKCE support. */
  readonly isAnyway: boolean
  readonly signal: AbortSignal
}
