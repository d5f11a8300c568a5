/**
 * The hash chain that reveals changes to the activity log: each entry hashes the previous one. The excerpt is included
 * as a salted digest, so it can be deleted with its conversation while the chain remains valid. Pure. `docs/ledger.md`
 * describes the format for checks with other programs.
 */
import { createHash } from 'node:crypto'
import type { LedgerCheck, LedgerEntry } from '../contract/ledger'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'
import type { StoredLedgerEntry } from '../history/interface'

/** The value before the first entry. */
export const chainStart = '0'.repeat(64)

/** Less than every position, also of entries that an attacker inserted before the first one. */
export const beforeAll = Number.MIN_SAFE_INTEGER

/** An entry without a position in the chain. */
export type Unchained = Omit<StoredLedgerEntry, 'position' | 'hash' | 'previousHash' | 'excerptDigest'> & {
  readonly excerpt: string
  readonly salt: string
}

export type ChainEnd = Pick<LedgerEntry, 'position' | 'hash'>

/** `end`: the last entry so far; null: none. */
function chainEntry(entry: Unchained, end: ChainEnd | null): StoredLedgerEntry {
  const placed = {
    ...entry,
    position: (end?.position ?? 0) + 1,
    previousHash: end?.hash ?? chainStart,
    excerptDigest: digestExcerpt(entry.salt, entry.excerpt)
  }
  return { ...placed, hash: hashEntry(placed) }
}

/** Chains entries, starting after `end`. */
export function chainEntries(entries: readonly Unchained[], end: ChainEnd | null): StoredLedgerEntry[] {
  const chained: StoredLedgerEntry[] = []
  for (const entry of entries) chained.push(chainEntry(entry, chained.at(-1) ?? end))
  return chained
}

/** Checks entries in order, from the first. `noted`: the last recorded end, or null; it must be among the entries. */
export function createChainCheck(noted: ChainEnd | null = null) {
  let end: ChainEnd | null = null
  let checked = 0
  let broken: LedgerCheck['broken'] = null
  return {
    /** False if the chain is broken: later entries can't be checked. */
    take: (entry: StoredLedgerEntry): boolean => {
      if (broken !== null) return false
      checked += 1
      const reason = findBreak(entry, end) ?? findOther(entry, noted)
      if (reason !== null) broken = { position: (end?.position ?? 0) + 1, reason }
      end = { position: entry.position, hash: entry.hash }
      return broken === null
    },
    /** `notedAfter`: the recorded end after the last entry was read. */
    result: (notedAfter: ChainEnd | null = noted): LedgerCheck => {
      broken ??= findWrongEnd(end?.position ?? 0, { least: noted, most: notedAfter })
      return { entries: checked, head: broken === null ? (end?.hash ?? null) : null, broken }
    }
  }
}

function findOther(entry: StoredLedgerEntry, noted: ChainEnd | null): LocalizedText | null {
  if (noted === null || entry.position !== noted.position || entry.hash === noted.hash) return null
  return say('ledger.replaced', { entry: entry.position })
}

function findWrongEnd(
  last: number,
  { least, most }: { readonly least: ChainEnd | null; readonly most: ChainEnd | null }
): LedgerCheck['broken'] {
  if (least !== null && last < least.position)
    return {
      position: last + 1,
      reason: say('ledger.missingAtEnd', { entry: last + 1, written: least.position })
    }
  if (most !== null && last > most.position) {
    const position = most.position + 1
    return { position, reason: say('ledger.added', { entry: position }) }
  }
  return null
}

function findBreak(entry: StoredLedgerEntry, end: ChainEnd | null): LocalizedText | null {
  const expected = (end?.position ?? 0) + 1
  if (entry.position !== expected)
    return say('ledger.missing', { entry: expected, found: entry.position, before: expected - 1 })
  if (entry.previousHash !== (end?.hash ?? chainStart)) return say('ledger.notFollowing', { entry: expected })
  if (hashEntry(entry) !== entry.hash) return say('ledger.changed', { entry: expected })
  if (entry.excerpt === null) return null
  if (entry.salt !== null && digestExcerpt(entry.salt, entry.excerpt) === entry.excerptDigest) return null
  return say('ledger.excerptChanged', { entry: expected })
}

/** A list, because the key order of an object isn't guaranteed. */
function hashEntry(entry: Omit<StoredLedgerEntry, 'hash' | 'salt' | 'excerpt'>): string {
  const fields = [
    entry.previousHash,
    entry.position,
    entry.at,
    entry.recipientType,
    entry.recipient,
    entry.kind,
    entry.subject,
    entry.bytes,
    entry.conversationId,
    entry.messageId,
    entry.callId,
    entry.decidedBy,
    entry.decision,
    entry.excerptDigest
  ]
  return sha256(JSON.stringify(fields))
}

function digestExcerpt(salt: string, excerpt: string): string {
  return sha256(JSON.stringify([salt, excerpt]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
