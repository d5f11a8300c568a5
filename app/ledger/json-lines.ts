/** The ledger as JSON Lines, one entry a line, with all that its chain is checked by. `docs/ledger.md` is the format. */
import { z } from 'zod'
import { ledgerEntry } from '../contract/ledger'
import type { StoredLedgerEntry } from '../history/interface'

const line = ledgerEntry.extend({
  previousHash: z.string(),
  excerptDigest: z.string(),
  salt: z.string().nullable()
})

/** With the line's end. */
export function toJsonLine(entry: StoredLedgerEntry): string {
  return `${JSON.stringify(entry)}\n`
}

/** Null for a line that is no entry. */
export function readJsonLine(text: string): StoredLedgerEntry | null {
  try {
    const parsed = line.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null // no JSON: the same to who asks
  }
}
