/**
 * The chain of hashes that makes changes to the ledger show: each entry hashes the one before it. The excerpt is in
 * it by a salted digest, so that it can go with its conversation and the chain holds. Pure; `docs/ledger.md` tells
 * the format to people who check it with other programs.
 */
import { createHash } from 'node:crypto'
import type { LedgerCheck, LedgerEntry } from '../contract/ledger'
import type { StoredLedgerEntry } from '../history/interface'

/** Stands before the first entry. */
export const chainStart = '0'.repeat(64)

/** An entry that has no place in the chain yet. */
export type Unchained = Omit<StoredLedgerEntry, 'position' | 'hash' | 'previousHash' | 'excerptDigest'> & {
  readonly excerpt: string
  readonly salt: string
}

export type ChainEnd = Pick<LedgerEntry, 'position' | 'hash'>

/** `end`: the last entry so far, null for none. */
export function chainEntry(entry: Unchained, end: ChainEnd | null): StoredLedgerEntry {
  const placed = {
    ...entry,
    position: (end?.position ?? 0) + 1,
    previousHash: end?.hash ?? chainStart,
    excerptDigest: digestExcerpt(entry.salt, entry.excerpt)
  }
  return { ...placed, hash: hashEntry(placed) }
}

/** Checks entries that are handed in one after the other, from the first on. */
export function createChainCheck() {
  let end: ChainEnd | null = null
  let checked = 0
  let broken: LedgerCheck['broken'] = null
  return {
    /** False when the chain is broken: later entries tell nothing more. */
    take: (entry: StoredLedgerEntry): boolean => {
      if (broken !== null) return false
      checked += 1
      const reason = findBreak(entry, end)
      if (reason !== null) broken = { position: (end?.position ?? 0) + 1, reason }
      end = { position: entry.position, hash: entry.hash }
      return broken === null
    },
    result: (): LedgerCheck => ({
      entries: checked,
      head: broken === null ? (end?.hash ?? null) : null,
      broken
    })
  }
}

function findBreak(entry: StoredLedgerEntry, end: ChainEnd | null): string | null {
  const expected = (end?.position ?? 0) + 1
  if (entry.position !== expected)
    return `Entry ${expected} is missing: entry ${entry.position} follows entry ${expected - 1}.`
  if (entry.previousHash !== (end?.hash ?? chainStart))
    return `Entry ${expected} does not follow from the entry before it: one of both was replaced.`
  if (hashEntry(entry) !== entry.hash) return `Entry ${expected} was changed after it was written.`
  if (entry.excerpt === null) return null
  if (entry.salt !== null && digestExcerpt(entry.salt, entry.excerpt) === entry.excerptDigest) return null
  return `The excerpt of entry ${expected} was changed after it was written.`
}

/** Over a list, because the order of an object's keys is nobody's promise. */
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
