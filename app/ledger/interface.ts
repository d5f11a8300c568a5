/**
 * The activity log for the rest of the core: who received what, when, and by whose decision. `activity-ledger.ts`
 * implements it.
 */
import type { LedgerCheck, LedgerEntry, LedgerPage, LedgerQuery } from '../contract/ledger'

export interface Decision {
  readonly by: LedgerEntry['decidedBy']
  /** Id of the permission, or the rule as text; null: the user. */
  readonly detail: string | null
}

/** The conversation and call, if known. */
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
  /** The sent content as plain JSON; undefined: none. It is measured later and must not change until then. */
  readonly content: unknown
  /** The part to make the excerpt of; absent: all. */
  readonly telling?: unknown
}

export interface Ledger {
  /** Fast, and never throws. Entries are durable within a second. */
  record(draft: LedgerDraft): void
  /** Resolves when all records so far are durable or have failed. */
  flush(): Promise<void>
  /** @throws HostError HISTORY_UNAVAILABLE, like the following methods */
  search(query: LedgerQuery): Promise<LedgerPage>
  verify(): Promise<LedgerCheck>
  /** All entries so far as JSON Lines, oldest first, one page at a time. */
  export(): Promise<AsyncIterable<string>>
}
