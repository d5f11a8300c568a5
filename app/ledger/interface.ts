/** The ledger as the rest of the core sees it: who received what, when, by whose decision. `ledger.ts` implements it. */
import type { LedgerCheck, LedgerEntry, LedgerPage, LedgerQuery } from '../contract/ledger'

export interface Decision {
  readonly by: LedgerEntry['decidedBy']
  /** Id of the permission, or the rule as text; null for the user. */
  readonly detail: string | null
}

/** The place in a conversation, as far as it is known. */
export interface LedgerPlace {
  readonly conversationId: string | null
  readonly messageId: string | null
  readonly callId: string | null
}

export interface LedgerDraft extends LedgerPlace {
  readonly recipientType: LedgerEntry['recipientType']
  readonly recipient: string
  readonly kind: LedgerEntry['kind']
  readonly subject: string
  readonly decision: Decision
  /** The sent content, plain JSON (undefined: none): it is measured later and must not change until then. */
  readonly content: unknown
  /** The part that the excerpt is made of; absent: all of it. */
  readonly telling?: unknown
}

export interface Ledger {
  /** Costs next to nothing: entries are made, and durable, within a second. Never throws. */
  record(draft: LedgerDraft): void
  /** Resolves when everything recorded until now is durable, or could not be made so. */
  flush(): Promise<void>
  /** @throws HostError HISTORY_UNAVAILABLE, like all below */
  search(query: LedgerQuery): Promise<LedgerPage>
  verify(): Promise<LedgerCheck>
  /** All entries until now as JSON Lines, oldest first, a page at a time. */
  export(): Promise<AsyncIterable<string>>
}
